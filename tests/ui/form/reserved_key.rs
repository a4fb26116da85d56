use askback::prelude::*;

#[ask(key = "roots_1", message = "Your name?")]
struct Name {
    name: String,
}

fn main() {}

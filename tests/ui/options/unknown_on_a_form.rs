use askback::prelude::*;

#[ask(mesage = "Your name?")]
struct Name {
    name: String,
}

fn main() {}

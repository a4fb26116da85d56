use askback::prelude::*;

#[ask(message = format!("Your name?"))]
struct Name {
    name: String,
}

fn main() {}

use askback::prelude::*;

#[ask(key = "a", key = "b", message = "What?")]
struct Text {
    text: String,
}

fn main() {}

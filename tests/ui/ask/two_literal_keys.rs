use askback::prelude::*;

#[ask(message = "What?")]
struct Text {
    text: String,
}

/// Asks.
#[tool]
async fn both(#[ask(key = "k")] a: Text, #[ask(key = "k")] b: Text) -> String {
    a.text + &b.text
}

fn main() {}

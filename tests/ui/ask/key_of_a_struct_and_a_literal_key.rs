use askback::prelude::*;

#[ask(key = "k", message = "What?")]
struct Text {
    text: String,
}

/// Asks.
#[tool]
async fn both(#[ask(key = "k")] a: Text, #[ask] b: Text) -> String {
    a.text + &b.text
}

fn main() {}

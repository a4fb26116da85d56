use askback::prelude::*;

#[ask(message = "What?")]
struct Text {
    text: String,
}

/// Asks.
#[tool]
async fn what(#[ask(key = "")] what: Text) -> String {
    what.text
}

fn main() {}

use askback::prelude::*;

#[ask]
struct Text {
    text: String,
}

/// Asks.
#[tool]
async fn what(#[ask(message = 5)] what: Text) -> String {
    what.text
}

fn main() {}

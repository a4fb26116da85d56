use askback::prelude::*;

#[ask]
struct Text {
    text: String,
}

/// Asks.
#[tool]
async fn what(#[ask] what: Text) -> String {
    what.text
}

fn main() {}

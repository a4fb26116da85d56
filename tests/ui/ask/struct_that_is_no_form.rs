use askback::prelude::*;

struct Text {
    text: String,
}

/// Asks.
#[tool]
async fn what(#[ask(message = "What?")] what: Option<Text>) -> String {
    what.map(|what| what.text).unwrap_or_default()
}

fn main() {}

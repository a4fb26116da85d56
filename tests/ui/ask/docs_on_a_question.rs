use askback::prelude::*;

#[ask(message = "What?")]
struct Text {
    text: String,
}

/// Asks.
#[tool]
async fn what(
    /// What it is about
    #[ask]
    what: Text,
) -> String {
    what.text
}

fn main() {}

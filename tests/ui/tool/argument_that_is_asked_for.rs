use askback::prelude::*;

#[ask(message = "What?")]
struct Text {
    text: String,
}

/// Asks.
#[tool]
async fn what(
    #[ask]
    #[arg(name = "topic")]
    what: Text,
) -> String {
    what.text
}

fn main() {}

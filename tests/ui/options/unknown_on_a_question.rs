use askback::prelude::*;

#[ask(message = "What?")]
struct Text {
    text: String,
}

/// Asks.
#[tool]
async fn what(topic: Option<String>, #[ask(unless = topic.is_some())] what: Option<Text>) -> String {
    format!("{}", what.is_some())
}

fn main() {}

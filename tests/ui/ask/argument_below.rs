use askback::prelude::*;

#[ask]
struct Text {
    text: String,
}

/// Asks.
#[tool]
async fn what(#[ask(message = format!("What of {topic}?"))] what: Text, topic: String) -> String {
    what.text + &topic
}

fn main() {}

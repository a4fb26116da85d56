use askback::prelude::*;

#[ask]
struct Text {
    text: String,
}

/// Asks.
#[tool]
async fn what(topic: String, #[ask(message = topic)] what: Text) -> String {
    what.text + &topic
}

fn main() {}

//! A parameter that only the message of a question uses is used.
#![deny(warnings)]

use askback::prelude::*;

#[ask(message = "What?")]
struct Text {
    text: String,
}

/// Asks about a topic.
#[tool]
async fn of_an_argument(
    topic: String,
    #[ask(message = format!("What of {topic}?"))] what: Text,
) -> String {
    what.text
}

/// Asks twice.
#[tool]
async fn of_an_answer(
    #[ask(key = "first")] first: Text,
    #[ask(key = "then", message = format!("And after {}?", first.text))] then: Text,
) -> String {
    then.text
}

fn main() {
    let server = Server::new("s", "1").tool(of_an_argument).tool(of_an_answer);
    assert!(server.build().is_ok());
}

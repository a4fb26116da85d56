use askback::prelude::*;

#[ask(message = "What?")]
struct Text {
    text: String,
}

/// Asks.
#[tool]
async fn both(
    #[ask(key = "sure")] a: Text,
    #[ask(confirm, message = "Sure?")] sure: bool,
) -> String {
    format!("{} {sure}", a.text)
}

fn main() {}

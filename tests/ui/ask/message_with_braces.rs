//! A plain text is no format string.

use askback::prelude::*;

/// Who to greet.
#[ask(message = "Your name?")]
struct Name {
    name: String,
}

/// Greets someone.
#[tool]
async fn greet(title: String, #[ask(message = "Your name, {title}?")] who: Name) -> String {
    title + &who.name
}

fn main() {}

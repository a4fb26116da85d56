//! A prompt that asks: the user picks it from a menu, and fills in what its text needs.
//!
//! `cargo run --bin letter -- --http 127.0.0.1:8000`
//!
//! ```text
//! > prompts/get letter {"recipient":"the board"}
//! ? Which month?
//! ! accept {"month":"2026-06"}
//! < Write a letter to the board that sums up 2026-06.
//! > prompts/get letter {}
//! ? Which month?
//! ! decline
//! < error -32603: not done: the user declined to answer `month`
//! ```

use askback::prelude::*;

/// A month.
#[ask(key = "month", message = "Which month?")]
struct Month {
    /// The month, as in 2026-06
    #[schemars(length(min = 7, max = 7))]
    month: String,
}

/// A letter that sums a month up.
#[prompt(title = "Monthly letter")]
async fn letter(
    /// Whom it goes to; the team if left out
    recipient: Option<String>,
    #[ask] when: Month,
) -> String {
    let recipient = recipient.unwrap_or("the team".into());
    format!("Write a letter to {recipient} that sums up {}.", when.month)
}

#[askback::main]
async fn main() -> askback::Result<()> {
    askback_examples::serve(Server::new("letters", "1.0.0").prompt(letter)).await
}

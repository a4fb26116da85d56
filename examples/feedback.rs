//! Feedback: a field that may be left out, and a user who may say no without any harm.
//!
//! `cargo run --bin feedback -- --http 127.0.0.1:8000`
//!
//! ```text
//! > tools/call feedback {}
//! ? How was it?
//! ! accept {"stars":5}
//! < 5 stars. Thank you!
//! > tools/call feedback {}
//! ? How was it?
//! ! accept {"stars":2,"comment":"Too loud."}
//! < 2 stars: "Too loud." Thank you!
//! > tools/call feedback {}
//! ? How was it?
//! ! decline
//! < Another time, then.
//! > tools/call feedback {}
//! ? How was it?
//! ! cancel
//! < Never mind.
//! ```

use askback::prelude::*;

/// Feedback.
#[ask(key = "feedback", message = "How was it?")]
struct Feedback {
    /// From 1 to 5
    #[schemars(range(min = 1, max = 5))]
    stars: u8,
    /// Anything else?
    #[schemars(length(max = 500))]
    comment: Option<String>,
}

/// Asks for feedback.
#[tool]
async fn feedback(#[ask] feedback: Answer<Feedback>) -> String {
    match feedback {
        Answer::Accepted(Feedback { stars, comment: None }) => format!("{stars} stars. Thank you!"),
        Answer::Accepted(Feedback { stars, comment: Some(comment) }) => {
            format!("{stars} stars: {comment:?} Thank you!")
        }
        Answer::Declined => "Another time, then.".into(),
        Answer::Cancelled => "Never mind.".into(),
    }
}

#[askback::main]
async fn main() -> askback::Result<()> {
    askback_examples::serve(Server::new("feedback", "1.0.0").tool(feedback)).await
}

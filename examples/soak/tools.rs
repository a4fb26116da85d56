//! The tool that every part of the soak asks with.

use askback::prelude::*;

/// Something to say.
#[ask(message = "Say something.")]
pub(crate) struct Text {
    text: String,
}

/// Asks, and says it.
#[tool]
pub(crate) async fn greet(#[ask(key = "who")] who: Answer<Text>) -> String {
    who.accepted().map_or_else(|| "nothing".to_owned(), |who| who.text)
}

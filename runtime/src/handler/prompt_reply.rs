//! What a prompt may return.

use super::{Refusal, Replied, Replies, Reply, ToolFailure};
use crate::wire::{Content, Done, PromptMessage, PromptResult};

/// A type that a prompt may return.
///
/// Implemented for `String`, `&'static str` and [`Content`] (one message of the user's),
/// [`PromptMessage`], `Vec<PromptMessage>`, [`PromptResult`], [`Reply`], and `Result` of any of them with
/// an error that can be displayed, which the client gets as an internal error (-32603): a prompt has no
/// place for one in its result.
///
/// ```
/// use askback::{PromptMessage, prelude::*};
///
/// /// Begins a game.
/// #[prompt]
/// async fn quiz(topic: String) -> Vec<PromptMessage> {
///     vec![
///         PromptMessage::user(format!("Let us play a quiz about {topic}.")),
///         PromptMessage::assistant("Ready! First question:"),
///     ]
/// }
/// # let _ = quiz;
/// ```
#[diagnostic::on_unimplemented(
    message = "a prompt cannot return `{Self}`",
    label = "not a prompt's reply",
    note = "return `String`, `&'static str`, `Content`, `PromptMessage`, `Vec<PromptMessage>`, `PromptResult`, or a `Reply` or `Result` of one of them"
)]
pub trait IntoPromptReply: Sized {
    /// The reply.
    #[doc(hidden)]
    fn into_prompt_reply(self) -> Result<Replied, Refusal>;
}

fn result(result: PromptResult) -> Result<Replied, Refusal> {
    Ok(Replied::done(Done::Prompt(result)))
}

impl IntoPromptReply for PromptResult {
    fn into_prompt_reply(self) -> Result<Replied, Refusal> {
        result(self)
    }
}

impl IntoPromptReply for Vec<PromptMessage> {
    fn into_prompt_reply(self) -> Result<Replied, Refusal> {
        result(PromptResult::new(self))
    }
}

impl IntoPromptReply for PromptMessage {
    fn into_prompt_reply(self) -> Result<Replied, Refusal> {
        result(PromptResult::new([self]))
    }
}

impl IntoPromptReply for Content {
    fn into_prompt_reply(self) -> Result<Replied, Refusal> {
        PromptMessage::user(self).into_prompt_reply()
    }
}

impl IntoPromptReply for String {
    fn into_prompt_reply(self) -> Result<Replied, Refusal> {
        PromptMessage::user(self).into_prompt_reply()
    }
}

impl IntoPromptReply for &'static str {
    fn into_prompt_reply(self) -> Result<Replied, Refusal> {
        PromptMessage::user(self).into_prompt_reply()
    }
}

impl<T: IntoPromptReply> IntoPromptReply for Reply<T> {
    fn into_prompt_reply(self) -> Result<Replied, Refusal> {
        self.into_replied(T::into_prompt_reply)
    }
}

impl<T: IntoPromptReply, E: ToolFailure> IntoPromptReply for Result<T, E> {
    fn into_prompt_reply(self) -> Result<Replied, Refusal> {
        match self {
            Ok(value) => value.into_prompt_reply(),
            Err(error) => Err(error.into_refusal()),
        }
    }
}

/// The place where the type of a prompt's reply meets its bound.
#[must_use]
pub const fn prompt_replies<R: IntoPromptReply>() -> Replies<R> {
    Replies { into_replied: R::into_prompt_reply, output: None }
}

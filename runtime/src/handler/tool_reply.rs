//! What a tool may return.

use schemars::{Schema, SchemaGenerator};

use super::{Refusal, Replied, Replies, Reply, ToolFailure};
use crate::wire::{Content, Done, ToolContent};

/// Makes the schema of a value.
pub type OutputSchema = fn(&mut SchemaGenerator) -> Schema;

/// A type that a tool may return.
///
/// Implemented for `String`, `&'static str`, `()`, [`Content`], `Vec<Content>`, [`Json`](crate::Json),
/// [`Reply`], and `Result` of any of them with an error that can be displayed: the model reads an error as an `isError` text
/// (`modern.md M-TOOL-7`), see [`ToolFailure`].
///
/// ```
/// use askback::{Content, prelude::*};
///
/// /// Halves an even number.
/// #[tool]
/// async fn halve(n: i64) -> Result<Vec<Content>, String> {
///     if n % 2 != 0 {
///         return Err(format!("{n} is odd"));
///     }
///     Ok(vec![Content::text((n / 2).to_string()), Content::text("halved")])
/// }
/// # let _ = halve;
/// ```
#[diagnostic::on_unimplemented(
    message = "a tool cannot return `{Self}`",
    label = "not a reply",
    note = "return `String`, `&'static str`, `()`, `Content`, `Vec<Content>`, `Json<T>`, or a `Reply` or `Result` of one of them"
)]
pub trait IntoReply: Sized {
    /// The schema of the value that a reply carries, if it carries one.
    #[doc(hidden)]
    const OUTPUT: Option<OutputSchema> = None;

    /// The reply.
    #[doc(hidden)]
    fn into_reply(self) -> Result<Replied, Refusal>;
}

/// The reply of a tool that did what it was asked to.
pub(super) fn tool_reply(content: ToolContent) -> Replied {
    Replied::done(Done::Tool(content))
}

fn blocks(blocks: Vec<Content>) -> Result<Replied, Refusal> {
    Ok(tool_reply(ToolContent::blocks(blocks)))
}

impl IntoReply for String {
    fn into_reply(self) -> Result<Replied, Refusal> {
        blocks(vec![Content::text(self)])
    }
}

impl IntoReply for &'static str {
    fn into_reply(self) -> Result<Replied, Refusal> {
        blocks(vec![Content::text(self)])
    }
}

impl IntoReply for () {
    fn into_reply(self) -> Result<Replied, Refusal> {
        blocks(Vec::new())
    }
}

impl IntoReply for Content {
    fn into_reply(self) -> Result<Replied, Refusal> {
        blocks(vec![self])
    }
}

impl IntoReply for Vec<Content> {
    fn into_reply(self) -> Result<Replied, Refusal> {
        blocks(self)
    }
}

impl<T: IntoReply> IntoReply for Reply<T> {
    const OUTPUT: Option<OutputSchema> = T::OUTPUT;

    fn into_reply(self) -> Result<Replied, Refusal> {
        self.into_replied(T::into_reply)
    }
}

impl<T: IntoReply, E: ToolFailure> IntoReply for Result<T, E> {
    const OUTPUT: Option<OutputSchema> = T::OUTPUT;

    fn into_reply(self) -> Result<Replied, Refusal> {
        match self {
            Ok(value) => value.into_reply(),
            Err(error) => Err(error.into_refusal()),
        }
    }
}

/// The place where the type of a tool's reply meets its bound.
#[must_use]
pub const fn replies<R: IntoReply>() -> Replies<R> {
    Replies { into_replied: R::into_reply, output: R::OUTPUT }
}

//! What a tool's run comes to: a reply, or the reason why there is none.
//!
//! Replies are values here; how they are framed for an era is not known.

use schemars::{Schema, SchemaGenerator};

use crate::{
    ask::{Ended, InputRequired},
    wire::{Content, Rpc, RpcError, ToolContent},
};

use super::ToolFailure;

/// What a tool returned: content blocks, and whether they report an error; or what it asks.
#[derive(Debug)]
#[must_use]
pub struct ToolReply(pub(crate) Replied);

#[derive(Debug)]
pub(crate) enum Replied {
    Content(ToolContent),
    Asks(InputRequired),
}

impl ToolReply {
    pub(crate) fn ok(blocks: Vec<Content>) -> Self {
        Self(Replied::Content(ToolContent::blocks(blocks)))
    }

    pub(super) fn structured(json: String) -> Self {
        Self(Replied::Content(ToolContent::structured(json)))
    }

    /// An error that the model reads and can act on (`modern.md M-TOOL-7`).
    pub(crate) fn error(text: impl Into<String>) -> Self {
        Self(Replied::Content(ToolContent::error(text)))
    }
}

/// A result, or what has to be asked first: the return type of a handler in the returned style.
///
/// See [`InputRequired`] for an example.
#[derive(Debug)]
#[expect(clippy::exhaustive_enums, reason = "there is nothing else to return")]
#[must_use]
pub enum Reply<T> {
    /// The handler is done.
    Done(T),
    /// The handler is called again once this is answered.
    Ask(InputRequired),
}

impl<T> From<InputRequired> for Reply<T> {
    fn from(input: InputRequired) -> Self {
        Self::Ask(input)
    }
}

/// Why a call ended without its handler's reply.
#[derive(Debug)]
pub struct Refusal(Refused);

#[derive(Debug)]
enum Refused {
    /// The model is told (`isError`).
    Reply(ToolContent),
    /// The client is told (a JSON-RPC error).
    Rpc(RpcError),
}

impl Refusal {
    pub(crate) fn reply(text: impl Into<String>) -> Self {
        Self(Refused::Reply(ToolContent::error(text)))
    }

    /// An error of the author's, told as a handler's own is.
    pub(super) fn failure(error: impl ToolFailure) -> Self {
        match error.into_reply().0 {
            Replied::Content(content) => Self(Refused::Reply(content)),
            // An error asks nothing.
            Replied::Asks(_) => Self::internal(),
        }
    }

    pub(crate) fn malformed(message: String) -> Self {
        Self(Refused::Rpc(RpcError::new(Rpc::MalformedParams, message)))
    }

    pub(crate) fn internal() -> Self {
        Self(Refused::Rpc(RpcError::new(Rpc::Internal, "internal error")))
    }

    /// What the model is told, or else what the client is told.
    pub(crate) fn into_content(self) -> Result<ToolContent, RpcError> {
        match self.0 {
            Refused::Reply(reply) => Ok(reply),
            Refused::Rpc(error) => Err(error),
        }
    }

    /// The end of a call whose parameter allows no other answer than a yes.
    pub(crate) fn ended(ended: Ended, key: &str) -> Self {
        let what = match ended {
            Ended::Declined => "declined to answer",
            Ended::Cancelled => "dismissed",
            Ended::Unconfirmed => "did not confirm",
        };
        Self::reply(format!("not done: the user {what} `{key}`"))
    }
}

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
pub trait IntoReply {
    /// The schema of the value that a reply carries, if it carries one.
    #[doc(hidden)]
    const OUTPUT: Option<OutputSchema> = None;

    /// The reply, which may report an error to the model.
    fn into_reply(self) -> ToolReply;
}

impl IntoReply for ToolReply {
    fn into_reply(self) -> ToolReply {
        self
    }
}

impl IntoReply for String {
    fn into_reply(self) -> ToolReply {
        ToolReply::ok(vec![Content::text(self)])
    }
}

impl IntoReply for &'static str {
    fn into_reply(self) -> ToolReply {
        ToolReply::ok(vec![Content::text(self)])
    }
}

impl IntoReply for () {
    fn into_reply(self) -> ToolReply {
        ToolReply::ok(Vec::new())
    }
}

impl IntoReply for Content {
    fn into_reply(self) -> ToolReply {
        ToolReply::ok(vec![self])
    }
}

impl IntoReply for Vec<Content> {
    fn into_reply(self) -> ToolReply {
        ToolReply::ok(self)
    }
}

impl<T: IntoReply> IntoReply for Reply<T> {
    const OUTPUT: Option<OutputSchema> = T::OUTPUT;

    fn into_reply(self) -> ToolReply {
        match self {
            Self::Done(value) => value.into_reply(),
            Self::Ask(input) => ToolReply(Replied::Asks(input)),
        }
    }
}

impl<T: IntoReply, E: ToolFailure> IntoReply for Result<T, E> {
    const OUTPUT: Option<OutputSchema> = T::OUTPUT;

    fn into_reply(self) -> ToolReply {
        match self {
            Ok(value) => value.into_reply(),
            Err(error) => error.into_reply(),
        }
    }
}

/// What a tool returns, with its bound already met: generated code names the bound in one place, so
/// that a type that does not meet it is reported once.
#[derive(Debug)]
pub struct Replies<R> {
    into_reply: fn(R) -> ToolReply,
    output: Option<OutputSchema>,
}

/// The place where the type of a reply meets its bound.
#[must_use]
pub const fn replies<R: IntoReply>() -> Replies<R> {
    Replies { into_reply: R::into_reply, output: R::OUTPUT }
}

impl<R> Replies<R> {
    /// The schema of the value that a reply carries, if it carries one.
    #[must_use]
    pub const fn output(&self) -> Option<OutputSchema> {
        self.output
    }

    /// The last step of generated code.
    ///
    /// # Errors
    ///
    /// None: the type is what the generated block ends with.
    pub fn of(&self, value: R) -> Result<ToolReply, Refusal> {
        Ok((self.into_reply)(value))
    }
}

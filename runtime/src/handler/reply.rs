//! What a handler's run comes to: a reply, or the reason why there is none.
//!
//! Replies are values here; how they are framed for an era is not known.

use crate::{
    ask::{Ended, InputRequired},
    wire::{Done, Rpc, RpcError, ToolContent},
};

/// What a handler returned: a result, or what it asks.
#[derive(Debug)]
#[must_use]
pub struct Replied(pub(crate) Returned);

#[derive(Debug)]
pub(crate) enum Returned {
    Done(Done),
    Asks(InputRequired),
}

impl Replied {
    pub(super) fn done(done: Done) -> Self {
        Self(Returned::Done(done))
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

impl<T> Reply<T> {
    /// What both eras make of it.
    pub(super) fn into_replied(
        self,
        done: impl FnOnce(T) -> Result<Replied, Refusal>,
    ) -> Result<Replied, Refusal> {
        match self {
            Self::Done(value) => done(value),
            Self::Ask(input) => Ok(Replied(Returned::Asks(input))),
        }
    }
}

/// Why a call ended without its handler's reply.
#[derive(Debug)]
pub struct Refusal(Refused);

#[derive(Debug)]
enum Refused {
    /// A model is told, where a result has a place for that (`isError`); else the client is, by an
    /// error of this kind.
    Told(ToolContent, Rpc),
    /// The client is told (a JSON-RPC error).
    Rpc(RpcError),
    /// There is no such resource.
    NotFound,
}

/// What becomes of a refusal.
#[derive(Debug)]
pub(crate) enum Told {
    Model(ToolContent, Rpc),
    Client(RpcError),
    NotFound,
}

impl Refusal {
    /// The handler could not do it.
    pub(crate) fn reply(text: impl Into<String>) -> Self {
        Self::content(ToolContent::error(text))
    }

    pub(super) fn content(content: ToolContent) -> Self {
        Self(Refused::Told(content, Rpc::Internal))
    }

    /// The arguments are wrong.
    pub(crate) fn argument(text: impl Into<String>) -> Self {
        Self(Refused::Told(ToolContent::error(text), Rpc::InvalidParams))
    }

    pub(super) fn not_found() -> Self {
        Self(Refused::NotFound)
    }

    pub(crate) fn malformed(message: String) -> Self {
        Self(Refused::Rpc(RpcError::new(Rpc::MalformedParams, message)))
    }

    pub(crate) fn internal() -> Self {
        Self(Refused::Rpc(RpcError::new(Rpc::Internal, "internal error")))
    }

    /// Who is told what.
    pub(crate) fn told(self) -> Told {
        match self.0 {
            Refused::Told(content, fault) => Told::Model(content, fault),
            Refused::Rpc(error) => Told::Client(error),
            Refused::NotFound => Told::NotFound,
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

/// What a handler returns, with its bound already met: generated code names the bound in one place, so
/// that a type that does not meet it is reported once.
#[derive(Debug)]
pub struct Replies<R> {
    pub(super) into_replied: fn(R) -> Result<Replied, Refusal>,
    pub(super) output: Option<super::OutputSchema>,
}

impl<R> Replies<R> {
    /// The schema of the value that a reply carries, if it carries one.
    #[must_use]
    pub const fn output(&self) -> Option<super::OutputSchema> {
        self.output
    }

    /// The last step of generated code.
    ///
    /// # Errors
    ///
    /// A refusal where the handler returned an error.
    pub fn of(&self, value: R) -> Result<Replied, Refusal> {
        (self.into_replied)(value)
    }
}

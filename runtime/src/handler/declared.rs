//! Declared questions: what generated code does with the `#[ask]` parameters of a handler.
//!
//! The order of the questions is the macro's knowledge; asking one, and several at once, is here.

use std::{borrow::Cow, future::poll_fn, pin::Pin, task::Poll};

use serde_json::value::RawValue;

use super::{Context, Refusal};
use crate::{
    ask::{Ask, Confirmation, Ended, Kind, Outcome},
    form::{Elicit, Form, FormError},
};

/// A parameter's type with its bound already met, as [`ParamOf`](super::ParamOf) is for arguments.
#[derive(Debug)]
pub struct Question<T> {
    key: Option<&'static str>,
    message: Option<&'static str>,
    kind: Kind<Result<T, Ended>>,
}

/// The question of a parameter with `#[ask]`.
#[must_use]
pub const fn question<T: Outcome>() -> Question<T> {
    let (key, message) = (T::Form::KEY, T::Form::MESSAGE);
    Question { key, message, kind: Kind::<Result<T, Ended>>::outcome() }
}

/// The question of a parameter with `#[ask(confirm)]`.
#[must_use]
pub const fn confirmation<T: Confirmation>() -> Question<T> {
    Question { key: None, message: None, kind: Kind::<Result<T, Ended>>::confirmation() }
}

impl<T> Question<T> {
    /// The key of the struct, or else the name of the parameter.
    #[must_use]
    pub const fn key_or(&self, parameter: &'static str) -> &'static str {
        match self.key {
            Some(key) => key,
            None => parameter,
        }
    }

    /// The message of the struct.
    #[must_use]
    pub const fn message(&self) -> Option<&'static str> {
        self.message
    }

    pub(crate) fn form(&self) -> Result<Option<&'static Form>, &'static FormError> {
        match &self.kind {
            Kind::Form { form, .. } => form().map(Some),
            Kind::Built { .. } | Kind::Sample { .. } | Kind::Url { .. } | Kind::Roots { .. } => {
                Ok(None)
            }
        }
    }

    /// The answer, where the client gives it as an argument: held against the form as if it had been
    /// asked for.
    ///
    /// # Errors
    ///
    /// A refusal that names the argument and the rule that it breaks, for the model to read.
    pub fn given(self, raw: Option<&RawValue>, name: &str) -> Result<Option<T>, Refusal> {
        let Some(raw) = raw.filter(|raw| raw.get() != "null") else { return Ok(None) };
        let given = self.kind.accepted(raw.get());
        let given =
            given.map_err(|reason| Refusal::argument(format!("argument `{name}`: {reason}")))?;
        given.map(Some).map_err(|ended| Refusal::ended(ended, name))
    }

    /// Asks, and waits for the answer.
    ///
    /// # Errors
    ///
    /// A refusal where the answer ends the call.
    pub async fn ask<'c>(
        self,
        cx: &'c Context,
        key: &'static str,
        message: impl Into<Cow<'c, str>>,
    ) -> Result<T, Refusal> {
        let ask = Ask::new(cx.ledger(), message.into(), self.kind).key(key);
        ask.await.map_err(|ended| Refusal::ended(ended, key))
    }
}

/// Refuses at compile time that two questions of a handler have the same key.
///
/// # Panics
///
/// If `key` is among `others`.
#[track_caller]
pub const fn assert_distinct(key: &str, others: &[&str]) {
    let mut position = 0;
    while position < others.len() {
        assert!(
            !equal(key.as_bytes(), others[position].as_bytes()),
            "two questions of this handler have the same key: write `#[ask(key = \"…\")]` on one of them"
        );
        position += 1;
    }
}

const fn equal(a: &[u8], b: &[u8]) -> bool {
    let mut position = 0;
    while position < a.len() && position < b.len() {
        if a[position] != b[position] {
            return false;
        }
        position += 1;
    }
    a.len() == b.len()
}

/// Refuses at compile time a question that says nothing.
///
/// # Panics
///
/// If there is no message.
#[track_caller]
pub const fn assert_message(message: Option<&str>) {
    assert!(
        message.is_some(),
        "this question has no message: write `#[ask(message = \"…\")]` on the parameter or on its struct"
    );
}

/// The message of a question that [`assert_message`] has accepted.
#[must_use]
pub const fn message_of(message: Option<&'static str>) -> &'static str {
    match message {
        Some(message) => message,
        None => "",
    }
}

/// One question of several that are asked in the same round.
pub type Branch<'b> = Pin<&'b mut (dyn Future<Output = Result<(), Refusal>> + Send + 'b)>;

/// Polls `branches` in order until all are done, so that their questions are open together.
///
/// # Errors
///
/// The first refusal; the other questions are withdrawn.
pub async fn all(branches: &mut [Branch<'_>]) -> Result<(), Refusal> {
    let mut done = vec![false; branches.len()];
    poll_fn(|cx| {
        for (branch, done) in branches.iter_mut().zip(&mut done).filter(|(_, done)| !**done) {
            match branch.as_mut().poll(cx) {
                Poll::Ready(Ok(())) => *done = true,
                Poll::Ready(Err(refusal)) => return Poll::Ready(Err(refusal)),
                Poll::Pending => {}
            }
        }
        if done.iter().all(|done| *done) { Poll::Ready(Ok(())) } else { Poll::Pending }
    })
    .await
}

/// The value that a branch of [`all`] has written.
///
/// # Errors
///
/// -32603, which cannot happen: `all` is over when every branch has written its value.
pub fn answered<T>(value: Option<T>) -> Result<T, Refusal> {
    value.ok_or_else(Refusal::internal)
}

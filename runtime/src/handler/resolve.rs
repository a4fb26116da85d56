//! Declared questions that are no forms: pages, the client's model, its roots, and what a function of
//! the author's finds out.
//!
//! As in `declared.rs`, each bound on a user's type is named by one function.

use std::borrow::{Borrow, Cow};

use super::{Context, Question, Refusal, ToolFailure, confirmation, question};
use crate::ask::{
    Answer, Confirmation, Consent, Ended, Given, Outcome, Root, Sample, Sampled, Unasked,
};

/// A parameter with `#[ask(url = …)]`.
#[derive(Debug)]
pub struct Page<T>(fn(Answer<()>) -> Result<T, Ended>);

/// See [`Consent`].
#[must_use]
pub const fn page<T: Consent>() -> Page<T> {
    Page(T::settle)
}

impl<T> Page<T> {
    /// Asks, and waits for the answer.
    ///
    /// # Errors
    ///
    /// A refusal where the answer ends the call.
    pub async fn ask<'c>(
        self,
        cx: &'c Context,
        key: &'static str,
        message: Cow<'c, str>,
        url: impl Fn(&str) -> String + Send + Sync + 'c,
    ) -> Result<T, Refusal> {
        let answer = cx.open_url(message, url).key(key).await;
        (self.0)(answer).map_err(|ended| Refusal::ended(ended, key))
    }

    /// Asks, and waits until the check passes.
    ///
    /// # Errors
    ///
    /// A refusal where the answer ends the call.
    pub async fn ask_until<'c, C, F>(
        self,
        cx: &'c Context,
        key: &'static str,
        message: Cow<'c, str>,
        url: impl Fn(&str) -> String + Send + Sync + 'c,
        until: C,
    ) -> Result<T, Refusal>
    where
        C: FnMut(String) -> F,
        F: Future<Output = bool>,
    {
        let answer = cx.open_url(message, url).key(key).until(until).await;
        (self.0)(answer).map_err(|ended| Refusal::ended(ended, key))
    }
}

/// A parameter with `#[ask(sample = …)]`.
#[derive(Debug)]
pub struct OfModel<T>(fn(Sampled) -> T);

/// See [`Given`].
#[must_use]
pub const fn sampled<T: Given<Sampled>>() -> OfModel<T> {
    OfModel(T::given)
}

impl<T> OfModel<T> {
    /// Asks, and waits for the answer.
    ///
    /// # Errors
    ///
    /// None: an answer of the model's ends no call.
    pub async fn ask(
        self,
        cx: &Context,
        key: &'static str,
        sample: impl Borrow<Sample>,
    ) -> Result<T, Refusal> {
        let ask = cx.sample(sample.borrow()).key(key);
        Ok((self.0)(ask.await))
    }
}

/// A parameter with `#[ask(roots)]`.
#[derive(Debug)]
pub struct OfClient<T>(fn(Vec<Root>) -> T);

/// See [`Given`].
#[must_use]
pub const fn roots<T: Given<Vec<Root>>>() -> OfClient<T> {
    OfClient(T::given)
}

impl<T> OfClient<T> {
    /// Asks, and waits for the answer.
    ///
    /// # Errors
    ///
    /// None: there are roots, or none.
    pub async fn ask(self, cx: &Context, key: &'static str) -> Result<T, Refusal> {
        Ok((self.0)(cx.roots().key(key).await))
    }
}

/// What a parameter with `when` is if its question is not asked.
#[must_use]
pub fn skipped<T: Unasked>() -> T {
    T::unasked()
}

/// A parameter with `when` and `required`: its type with its bound already met, and what is asked for
/// inside of it.
#[derive(Debug)]
pub struct Required<T, V> {
    asked: fn(V) -> T,
    unasked: fn() -> T,
}

/// The place where the type meets its bound.
#[must_use]
pub const fn required<T: Unasked>() -> Required<T, T::Value> {
    Required { asked: T::asked, unasked: T::unasked }
}

impl<T, V> Required<T, V> {
    /// A form, a no to which ends the call.
    #[must_use]
    pub const fn question(&self) -> Question<V>
    where
        V: Outcome,
    {
        question::<V>()
    }

    /// A confirmation, a no to which ends the call.
    #[must_use]
    pub const fn confirmation(&self) -> Question<V>
    where
        V: Confirmation,
    {
        confirmation::<V>()
    }

    /// A page, a no to which ends the call.
    #[must_use]
    pub const fn page(&self) -> Page<V>
    where
        V: Consent,
    {
        page::<V>()
    }

    /// The parameter whose question was asked.
    pub fn asked(&self, value: V) -> T {
        (self.asked)(value)
    }

    /// The parameter whose question was not.
    #[must_use]
    pub fn unasked(&self) -> T {
        (self.unasked)()
    }
}

/// What the future of `#[ask(with = …)]` may yield for a parameter of type `T`: a `T`, or a `Result` of
/// one, whose error is told to the model. With `when`, the parameter is an `Option` of it.
///
/// ```
/// use askback::prelude::*;
///
/// async fn owner_of(cx: &Context, path: &str) -> Result<String, String> {
///     if path.is_empty() {
///         return Err("name a path".into());
///     }
///     match cx.choose(format!("Whose is {path}?"), ["ann", "bob"]).key("owner").await {
///         Answer::Accepted(owner) => Ok(owner),
///         _ => Ok("nobody".into()),
///     }
/// }
///
/// /// Says whose a file is.
/// #[tool]
/// async fn whose(
///     cx: &Context,
///     path: String,
///     #[ask(with = owner_of(cx, &path))] owner: String,
/// ) -> String {
///     format!("{path} is {owner}'s.")
/// }
/// # let _ = whose;
/// ```
#[diagnostic::on_unimplemented(
    message = "`with` yields a `{Self}`, and the parameter is a `{T}`",
    label = "not `{T}`, nor a `Result` of it",
    note = "the future behind `with` yields the parameter's type, or a `Result` of it whose error can be displayed"
)]
pub trait Resolved<T> {
    /// The parameter's value.
    ///
    /// # Errors
    ///
    /// A refusal with the error, for the model to read.
    #[doc(hidden)]
    fn resolved(self) -> Result<T, Refusal>;
}

impl<T> Resolved<T> for T {
    fn resolved(self) -> Result<T, Refusal> {
        Ok(self)
    }
}

impl<T, E: ToolFailure> Resolved<T> for Result<T, E> {
    fn resolved(self) -> Result<T, Refusal> {
        self.map_err(ToolFailure::into_refusal)
    }
}

/// The parameter that `with` yields.
///
/// # Errors
///
/// A refusal where it yields an error.
pub fn resolved<T, R: Resolved<T>>(value: R) -> Result<T, Refusal> {
    value.resolved()
}

/// As [`resolved`], for a parameter with `when`: an `Option` of what `with` yields.
///
/// # Errors
///
/// A refusal where it yields an error.
pub fn resolved_when<T: Unasked, R: Resolved<T::Value>>(value: R) -> Result<T, Refusal> {
    value.resolved().map(T::asked)
}

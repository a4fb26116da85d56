//! What a declared question becomes: the parameter's type decides what a no means.
//!
//! It turns an answer into a parameter, or says how the call ends; it does not write that ending.

use super::{Answer, Confirmed};
use crate::form::Elicit;

/// How an answer ended a call before its handler's body ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
#[non_exhaustive]
pub enum Ended {
    /// The user said no.
    Declined,
    /// The user dismissed the question.
    Cancelled,
    /// A confirmation that is anything but a yes.
    Unconfirmed,
}

/// A type that a parameter with `#[ask]` may have: `T`, `Option<T>` or `Answer<T>` of a form `T`.
///
/// With `T` itself, declining or cancelling ends the call; with `Option<T>` both are `None`; with
/// [`Answer<T>`] the handler sees what the user did.
///
/// ```
/// use askback::prelude::*;
///
/// /// Where to deliver.
/// #[ask(message = "Where to?")]
/// struct Address {
///     street: String,
/// }
///
/// /// Orders a pizza; without an address there is none.
/// #[tool]
/// async fn pizza(#[ask] to: Address) -> String {
///     format!("On its way to {}.", to.street)
/// }
/// # let _ = pizza;
/// ```
#[diagnostic::on_unimplemented(
    message = "a parameter with `#[ask]` cannot have the type `{Self}`",
    label = "not a form, nor an `Option` or `Answer` of one",
    note = "write `T`, `Option<T>` or `Answer<T>`, where `T` is a struct with `#[ask]`; a single value is a struct with one field",
    note = "for a yes or no write `#[ask(confirm, message = \"…\")]` and `Confirmed`, `Option<Confirmed>` or `bool`"
)]
pub trait Outcome: Sized {
    /// The form that is asked.
    type Form: Elicit;

    /// The parameter's value, or how the call ends.
    ///
    /// # Errors
    ///
    /// The answer, where it ends the call.
    #[doc(hidden)]
    fn settle(answer: Answer<Self::Form>) -> Result<Self, Ended>;
}

#[diagnostic::do_not_recommend]
impl<T: Elicit> Outcome for T {
    type Form = T;

    fn settle(answer: Answer<T>) -> Result<Self, Ended> {
        match answer {
            Answer::Accepted(content) => Ok(content),
            Answer::Declined => Err(Ended::Declined),
            Answer::Cancelled => Err(Ended::Cancelled),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T: Elicit> Outcome for Option<T> {
    type Form = T;

    fn settle(answer: Answer<T>) -> Result<Self, Ended> {
        Ok(answer.accepted())
    }
}

#[diagnostic::do_not_recommend]
impl<T: Elicit> Outcome for Answer<T> {
    type Form = T;

    fn settle(answer: Self) -> Result<Self, Ended> {
        Ok(answer)
    }
}

/// A type that a parameter with `#[ask(confirm)]` may have: `Confirmed`, `Option<Confirmed>` or
/// `bool`.
///
/// With [`Confirmed`] anything but a yes ends the call.
///
/// ```
/// use askback::prelude::*;
///
/// /// Sends the newsletter.
/// #[tool]
/// async fn send(#[ask(confirm, message = "Really send it?")] sure: bool) -> &'static str {
///     if sure { "Sent." } else { "Kept as a draft." }
/// }
/// # let _ = send;
/// ```
#[diagnostic::on_unimplemented(
    message = "a parameter with `#[ask(confirm)]` cannot have the type `{Self}`",
    label = "not `Confirmed`, `Option<Confirmed>` or `bool`",
    note = "write `Confirmed` to go on only after a yes, `bool` to handle a no; for a form leave out `confirm`"
)]
pub trait Confirmation: Sized {
    /// The parameter's value, or how the call ends.
    ///
    /// # Errors
    ///
    /// [`Ended::Unconfirmed`] where the type allows only a yes.
    #[doc(hidden)]
    fn settle(answer: Option<Confirmed>) -> Result<Self, Ended>;
}

impl Confirmation for Confirmed {
    fn settle(answer: Option<Confirmed>) -> Result<Self, Ended> {
        answer.ok_or(Ended::Unconfirmed)
    }
}

impl Confirmation for Option<Confirmed> {
    fn settle(answer: Option<Confirmed>) -> Result<Self, Ended> {
        Ok(answer)
    }
}

impl Confirmation for bool {
    fn settle(answer: Option<Confirmed>) -> Result<Self, Ended> {
        Ok(answer.is_some())
    }
}

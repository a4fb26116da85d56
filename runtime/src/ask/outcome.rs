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

/// For `when`: `None` is a question that was not asked, and nothing else.
#[diagnostic::do_not_recommend]
impl<T: Elicit> Outcome for Option<Answer<T>> {
    type Form = T;

    fn settle(answer: Answer<T>) -> Result<Self, Ended> {
        Ok(Some(answer))
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

/// A type that a parameter with `#[ask(url = …)]` may have: `()`, `Option<()>` or `Answer<()>`.
///
/// With `()`, declining or cancelling ends the call.
///
/// ```
/// use askback::prelude::*;
///
/// /// Links a bank account.
/// #[tool]
/// async fn link(
///     #[ask(url = |id| format!("https://bank.example/link/{id}"), message = "Link your bank.")]
///     bank: Option<()>,
/// ) -> &'static str {
///     if bank.is_some() { "The page is open." } else { "Nothing was linked." }
/// }
/// # let _ = link;
/// ```
#[diagnostic::on_unimplemented(
    message = "a parameter with `#[ask(url = …)]` cannot have the type `{Self}`",
    label = "not `()`, `Option<()>` or `Answer<()>`",
    note = "a page gives no value back: write `()` to go on only if the user opens it, `Answer<()>` to handle a no"
)]
pub trait Consent: Sized {
    /// The parameter's value, or how the call ends.
    ///
    /// # Errors
    ///
    /// The answer, where it ends the call.
    #[doc(hidden)]
    fn settle(answer: Answer<()>) -> Result<Self, Ended>;
}

impl Consent for () {
    fn settle(answer: Answer<()>) -> Result<Self, Ended> {
        match answer {
            Answer::Accepted(()) => Ok(()),
            Answer::Declined => Err(Ended::Declined),
            Answer::Cancelled => Err(Ended::Cancelled),
        }
    }
}

impl Consent for Option<()> {
    fn settle(answer: Answer<()>) -> Result<Self, Ended> {
        Ok(answer.accepted())
    }
}

impl Consent for Answer<()> {
    fn settle(answer: Self) -> Result<Self, Ended> {
        Ok(answer)
    }
}

impl Consent for Option<Answer<()>> {
    fn settle(answer: Answer<()>) -> Result<Self, Ended> {
        Ok(Some(answer))
    }
}

/// A type that a parameter may have whose value is a `V` that cannot be refused: `V`, or with `when`
/// `Option<V>`. For `#[ask(sample = …)]` a `V` is [`Sampled`](crate::Sampled), for `#[ask(roots)]` it
/// is `Vec<`[`Root`](crate::Root)`>`.
///
/// ```
/// use askback::{Root, prelude::*};
///
/// /// Counts the client's roots.
/// #[tool]
/// async fn count(#[ask(roots)] roots: Vec<Root>) -> String {
///     roots.len().to_string()
/// }
/// # let _ = count;
/// ```
#[diagnostic::on_unimplemented(
    message = "this parameter is asked for a `{V}` and cannot have the type `{Self}`",
    label = "not `{V}`",
    note = "write `{V}`, or with `when` an `Option` of it"
)]
pub trait Given<V>: Sized {
    /// The parameter's value.
    #[doc(hidden)]
    fn given(value: V) -> Self;
}

impl<V> Given<V> for V {
    fn given(value: V) -> Self {
        value
    }
}

impl<V> Given<V> for Option<V> {
    fn given(value: V) -> Self {
        Some(value)
    }
}

/// A type that a parameter with `when` may have: an `Option`, which is `None` where the question was
/// not asked.
///
/// **A no is `None` too**, and the call goes on, unless the option `required` stands beside `when`:
/// then a no ends the call, as it does for a parameter of the type itself. `Option<Answer<T>>` tells all
/// of them apart.
///
/// ```
/// use askback::prelude::*;
///
/// /// Sends money; large amounts are confirmed, and nothing is sent on a no.
/// #[tool]
/// async fn send(
///     amount: u32,
///     #[ask(confirm, when = amount > 100, required, message = format!("Send {amount}?"))]
///     _sure: Option<Confirmed>,
/// ) -> String {
///     format!("{amount} sent.")
/// }
/// # let _ = send;
/// ```
#[diagnostic::on_unimplemented(
    message = "a question with `when` may go unasked, and `{Self}` has no value for that",
    label = "not an `Option`",
    note = "write `Option<…>`, which is `None` where the question was not asked, and on a no; with `#[ask(required, …)]` a no ends the call"
)]
pub trait Unasked: Sized {
    /// What there is if it was asked.
    #[doc(hidden)]
    type Value;

    /// The value of a parameter for which it was found out.
    #[doc(hidden)]
    fn asked(value: Self::Value) -> Self;

    /// The value of a parameter whose question was not asked.
    #[doc(hidden)]
    fn unasked() -> Self;
}

impl<T> Unasked for Option<T> {
    type Value = T;

    fn asked(value: T) -> Self {
        Some(value)
    }

    fn unasked() -> Self {
        None
    }
}

//! The kinds of questions: which form each shows, and what an answer becomes.
//!
//! A kind is two functions, so that the ask itself is written once for all of them.

use super::{Answer, Confirmation, Confirmed, Ended, Outcome, confirm::YesNo};
use crate::form::{Elicit, Form, FormError};

/// An answer that has been held against its form.
#[derive(Debug)]
pub(crate) enum Settled {
    /// The normalised content, a JSON object.
    Accepted(String),
    Declined,
    Cancelled,
}

/// How to ask for an `O`.
#[derive(Debug)]
pub(crate) struct Kind<O> {
    pub(crate) requested_schema: fn() -> Result<&'static Form, &'static FormError>,
    pub(super) settle: fn(Settled) -> serde_json::Result<O>,
}

impl<T: Elicit> Kind<Answer<T>> {
    /// A form, answered inline.
    pub(crate) const fn form() -> Self {
        Self { requested_schema: T::form, settle: answer }
    }
}

impl Kind<Option<Confirmed>> {
    /// A yes or no, answered inline.
    pub(crate) const fn confirm() -> Self {
        Self { requested_schema: YesNo::form, settle: confirmed }
    }
}

impl<T: Outcome> Kind<Result<T, Ended>> {
    /// A form that becomes the parameter `T`.
    pub(crate) const fn outcome() -> Self {
        Self { requested_schema: T::Form::form, settle: |settled| answer(settled).map(T::settle) }
    }
}

impl<T: Confirmation> Kind<Result<T, Ended>> {
    /// A yes or no that becomes the parameter `T`.
    pub(crate) const fn confirmation() -> Self {
        Self { requested_schema: YesNo::form, settle: |settled| confirmed(settled).map(T::settle) }
    }
}

fn answer<T: Elicit>(settled: Settled) -> serde_json::Result<Answer<T>> {
    Ok(match settled {
        Settled::Accepted(content) => Answer::Accepted(serde_json::from_str(&content)?),
        Settled::Declined => Answer::Declined,
        Settled::Cancelled => Answer::Cancelled,
    })
}

fn confirmed(settled: Settled) -> serde_json::Result<Option<Confirmed>> {
    let answer = answer::<YesNo>(settled)?;
    Ok(answer.accepted().as_ref().and_then(Confirmed::from_content))
}

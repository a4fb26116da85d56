//! The returned style: a handler that returns what it asks, and carries its own state to the next
//! run.
//!
//! It is a value: how it reaches the client, and what comes back, is not known here.

use std::{fmt, marker::PhantomData};

use serde::Serialize;

use super::{
    Confirmed, Sample,
    confirm::YesNo,
    fault::Fault,
    inquiry::{Inquiry, OwnedInquiry},
};
use crate::form::{Elicit, Form};

/// What a handler returns instead of a result: questions, and state of its own.
///
/// The handler is called again from the top when the answers are there; it reads them with
/// [`Context::answers`](crate::Context::answers) and its state with
/// [`Context::carried`](crate::Context::carried). What neither asks nor carries anything cannot be
/// returned: its type is another.
///
/// ```
/// use askback::{InputRequired, Reply, prelude::*};
///
/// /// Who to greet.
/// #[ask]
/// struct Name {
///     name: String,
/// }
///
/// /// Greets someone by name.
/// #[tool]
/// async fn greet(cx: &Context) -> Reply<String> {
///     match cx.answers().elicit::<Name>("who") {
///         Some(Answer::Accepted(Name { name })) => Reply::Done(format!("Hello, {name}!")),
///         Some(_) => Reply::Done("Hello, stranger!".into()),
///         None => InputRequired::new().elicit::<Name>("who", "Your name?").into(),
///     }
/// }
/// # let _ = greet;
/// ```
#[must_use = "it asks nothing until it is returned"]
pub struct InputRequired<S = Asks> {
    pub(super) requests: Vec<(Box<str>, OwnedInquiry)>,
    /// JSON text.
    pub(super) carried: Option<String>,
    pub(super) fault: Option<Fault>,
    state: PhantomData<S>,
}

/// An [`InputRequired`] that asks or carries something.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Asks {}

/// An [`InputRequired`] that neither asks nor carries anything yet.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Nothing {}

impl InputRequired<Nothing> {
    /// Nothing, yet.
    #[expect(clippy::new_without_default, reason = "nothing is not to be returned")]
    pub const fn new() -> Self {
        Self { requests: Vec::new(), carried: None, fault: None, state: PhantomData }
    }
}

impl<S> InputRequired<S> {
    /// Asks the user to fill in a form. The message is what the user reads above it.
    pub fn elicit<T: Elicit>(
        mut self,
        key: impl Into<String>,
        message: impl Into<String>,
    ) -> InputRequired {
        match T::form() {
            Ok(form) => self.elicit_with(key, message, form),
            Err(error) => {
                self.fault.get_or_insert(Fault::Form(error.to_string()));
                self.done()
            }
        }
    }

    /// Asks the user to fill in a form that was made at run time, see [`Form::builder`].
    pub fn elicit_with(
        self,
        key: impl Into<String>,
        message: impl Into<String>,
        form: &Form,
    ) -> InputRequired {
        self.with(key, Inquiry::Form { message: message.into(), form: form.clone() })
    }

    /// Asks the user for a yes.
    pub fn confirm(self, key: impl Into<String>, message: impl Into<String>) -> InputRequired {
        self.elicit::<YesNo>(key, message)
    }

    /// Asks the client's model. See [`Context::sample`](crate::Context::sample).
    pub fn sample(self, key: impl Into<String>, request: &Sample) -> InputRequired {
        self.with(key, Inquiry::Sample { params: request.params() })
    }

    /// Asks the client for its roots. See [`Context::roots`](crate::Context::roots).
    pub fn roots(self, key: impl Into<String>) -> InputRequired {
        self.with(key, Inquiry::Roots)
    }

    /// Carries state of the handler's to its next run, sealed: the client can neither change nor,
    /// unless states are signed, read it. Alone it makes a round without a question.
    pub fn carry<T: Serialize>(mut self, state: &T) -> InputRequired {
        match serde_json::to_string(state) {
            Ok(json) => self.carried = Some(json),
            Err(error) => {
                self.fault.get_or_insert(Fault::Carried(error.to_string()));
            }
        }
        self.done()
    }

    fn with(mut self, key: impl Into<String>, inquiry: OwnedInquiry) -> InputRequired {
        self.requests.push((key.into().into(), inquiry));
        self.done()
    }

    fn done(self) -> InputRequired {
        let Self { requests, carried, fault, state: _ } = self;
        InputRequired { requests, carried, fault, state: PhantomData }
    }
}

impl<S> fmt::Debug for InputRequired<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys: Vec<&str> = self.requests.iter().map(|(key, _)| &**key).collect();
        f.debug_struct("InputRequired").field("keys", &keys).finish_non_exhaustive()
    }
}

/// Whether a question is the one that [`Confirmed`] answers.
pub(super) fn is_confirmation(inquiry: &OwnedInquiry) -> bool {
    match (inquiry, YesNo::form()) {
        (Inquiry::Form { form, .. }, Ok(yes_no)) => form.is(yes_no),
        _ => false,
    }
}

/// A yes, where that is what the user said.
pub(super) fn confirmed(content: &YesNo) -> Option<Confirmed> {
    Confirmed::from_content(content)
}

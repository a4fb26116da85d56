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
    future::UrlOf,
    inquiry::{Inquiry, InquiryRef, OwnedInquiry},
    ledger::Ledger,
    steps::Random,
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
    pub(super) requests: Vec<(Box<str>, Wanted)>,
    /// JSON text.
    pub(super) carried: Option<String>,
    pub(super) fault: Option<Fault>,
    state: PhantomData<S>,
}

/// What is asked, where a page has no id yet.
pub(super) enum Wanted {
    Inquiry(OwnedInquiry),
    Page { message: String, url: UrlOf<'static> },
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

    /// Asks the user to open a page. `url` makes its URL of an id that nobody can guess; see
    /// [`Context::open_url`](crate::Context::open_url). Accepted means that the user agreed to open it,
    /// and no more.
    ///
    /// ```
    /// use askback::{InputRequired, Reply, prelude::*};
    ///
    /// /// Links a bank account.
    /// #[tool]
    /// async fn link(cx: &Context) -> Reply<&'static str> {
    ///     match cx.answers().open_url("bank") {
    ///         Some(Answer::Accepted(())) => Reply::Done("The page is open."),
    ///         Some(_) => Reply::Done("Nothing was linked."),
    ///         None => InputRequired::new()
    ///             .open_url("bank", "Link your bank.", |id| format!("https://bank.example/{id}"))
    ///             .into(),
    ///     }
    /// }
    /// # let _ = link;
    /// ```
    pub fn open_url(
        mut self,
        key: impl Into<String>,
        message: impl Into<String>,
        url: impl Fn(&str) -> String + Send + Sync + 'static,
    ) -> InputRequired {
        let page = Wanted::Page { message: message.into(), url: Box::new(url) };
        self.requests.push((key.into().into(), page));
        self.done()
    }

    /// Asks the client's model. See [`Context::sample`](crate::Context::sample).
    pub fn sample(self, key: impl Into<String>, request: &Sample) -> InputRequired {
        self.with(key, Inquiry::Sample { params: request.params(), tools: request.has_tools() })
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
        self.requests.push((key.into().into(), Wanted::Inquiry(inquiry)));
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

impl Wanted {
    /// What is asked, of the page that was asked for before if it was; `None` where it cannot be.
    pub(super) fn inquiry(
        self,
        key: &str,
        ledger: &Ledger,
        random: Random,
    ) -> Option<OwnedInquiry> {
        let (message, url) = match self {
            Self::Inquiry(inquiry) => return Some(inquiry),
            Self::Page { message, url } => (message, url),
        };
        let (id, url) = ledger.page(Some(key), &message, &url, random)?;
        Some(Inquiry::Url { message, url, id })
    }
}

/// Whether a question is the one that [`Confirmed`] answers.
pub(super) fn is_confirmation(inquiry: InquiryRef<'_>) -> bool {
    match (inquiry, YesNo::form()) {
        (Inquiry::Form { form, .. }, Ok(yes_no)) => form.is(yes_no),
        _ => false,
    }
}

/// A yes, where that is what the user said.
pub(super) fn confirmed(content: &YesNo) -> Option<Confirmed> {
    Confirmed::from_content(content)
}

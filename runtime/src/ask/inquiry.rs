//! What a client is asked, whichever way the question travels.
//!
//! It does not know who asks, nor what becomes of the answer.

use super::digest::Digest;
use crate::{form::Form, wire::Capability};

/// A question. `T` is a text: borrowed from its ask, or owned once it is open.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Inquiry<T> {
    /// The user is shown a form.
    Form { message: T, form: &'static Form },
    /// The client's model continues a conversation; `params` are those of the request, as JSON.
    Sample { params: T },
    /// The client names its roots.
    Roots,
}

impl<T: AsRef<str>> Inquiry<T> {
    pub(crate) fn as_ref(&self) -> Inquiry<&str> {
        match self {
            Self::Form { message, form } => Inquiry::Form { message: message.as_ref(), form },
            Self::Sample { params } => Inquiry::Sample { params: params.as_ref() },
            Self::Roots => Inquiry::Roots,
        }
    }

    /// What a client must have declared to be asked this.
    pub(crate) fn needs(&self) -> Capability {
        match self {
            Self::Form { .. } => Capability::Form,
            Self::Sample { .. } => Capability::Sampling,
            Self::Roots => Capability::Roots,
        }
    }
}

impl Inquiry<&str> {
    pub(super) fn digest(self) -> Digest {
        match self {
            Self::Form { message, form } => Digest::of_form(message, form),
            Self::Sample { params } => Digest::of_text("sampling", params),
            Self::Roots => Digest::of_text("roots", ""),
        }
    }

    pub(super) fn to_owned(self) -> Inquiry<String> {
        self.with_reason("")
    }

    /// The question as it is asked again, with the reason in front of what a user reads.
    pub(super) fn with_reason(self, reason: &str) -> Inquiry<String> {
        match self {
            Self::Form { message, form } if reason.is_empty() => {
                Inquiry::Form { message: message.to_owned(), form }
            }
            Self::Form { message, form } => {
                Inquiry::Form { message: format!("{reason}. {message}"), form }
            }
            Self::Sample { params } => Inquiry::Sample { params: params.to_owned() },
            Self::Roots => Inquiry::Roots,
        }
    }
}

impl<'a> Inquiry<&'a str> {
    /// What a person reads of it.
    pub(super) fn text(self) -> &'a str {
        match self {
            Self::Form { message, .. } => message,
            Self::Sample { params } => params,
            Self::Roots => "roots",
        }
    }
}

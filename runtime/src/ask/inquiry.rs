//! What a client is asked, whichever way the question travels.
//!
//! It does not know who asks, nor what becomes of the answer.

use std::{borrow::Borrow, fmt};

use super::digest::Digest;
use crate::{form::Form, wire::Capability};

/// A question. `T` is a text and `F` a form: borrowed from an ask, or owned once it is open.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Inquiry<T, F> {
    /// The user is shown a form.
    Form { message: T, form: F },
    /// The client's model continues a conversation, maybe with tools; `params` are those of the request,
    /// as JSON.
    Sample { params: T, tools: bool },
    /// The user is asked to open a page.
    Url { message: T, url: T, id: Correlation },
    /// The client names its roots.
    Roots,
}

/// What tells one opening of a page from every other: 128 random bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Correlation(pub(super) [u8; 16]);

impl Correlation {
    /// Of no page.
    pub(super) const NONE: Self = Self([0; 16]);
}

impl fmt::Display for Correlation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A question that borrows from its ask.
pub(crate) type InquiryRef<'a> = Inquiry<&'a str, &'a Form>;

/// A question that is open.
pub(crate) type OwnedInquiry = Inquiry<String, Form>;

impl<T: AsRef<str>, F: Borrow<Form>> Inquiry<T, F> {
    pub(crate) fn as_ref(&self) -> InquiryRef<'_> {
        match self {
            Self::Form { message, form } => {
                Inquiry::Form { message: message.as_ref(), form: form.borrow() }
            }
            Self::Sample { params, tools } => {
                Inquiry::Sample { params: params.as_ref(), tools: *tools }
            }
            Self::Url { message, url, id } => {
                Inquiry::Url { message: message.as_ref(), url: url.as_ref(), id: *id }
            }
            Self::Roots => Inquiry::Roots,
        }
    }

    /// Which page it is about, if it is about one.
    pub(super) fn page(&self) -> Option<Correlation> {
        match self {
            Self::Url { id, .. } => Some(*id),
            _ => None,
        }
    }

    /// What a client must have declared to be asked this.
    pub(crate) fn needs(&self) -> Capability {
        match self {
            Self::Form { .. } => Capability::Form,
            Self::Sample { tools: false, .. } => Capability::Sampling,
            Self::Sample { tools: true, .. } => Capability::SamplingTools,
            Self::Url { .. } => Capability::Url,
            Self::Roots => Capability::Roots,
        }
    }
}

impl InquiryRef<'_> {
    pub(super) fn digest(self) -> Digest {
        match self {
            Self::Form { message, form } => Digest::of_form(message, form),
            Self::Sample { params, .. } => Digest::of_text("sampling", params),
            // The page is another one for every call, and fixed by its correlation.
            Self::Url { message, .. } => Digest::of_text("url", message),
            Self::Roots => Digest::of_text("roots", ""),
        }
    }

    pub(super) fn to_owned(self) -> OwnedInquiry {
        self.with_reason("")
    }

    /// The question as it is asked again, with the reason in front of what a user reads.
    pub(super) fn with_reason(self, reason: &str) -> OwnedInquiry {
        match self {
            Self::Form { message, form } if reason.is_empty() => {
                Inquiry::Form { message: message.to_owned(), form: form.clone() }
            }
            Self::Form { message, form } => {
                Inquiry::Form { message: format!("{reason}. {message}"), form: form.clone() }
            }
            Self::Url { message, url, id } => {
                let message = if reason.is_empty() {
                    message.to_owned()
                } else {
                    format!("{reason}. {message}")
                };
                Inquiry::Url { message, url: url.to_owned(), id }
            }
            Self::Sample { params, tools } => Inquiry::Sample { params: params.to_owned(), tools },
            Self::Roots => Inquiry::Roots,
        }
    }
}

impl<'a> InquiryRef<'a> {
    /// What a person reads of it.
    pub(super) fn text(self) -> &'a str {
        match self {
            Self::Form { message, .. } | Self::Url { message, .. } => message,
            Self::Sample { params, .. } => params,
            Self::Roots => "roots",
        }
    }
}

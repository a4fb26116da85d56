//! The entries of a ledger: questions that were asked before, and asks that wait.
//!
//! What becomes of them is the ledger's business.

use std::task::Waker;

use super::{
    digest::Digest,
    inquiry::{Correlation, OwnedInquiry},
    name::Name,
    progress::Entry,
    returned::is_confirmation,
};

/// A question of an earlier round.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) label: Box<str>,
    pub(super) digest: Digest,
    pub(super) unnamed: bool,
    /// Whether it is a confirmation, and no other form.
    pub(super) is_confirmation: bool,
    /// Which page it is about, if it is about one.
    pub(super) page: Option<Correlation>,
    pub(super) unread: bool,
    /// The client's result in JSON.
    pub(super) answer: Option<Box<str>>,
    /// Whether an ask of this run is this question.
    pub(super) met: bool,
}

/// An ask that waits for its answer.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) ticket: u32,
    pub(super) label: Option<Box<str>>,
    pub(super) unnamed: bool,
    pub(super) digest: Digest,
    pub(super) inquiry: OwnedInquiry,
    /// Whether the client has been asked; `false` wherever the handler is not kept.
    pub(super) sent: bool,
    /// Answers that did not do, where the handler is kept.
    pub(super) fruitless: u32,
    pub(super) waker: Option<Waker>,
    /// What came back, not yet held against the form.
    pub(super) answer: Option<Box<str>>,
}

impl Known {
    pub(super) fn from_entry(entry: Entry<'_>) -> Self {
        Self {
            label: entry.label.into(),
            digest: entry.digest,
            unnamed: entry.unnamed,
            is_confirmation: entry.is_confirmation,
            page: entry.page.map(|page| Correlation(page.0)),
            unread: entry.unread,
            answer: entry.answer.map(|answer| answer.get().into()),
            met: false,
        }
    }

    pub(super) fn to_entry(&self) -> Option<Entry<'_>> {
        let answer = self.answer.as_deref()?;
        Some(Entry {
            label: (&*self.label).into(),
            digest: self.digest,
            unnamed: self.unnamed,
            is_confirmation: self.is_confirmation,
            page: self.page.map(|page| Name(page.0)),
            unread: self.unread,
            answer: Some(serde_json::from_str(answer).ok()?),
        })
    }
}

impl Open {
    pub(super) fn new(
        ticket: u32,
        label: Option<Box<str>>,
        digest: Digest,
        inquiry: OwnedInquiry,
    ) -> Self {
        let (unnamed, waker, answer) = (label.is_none(), None, None);
        Self { ticket, label, unnamed, digest, inquiry, sent: false, fruitless: 0, waker, answer }
    }

    /// A question that was returned under `key`.
    pub(super) fn returned(ticket: u32, key: Box<str>, inquiry: OwnedInquiry) -> Self {
        let digest = inquiry.as_ref().digest();
        Self::new(ticket, Some(key), digest, inquiry)
    }

    pub(super) fn to_entry(&self) -> Entry<'_> {
        Entry {
            label: self.label.as_deref().unwrap_or_default().into(),
            digest: self.digest,
            unnamed: self.unnamed,
            is_confirmation: is_confirmation(self.inquiry.as_ref()),
            page: self.inquiry.page().map(|page| Name(page.0)),
            unread: false,
            answer: None,
        }
    }
}

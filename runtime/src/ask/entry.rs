//! The entries of a ledger: questions that were asked before, and asks that wait.
//!
//! What becomes of them is the ledger's business.

use std::task::Waker;

use super::{
    age::Moment,
    digest::Digest,
    inquiry::{Correlation, Inquiry, OwnedInquiry},
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
    /// When the answer was given, in seconds since the epoch.
    pub(super) given_at: u64,
    /// Whether the answer is no person's, and so does not grow old.
    pub(super) is_ageless: bool,
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
    /// The entry at a later moment: an answer that is too old is none, and is asked for again.
    pub(super) fn from_entry(entry: Entry<'_>, moment: Moment) -> Self {
        let given_at = entry.given_at.unwrap_or_default();
        let counts = entry.is_ageless || moment.is_in_time(given_at);
        let answer = entry.answer.filter(|_| counts);
        Self {
            label: entry.label.into(),
            digest: entry.digest,
            unnamed: entry.unnamed,
            is_confirmation: entry.is_confirmation,
            page: entry.page.map(|page| Correlation(page.0)),
            unread: entry.unread && answer.is_some(),
            given_at,
            is_ageless: entry.is_ageless,
            answer: answer.map(|answer| answer.get().into()),
            met: false,
        }
    }

    /// Whether there is an answer that does not count any more.
    pub(super) fn is_too_old(&self, moment: Moment) -> bool {
        self.answer.is_some() && !self.is_ageless && !moment.is_in_time(self.given_at)
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
            given_at: (!self.is_ageless).then_some(self.given_at),
            is_ageless: self.is_ageless,
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
            given_at: None,
            is_ageless: self.is_ageless(),
            answer: None,
        }
    }

    /// Whether the client answers by itself, and no person.
    pub(super) fn is_ageless(&self) -> bool {
        !matches!(self.inquiry, Inquiry::Form { .. } | Inquiry::Url { .. })
    }
}

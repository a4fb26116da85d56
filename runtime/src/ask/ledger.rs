//! The ledger of one call: the answers that are known, the asks that are open, and faults.
//!
//! It decides which answer belongs to which question. It does not poll anything, and its lock is
//! never held while code of the author's runs.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::de::DeserializeSeed;

use super::{
    age::Moment,
    digest::Digest,
    entry::{Known, Open},
    fault::Fault,
    inquiry::{Correlation, InquiryRef, OwnedInquiry},
    label,
    progress::Progress,
    responses::Responses,
    steps::Steps,
    tether::Tether,
};
use crate::wire::{Rpc, RpcError};

/// See the module's documentation. One ledger serves one run of a handler.
#[derive(Debug, Default)]
pub(crate) struct Ledger(pub(super) Mutex<Inner>);

#[derive(Debug, Default)]
pub(super) struct Inner {
    pub(super) retry: bool,
    /// When the answers of this round were given.
    pub(super) moment: Moment,
    pub(super) round: u32,
    pub(super) fruitless: u32,
    /// Whether this run read an answer that no run had read before.
    pub(super) progressed: bool,
    /// Whether the handler is kept while its questions are out.
    pub(super) suspends: bool,
    /// The number of the last label that was given while it is kept.
    pub(super) labelled: u32,
    /// State of the author's, as JSON text.
    pub(super) carried: Option<Box<str>>,
    /// Answers by key that nobody has asked for, where the handler takes them.
    pub(super) unproven: Vec<(Box<str>, Box<str>)>,
    /// Keys that will have no answer, and why.
    pub(super) failed: Vec<(Box<str>, String)>,
    pub(super) steps: Steps,
    /// The name of the call.
    pub(super) chain: Option<[u8; 16]>,
    /// What the call ends with.
    pub(super) tether: Option<Arc<Tether>>,
    /// Tickets of asks that were given up while their questions were out.
    pub(super) withdrawn: Vec<u32>,
    pub(super) known: Vec<Known>,
    pub(super) open: Vec<Open>,
    /// Keys that this run has asked under.
    used: Vec<Box<str>>,
    pub(super) created: u32,
    pub(super) opened: u32,
    /// Asks that wait for something else than an answer, so that the round may end without a question.
    pub(super) waiting: usize,
    /// Pages that have been used, and of which the client has not been told.
    pub(super) used_pages: Vec<Correlation>,
    pub(super) changed: Option<Box<str>>,
    pub(super) fault: Option<Fault>,
    #[cfg(feature = "testing")]
    journal: Option<super::Journal>,
}

/// A question as its ask knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    /// The position among the asks that were created, first to last.
    pub(super) ticket: u32,
    pub(super) key: Option<&'a str>,
    pub(super) inquiry: InquiryRef<'a>,
}

/// The answer that an ask found, and where it stands.
#[derive(Debug)]
pub(super) struct Found {
    entry: usize,
    /// The client's result in JSON, not yet held against the question.
    pub(super) answer: Box<str>,
}

/// What a question met in the ledger.
#[derive(Debug)]
pub(super) enum Met {
    Answer(Found),
    /// It is open now.
    Open,
    Fault,
}

/// Where a handler stands after it was polled.
#[derive(Debug)]
pub(super) struct Standing {
    pub(super) fault: Option<Fault>,
    /// Nobody waits for it any more.
    pub(super) is_cut: bool,
    pub(super) runs_step: bool,
    /// Tickets of asks that were given up while their questions were out.
    pub(super) withdrawn: Vec<u32>,
    /// How many questions are to be put to the client.
    pub(super) unsent: usize,
    /// How many have been opened in all.
    pub(super) opened: u32,
}

impl Ledger {
    /// The ledger of a retry, from the verified payload of its state.
    ///
    /// `None` where the payload is none of ours.
    pub(crate) fn restore(payload: &[u8], moment: Moment) -> Option<Self> {
        let progress: Progress<'_> = serde_json::from_slice(payload).ok()?;
        let known = |entry| Known::from_entry(entry, moment);
        let known = progress.entries.into_iter().map(known).collect();
        Some(Self(Mutex::new(Inner {
            retry: true,
            moment,
            round: progress.round,
            fruitless: progress.fruitless,
            carried: progress.carried.map(|carried| carried.get().into()),
            chain: progress.chain.map(|chain| chain.0),
            steps: Steps::recalled(progress.steps),
            known,
            ..Inner::default()
        })))
    }

    /// Takes from `inputResponses` the answers to open questions; other keys are never looked at.
    ///
    /// # Errors
    ///
    /// -32602 where an answer that is waited for is given twice.
    pub(crate) fn receive(&self, input_responses: &str) -> Result<(), RpcError> {
        let mut inner = self.lock();
        let mut deserializer = serde_json::Deserializer::from_str(input_responses);
        let now = inner.moment.now();
        Responses(&mut inner.known, now).deserialize(&mut deserializer).map_err(|error| {
            let text = error.to_string();
            let reason = text.split(" at line").next().unwrap_or_default();
            RpcError::new(Rpc::MalformedParams, format!("`inputResponses`: {reason}"))
        })
    }

    /// The same ledger, with every question noted for a test.
    #[cfg(feature = "testing")]
    pub(crate) fn noted_in(self, journal: Option<&super::Journal>) -> Self {
        self.lock().journal = journal.cloned();
        self
    }

    pub(crate) fn is_retry(&self) -> bool {
        self.lock().retry
    }

    /// The position of the next ask.
    pub(super) fn create(&self) -> u32 {
        let mut inner = self.lock();
        inner.created += 1;
        inner.created
    }

    /// Looks for the answer to `question`; opens it where there is none.
    pub(super) fn meet(&self, question: Question<'_>) -> Met {
        let digest = question.inquiry.digest();
        let mut inner = self.lock();
        if inner.is_in_step() {
            inner.fault.get_or_insert(Fault::AskInStep(question.inquiry.text().into()));
            return Met::Fault;
        }
        #[cfg(feature = "testing")]
        inner.note(|journal| journal.met(question.key, question.inquiry.text()));
        let entry = match question.key {
            Some(key) => match inner.claim(key) {
                Ok(()) => inner.find_named(key, digest),
                Err(fault) => {
                    inner.fault.get_or_insert(fault);
                    return Met::Fault;
                }
            },
            None => inner.find_unnamed(digest),
        };
        let entry = entry.or_else(|| inner.find_unproven(&question, digest));
        if let Some(entry) = entry {
            let known = &mut inner.known[entry];
            known.met = true;
            if let Some(answer) = known.answer.take() {
                return Met::Answer(Found { entry, answer });
            }
        }
        let label = entry.map(|entry| inner.known[entry].label.clone());
        inner.open(question, digest, label, question.inquiry.to_owned());
        Met::Open
    }

    /// Keeps an answer that its question has accepted, in the form that travels.
    pub(super) fn settle(&self, found: &Found, answer: Box<str>) {
        let mut inner = self.lock();
        let known = &mut inner.known[found.entry];
        known.answer = Some(answer);
        inner.progressed |= std::mem::take(&mut inner.known[found.entry].unread);
    }

    /// Opens a question again whose answer does not do, with the reason in front of its message.
    pub(super) fn reopen(&self, question: Question<'_>, found: &Found, reason: &str) {
        let mut inner = self.lock();
        let Known { digest, label, .. } = &inner.known[found.entry];
        let (digest, label) = (*digest, label.clone());
        let inquiry = question.inquiry.with_reason(reason);
        inner.open(question, digest, Some(label), inquiry);
    }

    /// Forgets an open ask whose future was dropped.
    pub(super) fn close(&self, ticket: u32) {
        let mut inner = self.lock();
        let Some(position) = inner.open.iter().position(|open| open.ticket == ticket) else {
            return;
        };
        #[cfg(feature = "testing")]
        inner.note(|journal| journal.withdrawn(inner.open[position].inquiry.as_ref().text()));
        if inner.open.remove(position).sent {
            inner.withdrawn.push(ticket);
        }
    }

    /// Notes a mistake of the author's; the call fails, whatever the handler goes on to return.
    pub(crate) fn fault(&self, fault: Fault) {
        self.lock().fault.get_or_insert(fault);
    }

    /// Where the handler stands after it was polled.
    pub(super) fn standing(&self) -> Standing {
        let mut inner = self.lock();
        Standing {
            fault: inner.fault.take(),
            is_cut: inner.is_cut(),
            runs_step: inner.steps.is_running(),
            withdrawn: std::mem::take(&mut inner.withdrawn),
            unsent: inner.open.iter().filter(|open| !open.sent).count() + inner.waiting,
            opened: inner.opened,
        }
    }

    /// Whether the handler is kept while its questions are out.
    pub(super) fn is_kept(&self) -> bool {
        self.lock().suspends
    }

    /// Lets the round end without a question, for an ask that waits for something else.
    pub(super) fn wait(&self) {
        self.lock().waiting += 1;
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        // Nothing of the author's runs under the lock, so a poisoned one still holds a whole ledger.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    #[cfg(feature = "testing")]
    fn note(&self, note: impl FnOnce(&super::Journal)) {
        if let Some(journal) = &self.journal {
            note(journal);
        }
    }

    pub(super) fn claim(&mut self, key: &str) -> Result<(), Fault> {
        if label::is_reserved(key) {
            return Err(Fault::ReservedKey(key.into()));
        }
        if self.used.iter().any(|used| **used == *key) {
            return Err(Fault::KeyTwice(key.into()));
        }
        self.used.push(key.into());
        Ok(())
    }

    /// The entry of `key`. If its question was another one, that answer alone is dropped.
    fn find_named(&mut self, key: &str, digest: Digest) -> Option<usize> {
        let entry = self.known.iter().position(|known| !known.unnamed && *known.label == *key)?;
        let known = &mut self.known[entry];
        if known.digest != digest {
            (known.digest, known.answer, known.unread) = (digest, None, false);
            known.page = None;
            self.changed = Some(key.into());
        }
        Some(entry)
    }

    fn find_unnamed(&self, digest: Digest) -> Option<usize> {
        self.known.iter().position(|known| known.unnamed && !known.met && known.digest == digest)
    }

    pub(super) fn open(
        &mut self,
        question: Question<'_>,
        digest: Digest,
        label: Option<Box<str>>,
        inquiry: OwnedInquiry,
    ) {
        let unnamed = question.key.is_none();
        let label = label.or_else(|| question.key.map(Into::into));
        self.opened += 1;
        self.open.push(Open { unnamed, ..Open::new(question.ticket, label, digest, inquiry) });
    }
}

//! The ledger of a handler that returns what it asks: its questions opened, its answers read, and its
//! state carried.
//!
//! It does not know what becomes of them in between.

use super::{
    Asked, InputRequired, age::Moment, entry::Open, fault::Fault, label, ledger::Ledger,
    steps::Random,
};

/// Why returned questions cannot be asked.
#[derive(Debug)]
pub(crate) enum NotAsked {
    Fault(Fault),
    /// There will be no answer to this one, and the handler knew.
    FailedBefore {
        key: Box<str>,
        reason: String,
    },
}

impl Ledger {
    /// Opens what a handler returned, and ends the round.
    pub(crate) fn ask_returned(
        &self,
        input: InputRequired,
        random: Random,
    ) -> Result<Asked, NotAsked> {
        let InputRequired { requests, carried, fault, .. } = input;
        if let Some(fault) = fault {
            return Err(NotAsked::Fault(fault));
        }
        let asked = requests.into_iter().filter_map(|(key, wanted)| {
            let inquiry = wanted.inquiry(&key, self, random)?;
            Some((key, inquiry))
        });
        let asked: Vec<_> = asked.collect();
        let mut inner = self.lock();
        if let Some(fault) = inner.fault.take() {
            return Err(NotAsked::Fault(fault));
        }
        for (key, inquiry) in asked {
            if let Some((_, reason)) = inner.failed.iter().find(|(failed, _)| *failed == key) {
                return Err(NotAsked::FailedBefore { reason: reason.clone(), key });
            }
            if label::is_reserved(&key) {
                return Err(NotAsked::Fault(Fault::ReservedKey(key)));
            }
            inner.claim(&key).map_err(NotAsked::Fault)?;
            // What was answered before is asked anew.
            inner.known.retain(|known| known.unnamed || known.label != key);
            inner.created += 1;
            let open = Open::returned(inner.created, key, inquiry);
            inner.open.push(open);
        }
        if let Some(carried) = carried {
            inner.carried = Some(carried.into());
        }
        drop(inner);
        Ok(self.end_round())
    }

    /// The ledger of the next run of a handler that is kept, with what came back and what did not.
    pub(crate) fn reentered(
        payload: &[u8],
        answers: Vec<(Box<str>, Box<str>)>,
        failed: Vec<(Box<str>, String)>,
        moment: Moment,
    ) -> Option<Self> {
        let ledger = Self::restore(payload, moment)?;
        let mut inner = ledger.lock();
        for (label, answer) in answers {
            if let Some(known) = inner.known.iter_mut().find(|known| known.label == label) {
                (known.answer, known.unread) = (Some(answer), true);
                known.given_at = moment.now();
            }
        }
        inner.suspends = true;
        inner.failed = failed;
        drop(inner);
        Some(ledger)
    }

    /// The answer under `key`, not yet held against its question; `is_confirmation` says of which
    /// kind it must be.
    pub(super) fn answer(&self, key: &str, is_confirmation: Option<bool>) -> Option<Box<str>> {
        let inner = self.lock();
        let known = inner.known.iter().find(|known| !known.unnamed && *known.label == *key);
        let Some(known) = known else {
            let mut unproven = inner.unproven.iter().filter(|_| is_confirmation != Some(true));
            return unproven.find(|(known, _)| **known == *key).map(|(_, answer)| answer.clone());
        };
        let is_right = is_confirmation.is_none_or(|right| right == known.is_confirmation);
        known.answer.clone().filter(|_| is_right)
    }

    /// Keeps an answer that was read, in the form that travels.
    pub(super) fn keep(&self, key: &str, answer: Box<str>) {
        let mut inner = self.lock();
        let found = inner.known.iter_mut().find(|known| !known.unnamed && *known.label == *key);
        let was_unread = found.is_some_and(|known| {
            known.answer = Some(answer);
            std::mem::take(&mut known.unread)
        });
        inner.progressed |= was_unread;
    }

    pub(super) fn failed(&self, key: &str) -> Option<String> {
        let inner = self.lock();
        inner.failed.iter().find(|(failed, _)| **failed == *key).map(|(_, reason)| reason.clone())
    }

    /// State of the author's, as JSON text.
    pub(crate) fn carried(&self) -> Option<Box<str>> {
        self.lock().carried.clone()
    }
}

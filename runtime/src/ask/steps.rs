//! The ledger's steps: what has happened once, what runs now, and the name of the whole call.
//!
//! It does not know what a step does.

use std::{borrow::Cow, sync::Arc};

use serde_json::value::RawValue;

use super::{
    Tether,
    fault::Fault,
    future::UrlOf,
    inquiry::{Correlation, Inquiry},
    ledger::{Inner, Ledger},
    once::Step,
};

/// The steps of one call.
#[derive(Debug, Default)]
pub(super) struct Steps {
    /// What came of each step that has happened, as JSON text.
    recorded: Vec<(Box<str>, Box<str>)>,
    /// Keys that this run has used.
    used: Vec<Box<str>>,
    running: usize,
    /// How many steps are being polled right now, one inside another.
    inside: usize,
}

impl Steps {
    /// The steps of a call that is entered again.
    pub(super) fn recalled(entries: Vec<(Cow<'_, str>, &RawValue)>) -> Self {
        let recorded = entries.into_iter().map(|(key, json)| (key.into(), json.get().into()));
        Self { recorded: recorded.collect(), ..Self::default() }
    }

    /// Whether one runs, and the round cannot be over.
    pub(super) fn is_running(&self) -> bool {
        self.running > 0
    }

    /// As they travel.
    pub(super) fn to_entries(&self) -> Vec<(Cow<'_, str>, &RawValue)> {
        let each = self.recorded.iter();
        let read =
            each.map(|(key, json)| serde_json::from_str(json).map(|json| ((&**key).into(), json)));
        read.filter_map(Result::ok).collect()
    }
}

impl Ledger {
    pub(super) fn begin_step(&self, key: &str) -> Step {
        let mut inner = self.lock();
        if inner.steps.inside > 0 {
            inner.fault.get_or_insert(Fault::StepInStep(key.into()));
            return Step::Fault;
        }
        if inner.steps.used.iter().any(|used| **used == *key) {
            inner.fault.get_or_insert(Fault::StepTwice(key.into()));
            return Step::Fault;
        }
        inner.steps.used.push(key.into());
        let recorded = inner.steps.recorded.iter().find(|(recorded, _)| **recorded == *key);
        if let Some((_, json)) = recorded {
            return Step::Recorded(json.clone());
        }
        if inner.tether.as_ref().is_some_and(|tether| !tether.hold()) {
            // Nobody waits for this call any more: it ends where it stands.
            return Step::Fault;
        }
        inner.steps.running += 1;
        Step::Runs
    }

    /// A step is over; `result` is kept, where there is one.
    pub(super) fn end_step(&self, key: &str, result: Option<String>) {
        let mut inner = self.lock();
        inner.steps.running -= 1;
        if let Some(json) = result {
            inner.steps.recorded.push((key.into(), json.into()));
        }
        inner.tether.as_ref().inspect(|tether| tether.let_go());
    }

    /// Whether nobody waits for this call any more, and no step runs.
    pub(super) fn is_cut(&self) -> bool {
        self.lock().is_cut()
    }

    pub(super) fn enter_step(&self) {
        self.lock().steps.inside += 1;
    }

    pub(super) fn leave_step(&self) {
        self.lock().steps.inside -= 1;
    }

    /// The same ledger, whose call ends with `tether`.
    pub(crate) fn tethered(self, tether: &Arc<Tether>) -> Self {
        self.lock().tether = Some(Arc::clone(tether));
        self
    }

    /// The name of the call, the same in all its rounds: made up by `random` where there is none yet.
    pub(crate) fn chain(&self, random: Random) -> Option<[u8; 16]> {
        let mut inner = self.lock();
        if inner.chain.is_none() {
            inner.chain = inner.made_up(random);
        }
        inner.chain
    }

    /// The page of an ask, and its URL; without one, the fault is noted.
    pub(super) fn page(
        &self,
        key: Option<&str>,
        message: &str,
        url: &UrlOf<'_>,
        random: Random,
    ) -> Option<(Correlation, String)> {
        let id = self.correlation(key, message, random)?;
        let url = url(&id.to_string());
        if !url.starts_with("https://") && !url.starts_with("http://") {
            self.fault(Fault::Url(url.into()));
            return None;
        }
        Some((id, url))
    }

    /// What tells the page of an ask from every other: as it was, where it has been asked for before.
    fn correlation(&self, key: Option<&str>, message: &str, random: Random) -> Option<Correlation> {
        let id = Correlation::NONE;
        let digest = Inquiry::Url { message, url: "", id }.digest();
        let mut inner = self.lock();
        let known = inner.known.iter().find(|known| {
            let is_named = key
                .map_or(known.unnamed && !known.met, |key| !known.unnamed && *known.label == *key);
            is_named && known.digest == digest
        });
        match known.and_then(|known| known.page) {
            Some(page) => Some(page),
            None => inner.made_up(random).map(Correlation),
        }
    }
}

/// Fills the bytes, or says why it cannot.
pub(crate) type Random = fn(&mut [u8]) -> Result<(), getrandom::Error>;

impl Inner {
    fn made_up(&mut self, random: Random) -> Option<[u8; 16]> {
        let mut name = [0; 16];
        match random(&mut name) {
            Ok(()) => Some(name),
            Err(error) => {
                self.fault.get_or_insert(Fault::Randomness(error.to_string()));
                None
            }
        }
    }

    /// Whether nobody waits for this call any more, and no step runs.
    pub(super) fn is_cut(&self) -> bool {
        !self.steps.is_running() && self.tether.as_ref().is_some_and(|tether| tether.is_cut())
    }

    /// Whether an ask would wait inside a step, where nobody could answer it.
    pub(super) fn is_in_step(&self) -> bool {
        self.steps.inside > 0
    }
}

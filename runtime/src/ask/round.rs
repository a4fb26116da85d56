//! The end of a round: what is asked, under which labels, and the payload that carries everything
//! else.
//!
//! It does not know how a question or a state reaches the client.

use super::{
    entry::{Known, Open},
    inquiry::OwnedInquiry,
    label,
    ledger::{Inner, Ledger},
    name::Name,
    progress::Progress,
};
use crate::wire::Capabilities;

/// What a round that is over has to say.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) requests: Vec<InputRequest>,
    /// What the client must have declared for all of them.
    pub(crate) needs: Capabilities,
    /// The payload of the state, to be sealed.
    pub(crate) payload: Vec<u8>,
    /// Rounds in a row that brought no answer, this one included.
    pub(crate) fruitless: u32,
    /// A key whose question was not the one that the client had answered.
    pub(crate) changed: Option<Box<str>>,
}

/// One member of `inputRequests`, or one request of the server's.
#[derive(Debug)]
pub(crate) struct InputRequest {
    pub(crate) ticket: u32,
    /// How many answers to it did not do, where the handler is kept.
    pub(crate) fruitless: u32,
    pub(crate) label: Box<str>,
    pub(crate) inquiry: OwnedInquiry,
}

impl Ledger {
    /// Ends the round: all open asks, and the state that carries everything else.
    pub(super) fn end_round(&self) -> Asked {
        let mut inner = self.lock();
        inner.label_open();
        // A round without a question cannot bring an answer.
        let asks = !inner.open.is_empty();
        let fruitless = match (inner.retry && asks, inner.progressed) {
            (true, false) => inner.fruitless.saturating_add(1),
            _ => 0,
        };
        let payload = inner.payload(fruitless);
        let mut needs = Capabilities::default();
        let requests: Vec<InputRequest> = std::mem::take(&mut inner.open)
            .into_iter()
            .map(|open| {
                needs.insert(open.inquiry.needs());
                let label = open.label.unwrap_or_default();
                let Open { ticket, fruitless, inquiry, .. } = open;
                InputRequest { ticket, fruitless, label, inquiry }
            })
            .collect();
        Asked { requests, needs, payload, fruitless, changed: inner.changed.take() }
    }
}

impl Inner {
    /// Numbers the asks without a key in the order in which they were created, each kind for itself.
    pub(super) fn label_open(&mut self) {
        self.open.sort_by_key(|open| open.ticket);
        for position in 0..self.open.len() {
            if self.open[position].label.is_some() {
                continue;
            }
            let needs = self.open[position].inquiry.needs();
            let known = self.known.iter().filter(|known| known.unnamed).map(|known| &known.label);
            let open = self.open.iter().filter(|open| open.unnamed);
            let labels = known.chain(open.filter_map(|open| open.label.as_ref()));
            let last = labels.filter_map(|label| label::number(needs, label)).max();
            let number = last.unwrap_or(0).max(self.labelled) + 1;
            self.open[position].label = Some(label::of(needs, number));
            if self.suspends {
                // Whoever has its answer is forgotten here, and its number is not used again.
                self.labelled = number;
            }
        }
    }

    fn payload(&self, fruitless: u32) -> Vec<u8> {
        let answered = self.known.iter().filter_map(Known::to_entry);
        let open = self.open.iter().map(Open::to_entry);
        let progress = Progress {
            round: self.round.saturating_add(1),
            fruitless,
            entries: answered.chain(open).collect(),
            carried: self.carried.as_deref().and_then(|json| serde_json::from_str(json).ok()),
            chain: self.chain.map(Name),
            steps: self.steps.to_entries(),
        };
        // Strings, numbers and raw values have no way to fail.
        serde_json::to_vec(&progress).unwrap_or_default()
    }
}

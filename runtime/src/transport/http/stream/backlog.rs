//! The events of a stream that are kept: what was told goes when there is too much, questions that are
//! out stay.
//!
//! It does not know who reads, nor how much is too much.

use std::collections::VecDeque;

use bytes::Bytes;

use crate::wire::one_line;

/// How much more than its message an event may be, in bytes: its id and its line breaks.
pub(in super::super) const FRAMING: usize = 96;

/// What an event is to its client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Kind {
    /// What a client can do without.
    Told,
    /// What belongs to a question that was out, or an answer on a stream that goes on behind it.
    Needed,
    /// A question that is out, and the number of the stream of its call.
    Question { id: u64, stream: u32 },
    /// The last message.
    Answer,
}

impl Kind {
    pub(super) fn is_question(self) -> bool {
        matches!(self, Self::Question { .. })
    }
}

/// An event, as it goes out.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub(super) number: u64,
    pub(super) kind: Kind,
    pub(super) bytes: Bytes,
    /// Its message alone.
    message: Bytes,
}

impl Event {
    /// Event `number` with `message`, under `id` where a client can come back to it.
    pub(super) fn new(number: u64, kind: Kind, id: Option<&str>, message: &[u8]) -> Self {
        let mut bytes = Vec::with_capacity(message.len() + FRAMING);
        if let Some(id) = id {
            bytes.extend_from_slice(b"id: ");
            bytes.extend_from_slice(id.as_bytes());
            bytes.push(b'\n');
        }
        bytes.extend_from_slice(b"data: ");
        let start = bytes.len();
        bytes.extend_from_slice(&one_line(message.into()));
        let end = bytes.len();
        bytes.extend_from_slice(b"\n\n");
        let bytes = Bytes::from(bytes);
        Self { number, kind, message: bytes.slice(start..end), bytes }
    }

    /// The event that a stream begins with, for a client to come back to (`legacy.md L-RES-2`).
    pub(super) fn priming(number: u64, id: &str, retry: u32) -> Self {
        let bytes = format!("id: {id}\nretry: {retry}\ndata:\n\n").into();
        Self { number, kind: Kind::Told, bytes, message: Bytes::new() }
    }

    pub(super) fn message(&self) -> &[u8] {
        &self.message
    }
}

/// See the module's documentation. Numbers only grow, and have gaps where an event was let go of.
#[derive(Debug, Default)]
pub(super) struct Backlog {
    events: VecDeque<Event>,
    /// How much they are.
    bytes: usize,
    /// How much of it no reader has taken.
    untaken_bytes: usize,
    /// The number of the next event.
    next: u64,
    /// The number of the first event that no reader has taken.
    untaken: u64,
}

impl Backlog {
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn untaken_bytes(&self) -> usize {
        self.untaken_bytes
    }

    pub(super) fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// The number of the next event.
    pub(super) fn next(&self) -> u64 {
        self.next
    }

    /// Whether a reader has taken anything.
    pub(super) fn was_begun(&self) -> bool {
        self.untaken > 0
    }

    pub(super) fn push(&mut self, event: Event) {
        self.next = event.number + 1;
        self.bytes += event.bytes.len();
        self.untaken_bytes += event.bytes.len();
        self.events.push_back(event);
    }

    /// The first event from `next` on.
    pub(super) fn from(&self, next: u64) -> Option<&Event> {
        self.events.get(self.events.partition_point(|event| event.number < next))
    }

    /// Where a reader begins that does not say where: nothing is left out that nobody took, and no
    /// question that is out.
    pub(super) fn start(&self) -> u64 {
        let open = self.events.iter().find(|event| event.kind.is_question());
        open.map_or(self.untaken, |event| event.number.min(self.untaken))
    }

    /// A reader has taken an event.
    pub(super) fn taken(&mut self, event: &Event) {
        if event.number >= self.untaken {
            self.untaken = event.number + 1;
            self.untaken_bytes = self.untaken_bytes.saturating_sub(event.bytes.len());
        }
    }

    /// A reader has taken everything before `next`, and nothing from there on.
    pub(super) fn untaken_from(&mut self, next: u64) {
        self.untaken = next;
        let untaken = self.events.iter().filter(|event| event.number >= next);
        self.untaken_bytes = untaken.map(|event| event.bytes.len()).sum();
    }

    /// Lets go of events of `kind`, the oldest first, until there are `wanted` bytes less; only of those
    /// that a reader has taken where `is_taken` says so. Returns how many bytes that were.
    pub(super) fn let_go(&mut self, kind: Kind, is_taken: bool, wanted: usize) -> usize {
        let untaken = if is_taken { self.untaken } else { u64::MAX };
        let mut freed = 0;
        self.retain(|event| {
            let goes = freed < wanted && event.kind == kind && event.number < untaken;
            freed += if goes { event.bytes.len() } else { 0 };
            !goes
        });
        freed
    }

    /// Takes out the events that `takes` names.
    pub(super) fn extract(&mut self, takes: impl Fn(&Event) -> bool) -> Vec<Event> {
        let mut taken = Vec::new();
        self.retain(|event| {
            let stays = !takes(event);
            if !stays {
                taken.push(event.clone());
            }
            stays
        });
        taken
    }

    /// A question is not out any more, and its event can be let go of.
    pub(super) fn demote(&mut self, question: u64) -> Option<&Event> {
        let is_it =
            |event: &&mut Event| matches!(event.kind, Kind::Question { id, .. } if id == question);
        let event = self.events.iter_mut().find(is_it)?;
        event.kind = Kind::Told;
        Some(event)
    }

    pub(super) fn has_questions(&self) -> bool {
        self.events.iter().any(|event| event.kind.is_question())
    }

    fn retain(&mut self, mut stays: impl FnMut(&Event) -> bool) {
        let (untaken, mut bytes, mut untaken_bytes) = (self.untaken, 0, 0);
        self.events.retain(|event| {
            let stays = stays(event);
            if !stays {
                bytes += event.bytes.len();
                untaken_bytes += if event.number >= untaken { event.bytes.len() } else { 0 };
            }
            stays
        });
        self.bytes -= bytes;
        self.untaken_bytes = self.untaken_bytes.saturating_sub(untaken_bytes);
    }
}

/// What a store counts for the question of an event; it is the same on every stream.
pub(super) fn reserved(event: &Event) -> usize {
    event.message.len() + FRAMING
}

//! One response stream: the messages of one call, or what a session says outside of calls.
//!
//! Messages are put in whoever reads; a reader may go and another take its place. It does not know
//! what a message says.

mod backlog;
mod lost;
#[cfg(test)]
mod property;
mod reader;
mod speak;

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    task::{Context, Poll, Waker},
    time::Duration,
};

pub(super) use self::{
    backlog::{FRAMING, Kind},
    reader::EventBody,
};

use super::{keep_alive::KeepAlive, store::Store};
use backlog::{Backlog, Event};

/// How long a client waits before it comes back for the rest, in milliseconds.
const RETRY: u32 = 500;

/// See the module's documentation.
#[derive(Debug)]
pub(super) struct EventStream {
    number: u32,
    /// Whether the client takes nothing but the answer.
    is_mute: bool,
    store: Weak<Store>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    backlog: Backlog,
    /// Whether the store counts it.
    is_kept: bool,
    has_begun: bool,
    /// An answer before which nothing was said: it needs no stream.
    answer: Option<Vec<u8>>,
    is_done: bool,
    /// Which reader is the last one to have come.
    reader: u64,
    has_reader: bool,
    /// Whether nobody is expected to come back for it, see `lost.rs`.
    is_lost: bool,
    /// Whether what it says goes to the stream of the session's GET.
    is_moved: bool,
    /// Whether the reader is to go once it has everything, and come back for the rest.
    is_released: bool,
    /// Whether a sweep has found it done.
    was_done: bool,
    waker: Option<Waker>,
}

/// What a call came to, or began with.
#[derive(Debug)]
pub(super) enum Begun {
    /// The answer, and nothing else.
    Answer(Vec<u8>),
    /// There is more to come.
    Events,
}

impl EventStream {
    pub(super) fn new(number: u32, store: &Arc<Store>, is_mute: bool) -> Self {
        Self { number, is_mute, store: Arc::downgrade(store), state: Mutex::default() }
    }

    pub(super) fn number(&self) -> u32 {
        self.number
    }

    /// Waits for the first thing that is said.
    pub(super) fn poll_begun(&self, cx: &Context<'_>) -> Poll<Begun> {
        let mut state = self.lock();
        if let Some(answer) = state.answer.take() {
            return Poll::Ready(Begun::Answer(answer));
        }
        if state.has_begun || state.is_done {
            return Poll::Ready(Begun::Events);
        }
        state.waker = Some(cx.waker().clone());
        Poll::Pending
    }

    /// Begins the stream, with the event that a reader can come back to.
    pub(super) fn begin(&self) {
        let store = self.store.upgrade();
        self.begin_in(&mut self.lock(), store.as_deref());
    }

    fn begin_in(&self, state: &mut State, store: Option<&Store>) {
        if std::mem::replace(&mut state.has_begun, true) {
            return;
        }
        let Some(store) = store.filter(|store| store.is_resumable()) else { return };
        let number = state.backlog.next();
        let event = Event::priming(number, &store.event_id(self.number, number), RETRY);
        Self::keep_event(state, Some(store), event);
    }

    /// Puts a message behind what was said.
    fn put(&self, state: &mut State, store: Option<&Store>, kind: Kind, message: &[u8]) {
        let number = state.backlog.next();
        let id = store.filter(|store| store.is_resumable());
        let id = id.map(|store| store.event_id(self.number, number));
        Self::keep_event(state, store, Event::new(number, kind, id.as_deref(), message));
    }

    fn keep_event(state: &mut State, store: Option<&Store>, event: Event) {
        // Counted before anybody can let go of it.
        store.filter(|_| state.is_kept).inspect(|store| store.count(event.bytes.len()));
        state.backlog.push(event);
    }

    /// A reader from event `next` on, or from the first one behind it that is kept; `None` where there
    /// never was such an event. It takes the place of the one before.
    pub(super) fn read_from(
        self: &Arc<Self>,
        next: Option<u64>,
        keep_alive: Duration,
    ) -> Option<EventBody> {
        let mut state = self.lock();
        if next.is_some_and(|next| next > state.backlog.next()) {
            return None;
        }
        if next.is_some() {
            state.is_released = false;
        }
        self.take_back(&mut state);
        let next = next.unwrap_or_else(|| state.backlog.start());
        state.backlog.untaken_from(next);
        state.reader += 1;
        state.has_reader = true;
        let before = state.waker.take();
        let reader = state.reader;
        drop(state);
        before.into_iter().for_each(Waker::wake);
        let keep_alive = KeepAlive::new(keep_alive);
        Some(EventBody { stream: Arc::clone(self), reader, next, keep_alive })
    }

    /// A reader has taken an event. Where nobody can come back for it, it is kept no longer, unless it is
    /// a question that is out: nobody knows whether it has arrived.
    fn was_taken(&self, state: &mut State, event: &Event) {
        let Some(store) = self.store.upgrade() else { return };
        if store.is_resumable() || event.kind.is_question() {
            return;
        }
        let freed = state.backlog.let_go(event.kind, true, event.bytes.len());
        if state.is_kept {
            store.freed(freed);
        }
    }

    pub(super) fn has_begun(&self) -> bool {
        self.lock().has_begun
    }

    pub(super) fn has_reader(&self) -> bool {
        self.lock().has_reader
    }

    /// Whether there is nothing from `next` on, and never will be.
    pub(super) fn has_ended_at(&self, next: u64) -> bool {
        let state = self.lock();
        state.is_done && state.backlog.from(next).is_none() && next <= state.backlog.next()
    }

    pub(super) fn is_done(&self) -> bool {
        self.lock().is_done
    }

    /// Whether it is done, and a reader has taken all of it.
    pub(super) fn was_read(&self) -> bool {
        let state = self.lock();
        state.is_done && !state.has_reader && state.backlog.untaken_bytes() == 0
    }

    /// Whether nothing of it is left to read, or ever will be.
    pub(super) fn is_spent(&self) -> bool {
        let state = self.lock();
        state.is_done && !state.has_reader && state.backlog.is_empty()
    }

    /// Whether it was done when this was asked before.
    pub(super) fn was_done_before(&self) -> bool {
        let mut state = self.lock();
        let is_done = state.is_done;
        std::mem::replace(&mut state.was_done, is_done)
    }

    /// Begins to be counted by `store`; `false` where it was before.
    pub(super) fn count_in(&self, store: &Store) -> bool {
        let mut state = self.lock();
        let is_new = !std::mem::replace(&mut state.is_kept, true);
        if is_new {
            store.count(state.backlog.bytes());
        }
        is_new
    }

    /// Lets go of events of a kind, see [`Backlog::let_go`].
    pub(super) fn let_go(&self, store: &Store, kind: Kind, from: Among, wanted: usize) {
        let mut state = self.lock();
        let is_taken = match from {
            Among::Taken => true,
            Among::Unread => state.has_reader,
            Among::All => false,
        };
        store.freed(state.backlog.let_go(kind, is_taken, wanted));
    }

    /// Lets go of everything, for good.
    pub(super) fn forget(&self, store: &Store) {
        let mut state = self.lock();
        state.is_kept = false;
        for event in state.backlog.extract(|_| true) {
            store.freed(event.bytes.len());
            if event.kind.is_question() {
                store.release(backlog::reserved(&event));
            }
        }
    }

    /// How many bytes a reader is about to take, behind which nothing comes.
    #[cfg(test)]
    pub(super) fn pending_answer(&self) -> usize {
        let state = self.lock();
        if state.is_done && state.has_reader { state.backlog.untaken_bytes() } else { 0 }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Which events can be let go of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Among {
    /// Those that a reader has taken.
    Taken,
    /// These, and all where nobody reads.
    Unread,
    All,
}

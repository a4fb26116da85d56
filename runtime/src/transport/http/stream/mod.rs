//! One response stream: the messages of one call, or what a session says outside of calls.
//!
//! Messages are put in whoever reads; a reader may go and another take its place. It does not know
//! what a message says.

mod reader;

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    task::{Context, Poll, Waker},
    time::Duration,
};

pub(super) use reader::EventBody;

use bytes::Bytes;

use super::{keep_alive::KeepAlive, store::Store};
use crate::ask::Outlet;

/// How long a client waits before it comes back for the rest, in milliseconds.
const RETRY: u32 = 500;

/// How many bytes may wait for a reader, though nothing is kept.
const LEAST_ROOM: usize = 64 * 1024;

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
    /// Events that are kept, as they go out.
    events: VecDeque<Bytes>,
    /// How much they are.
    bytes: usize,
    /// How much of it no reader has taken.
    untaken_bytes: usize,
    /// Whether the store counts them.
    is_kept: bool,
    /// The number of the first of them.
    first: u64,
    /// The number of the first event that no reader has taken.
    untaken: u64,
    has_begun: bool,
    /// An answer before which nothing was said: it needs no stream.
    answer: Option<Vec<u8>>,
    is_done: bool,
    /// Which reader is the last one to have come.
    reader: u64,
    has_reader: bool,
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

impl State {
    fn push(&mut self, event: Bytes) {
        self.bytes += event.len();
        self.untaken_bytes += event.len();
        self.events.push_back(event);
    }

    /// A reader has taken the event at `position`, which is number `number`.
    fn taken(&mut self, number: u64, size: usize) {
        if number >= self.untaken {
            self.untaken = number + 1;
            self.untaken_bytes = self.untaken_bytes.saturating_sub(size);
        }
    }

    /// A reader has taken everything before `next`, and nothing from there on.
    fn untaken_from(&mut self, next: u64) {
        let taken = usize::try_from(next.saturating_sub(self.first)).unwrap_or(usize::MAX);
        self.untaken = next;
        self.untaken_bytes = self.events.iter().skip(taken).map(Bytes::len).sum();
    }

    /// Lets go of the oldest event; returns how much it was.
    fn drop_first(&mut self) -> Option<usize> {
        let event = self.events.pop_front()?;
        self.taken(self.first, event.len());
        self.first += 1;
        self.bytes -= event.len();
        Some(event.len())
    }
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
        let mut state = self.lock();
        self.begin_in(&mut state);
    }

    fn begin_in(&self, state: &mut State) {
        if std::mem::replace(&mut state.has_begun, true) {
            return;
        }
        let Some(store) = self.store.upgrade().filter(|store| store.is_resumable()) else { return };
        let id = store.event_id(self.number, state.first);
        state.push(format!("id: {id}\nretry: {RETRY}\ndata:\n\n").into());
    }

    /// A reader from event `next` on, or `None` where that is not kept any more. It takes the place
    /// of the one before.
    pub(super) fn read_from(
        self: &Arc<Self>,
        next: Option<u64>,
        keep_alive: Duration,
    ) -> Option<EventBody> {
        let mut state = self.lock();
        let end = state.first + state.events.len() as u64;
        if next.is_some() {
            state.is_released = false;
        }
        let next = match next {
            // Of a call that is over the answer is left, whatever was said before it.
            Some(next) if next < state.first && state.is_done && state.first < end => state.first,
            Some(next) => next,
            None => state.untaken.max(state.first),
        };
        if next < state.first || next > end {
            return None;
        }
        state.untaken_from(next);
        state.reader += 1;
        state.has_reader = true;
        let before = state.waker.take();
        let reader = state.reader;
        drop(state);
        before.into_iter().for_each(Waker::wake);
        let keep_alive = KeepAlive::new(keep_alive);
        Some(EventBody { stream: Arc::clone(self), reader, next, keep_alive })
    }

    pub(super) fn has_begun(&self) -> bool {
        self.lock().has_begun
    }

    pub(super) fn has_reader(&self) -> bool {
        self.lock().has_reader
    }

    /// Whether `next` is behind the last event that there will ever be.
    pub(super) fn has_ended_at(&self, next: u64) -> bool {
        let state = self.lock();
        state.is_done && next == state.first + state.events.len() as u64
    }

    pub(super) fn is_done(&self) -> bool {
        self.lock().is_done
    }

    /// Whether it is done, and a reader has taken all of it.
    pub(super) fn was_read(&self) -> bool {
        let state = self.lock();
        state.is_done && state.untaken_bytes == 0
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
            store.count(state.bytes);
        }
        is_new
    }

    /// Lets go of what readers have taken; returns how many bytes that were.
    pub(super) fn forget_taken(&self) -> usize {
        let mut state = self.lock();
        let mut freed = 0;
        while state.first < state.untaken {
            let Some(event) = state.drop_first() else { break };
            freed += event;
        }
        freed
    }

    /// Lets go of all but the answer, where nobody reads it; returns how many bytes that were.
    pub(super) fn forget_unread(&self) -> usize {
        let mut state = self.lock();
        let kept = usize::from(state.is_done);
        let mut freed = 0;
        while !state.has_reader && state.events.len() > kept {
            freed += state.drop_first().unwrap_or_default();
        }
        freed
    }

    /// Lets go of everything, for good; returns how many bytes that were.
    pub(super) fn forget(&self) -> usize {
        let mut state = self.lock();
        state.is_kept = false;
        std::iter::from_fn(|| state.drop_first()).sum()
    }

    fn say(&self, message: &[u8], is_last: bool) {
        let mut state = self.lock();
        if state.is_done {
            return;
        }
        self.begin_in(&mut state);
        let store = self.store.upgrade();
        let is_resumable = store.as_ref().is_some_and(|store| store.is_resumable());
        if !is_resumable && state.reader > 0 && !state.has_reader {
            // Who has gone cannot come back for it.
            state.is_done = is_last;
            return;
        }
        let number = state.first + state.events.len() as u64;
        let mut event = Vec::with_capacity(message.len() + 48);
        if let Some(store) = store.as_ref().filter(|store| store.is_resumable()) {
            event.extend_from_slice(
                format!("id: {}\n", store.event_id(self.number, number)).as_bytes(),
            );
        }
        event.extend_from_slice(b"data: ");
        event.extend_from_slice(message);
        event.extend_from_slice(b"\n\n");
        let store = store.filter(|_| state.is_kept);
        // Counted before anybody can let go of it.
        store.as_ref().inspect(|store| store.count(event.len()));
        state.push(event.into());
        state.is_done = is_last;
        let waker = state.waker.take();
        drop(state);
        waker.into_iter().for_each(Waker::wake);
        store.inspect(|store| store.trim());
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Outlet for EventStream {
    fn send(&self, message: Vec<u8>) {
        if !self.is_mute {
            self.say(&message, false);
        }
    }

    fn notify(&self, message: Vec<u8>) -> bool {
        let limit = self.store.upgrade().map_or(0, |store| store.limit());
        // The rest is for what a client cannot do without.
        let room = (limit / 2).max(LEAST_ROOM);
        let has_room = !self.is_mute && self.lock().untaken_bytes < room;
        if has_room {
            self.send(message);
        }
        has_room
    }

    fn finish(&self, answer: Vec<u8>) {
        let mut state = self.lock();
        if state.has_begun {
            drop(state);
            return self.say(&answer, true);
        }
        (state.answer, state.is_done) = (Some(answer), true);
        let waker = state.waker.take();
        drop(state);
        waker.into_iter().for_each(Waker::wake);
    }

    fn end(&self) {
        let mut state = self.lock();
        state.is_done = true;
        let waker = state.waker.take();
        drop(state);
        waker.into_iter().for_each(Waker::wake);
    }

    fn can_ask(&self) -> bool {
        !self.is_mute
    }

    fn release(&self) -> bool {
        if self.is_mute || !self.store.upgrade().is_some_and(|store| store.is_resumable()) {
            return false;
        }
        let mut state = self.lock();
        self.begin_in(&mut state);
        state.is_released = true;
        let waker = state.waker.take();
        drop(state);
        waker.into_iter().for_each(Waker::wake);
        true
    }
}

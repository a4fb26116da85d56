//! A stream whose client is gone: its questions, and what follows them, go to the stream of the
//! session's GET, until somebody comes back for the stream itself.
//!
//! Official clients come back only where they saw an event id, and listen on GET all the time.

use std::{sync::Arc, task::Waker, time::Duration};

use tokio::runtime::Handle;

use super::{
    super::store::Store,
    EventStream, State,
    backlog::{Event, Kind},
};

/// How long a client has to come back for a stream of which it may know an event id. It is told to
/// come back after half a second.
const PATIENCE: Duration = Duration::from_secs(5);

impl EventStream {
    /// The reader has gone, and nobody came in its place.
    pub(super) fn has_no_reader(self: &Arc<Self>, reader: u64) {
        let Some(store) = self.store.upgrade() else { return };
        let knows_an_id = store.is_resumable() && self.lock().backlog.was_begun();
        match Handle::try_current().ok().filter(|_| knows_an_id && !self.is_done()) {
            Some(runtime) => {
                let stream = Arc::downgrade(self);
                runtime.spawn(async move {
                    tokio::time::sleep(PATIENCE).await;
                    stream.upgrade().inspect(|stream| stream.is_lost_since(reader));
                });
            }
            None => self.is_lost_since(reader),
        }
        store.trim();
    }

    /// Nobody comes back for it, unless somebody came behind `reader`.
    pub(in super::super) fn is_lost_since(&self, reader: u64) {
        let mut state = self.lock();
        if state.reader == reader && !state.has_reader && !state.is_done {
            state.is_lost = true;
            drop(state);
            self.offer();
        }
    }

    /// Gives its questions to a client that listens elsewhere, if its own is gone.
    pub(in super::super) fn offer(&self) {
        let Some(store) = self.store.upgrade() else { return };
        let mut state = self.lock();
        let waker = self.offer_in(&mut state, &store);
        drop(state);
        waker.into_iter().for_each(Waker::wake);
    }

    /// The lock of the general stream is taken inside of that of another one, and never the other way.
    pub(super) fn offer_in(&self, state: &mut State, store: &Store) -> Option<Waker> {
        let general = store.general().filter(|general| general.number != self.number)?;
        if !state.is_lost || !state.backlog.has_questions() {
            return None;
        }
        let mut there = general.lock();
        if !there.has_reader {
            return None;
        }
        state.is_moved = true;
        for event in self.extract(state, store, |event| event.kind.is_question()) {
            general.put(&mut there, Some(store), event.kind, event.message());
        }
        there.waker.take()
    }

    /// Somebody has come for the stream itself: what is still out belongs here again.
    pub(super) fn take_back(&self, state: &mut State) {
        state.is_lost = false;
        if !std::mem::take(&mut state.is_moved) {
            return;
        }
        let Some(store) = self.store.upgrade() else { return };
        let Some(general) = store.general() else { return };
        let own = |event: &Event| matches!(event.kind, Kind::Question { stream, .. } if stream == self.number);
        let mut there = general.lock();
        for event in general.extract(&mut there, &store, own) {
            self.put(state, Some(&store), event.kind, event.message());
        }
    }

    /// Takes events out, which are not counted here any more.
    pub(super) fn extract(
        &self,
        state: &mut State,
        store: &Store,
        takes: impl Fn(&Event) -> bool,
    ) -> Vec<Event> {
        let before = state.backlog.bytes();
        let events = state.backlog.extract(takes);
        if state.is_kept {
            store.freed(before - state.backlog.bytes());
        }
        events
    }
}

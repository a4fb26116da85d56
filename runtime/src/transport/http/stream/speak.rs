//! What a call says on its stream.
//!
//! It does not know who reads it.

use std::task::Waker;

use super::{
    super::store::{LEAST_ROOM, Store},
    EventStream, State,
    backlog::{Kind, reserved},
};
use crate::{
    ask::{Outlet, Unkept},
    wire::one_line,
};

impl EventStream {
    /// Says a message; `false` where nothing is said any more.
    fn say(&self, kind: Kind, message: &[u8]) -> bool {
        let store = self.store.upgrade();
        let store = store.as_deref();
        let mut state = self.lock();
        if state.is_done {
            return false;
        }
        state.is_done = kind == Kind::Answer;
        let waker =
            if let Some(general) = store.filter(|_| state.is_moved).and_then(|s| s.general()) {
                // The other stream goes on behind it.
                let kind = if kind == Kind::Answer { Kind::Needed } else { kind };
                let mut there = general.lock();
                general.put(&mut there, store, kind, message);
                there.waker.take()
            } else {
                self.begin_in(&mut state, store);
                let is_resumable = store.is_some_and(|store| store.is_resumable());
                // Who has gone cannot come back for it, but is offered a question elsewhere.
                if !is_resumable && state.reader > 0 && !state.has_reader && !kind.is_question() {
                    return true;
                }
                self.put(&mut state, store, kind, message);
                let elsewhere = store.and_then(|store| self.offer_in(&mut state, store));
                elsewhere.or_else(|| state.waker.take())
            };
        drop(state);
        waker.into_iter().for_each(Waker::wake);
        store.inspect(|store| match kind {
            Kind::Told | Kind::Answer => store.trim(),
            Kind::Needed | Kind::Question { .. } => store.trim_for_question(),
        });
        true
    }

    /// A question is not out any more. One that was withdrawn may stand before its cancellation; one that
    /// was answered is not shown to anybody again.
    fn settle(&self, id: u64, is_answered: bool) {
        let Some(store) = self.store.upgrade() else { return };
        let mut state = self.lock();
        if !self.settle_in(&mut state, &store, id, is_answered)
            && state.is_moved
            && let Some(general) = store.general()
        {
            general.settle_in(&mut general.lock(), &store, id, is_answered);
        }
    }

    fn settle_in(
        &self,
        state: &mut State,
        store: &Store,
        question: u64,
        is_answered: bool,
    ) -> bool {
        let Some(event) = state.backlog.demote(question) else { return false };
        let (number, size) = (event.number, reserved(event));
        store.release(size);
        if is_answered {
            self.extract(state, store, |event| event.number == number);
        }
        true
    }

    fn over(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.lock();
        change(&mut state);
        let waker = state.waker.take();
        drop(state);
        waker.into_iter().for_each(Waker::wake);
    }
}

impl Outlet for EventStream {
    fn send(&self, message: Vec<u8>) {
        if !self.is_mute {
            self.say(Kind::Needed, &message);
        }
    }

    fn notify(&self, message: Vec<u8>) -> bool {
        let Some(store) = self.store.upgrade().filter(|_| !self.is_mute) else { return false };
        // The rest is for what a client cannot do without.
        let room = (store.limit() / 2).max(LEAST_ROOM);
        let has_room = store.has_room() && self.lock().backlog.untaken_bytes() < room;
        has_room && self.say(Kind::Told, &message)
    }

    fn ask(&self, id: u64, _label: &str, message: Vec<u8>) -> Result<(), Unkept> {
        let Some(store) = self.store.upgrade() else { return Ok(()) };
        // What is reserved is what is given back: the message as its event has it.
        let message = one_line(message.into());
        let size = store.reserve(&message)?;
        if !self.say(Kind::Question { id, stream: self.number }, &message) {
            store.release(size);
        }
        Ok(())
    }

    fn answered(&self, id: u64) {
        self.settle(id, true);
    }

    fn withdraw(&self, id: u64, cancellation: Vec<u8>) {
        self.settle(id, false);
        self.send(cancellation);
    }

    fn finish(&self, answer: Vec<u8>) {
        if self.has_begun() {
            self.say(Kind::Answer, &answer);
        } else {
            // Nobody comes for the answer to a call that said nothing while it had a client.
            self.over(|state| {
                (state.answer, state.is_done) = (Some(answer).filter(|_| !state.is_lost), true)
            });
        }
    }

    fn end(&self) {
        self.over(|state| state.is_done = true);
    }

    fn can_ask(&self) -> bool {
        !self.is_mute
    }

    fn release(&self) -> bool {
        let store = self.store.upgrade().filter(|store| store.is_resumable());
        let Some(store) = store.filter(|_| !self.is_mute) else { return false };
        self.over(|state| {
            self.begin_in(state, Some(&store));
            state.is_released = true;
        });
        true
    }
}

//! What comes back for one call while it waits: answers to its questions, and reasons why there will
//! be none.
//!
//! It does not know what was asked.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
};

/// One thing that came back.
#[derive(Debug)]
pub(super) struct Letter {
    pub(super) ticket: u32,
    /// The client's result in JSON, or why there is none.
    pub(super) outcome: Result<Box<str>, String>,
}

/// See the module's documentation.
#[derive(Debug, Default)]
pub(super) struct Mailbox(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    letters: Vec<Letter>,
    waker: Option<Waker>,
}

impl Mailbox {
    pub(super) fn post(&self, letter: Letter) {
        let mut inner = self.lock();
        inner.letters.push(letter);
        let waker = inner.waker.take();
        drop(inner);
        waker.into_iter().for_each(Waker::wake);
    }

    /// The letters that have come, at least one of them.
    pub(super) fn poll(&self, cx: &Context<'_>) -> Poll<Vec<Letter>> {
        let mut inner = self.lock();
        if inner.letters.is_empty() {
            inner.waker = Some(cx.waker().clone());
            return Poll::Pending;
        }
        Poll::Ready(std::mem::take(&mut inner.letters))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

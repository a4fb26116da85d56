//! A reader of a stream, as the body of a response.
//!
//! It takes what is there; who puts it there is not known.

use std::{
    sync::Arc,
    task::{Context, Poll},
};

use bytes::Bytes;

use super::{super::keep_alive::KeepAlive, EventStream};

/// See the module's documentation.
#[derive(Debug)]
pub(in super::super) struct EventBody {
    pub(super) stream: Arc<EventStream>,
    pub(super) reader: u64,
    /// The number of the next event, or less where that one was let go of.
    pub(super) next: u64,
    pub(super) keep_alive: KeepAlive,
}

impl EventBody {
    /// The next event, or a comment.
    pub(in super::super) fn poll_event(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        let mut state = self.stream.lock();
        if state.reader != self.reader {
            return Poll::Ready(None);
        }
        if let Some(event) = state.backlog.from(self.next).cloned() {
            state.backlog.taken(&event);
            self.next = event.number + 1;
            self.stream.was_taken(&mut state, &event);
            self.keep_alive.reset();
            return Poll::Ready(Some(event.bytes));
        }
        if state.is_done || state.is_released {
            return Poll::Ready(None);
        }
        state.waker = Some(cx.waker().clone());
        drop(state);
        self.keep_alive.poll(cx).map(Some)
    }
}

impl Drop for EventBody {
    fn drop(&mut self) {
        let mut state = self.stream.lock();
        if state.reader == self.reader {
            (state.has_reader, state.waker) = (false, None);
            drop(state);
            self.stream.has_no_reader(self.reader);
        }
    }
}

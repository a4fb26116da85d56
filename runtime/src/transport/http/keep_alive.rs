//! A comment on a stream where nothing came for a while, so that nobody on the way takes it for dead
//! (`reports.md B88`, `modern.md M-SUB-11`).

use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use tokio::time::Sleep;

/// See the module's documentation.
#[derive(Debug)]
pub(super) struct KeepAlive {
    every: Duration,
    timer: Option<Pin<Box<Sleep>>>,
}

impl KeepAlive {
    pub(super) fn new(every: Duration) -> Self {
        Self { every, timer: None }
    }

    /// Something came.
    pub(super) fn reset(&mut self) {
        self.timer = None;
    }

    /// The comment, when it is due.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Bytes> {
        let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep(self.every)));
        if timer.as_mut().poll(cx).is_pending() {
            return Poll::Pending;
        }
        self.timer = None;
        cx.waker().wake_by_ref();
        Poll::Ready(Bytes::from_static(b": keep-alive\n\n"))
    }
}

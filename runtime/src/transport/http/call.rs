//! A modern call over HTTP, which ends with its connection: at once, or after the step of `once` that
//! it is in.
//!
//! It does not know what is called.

use std::{
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use tokio::runtime::Handle;

use crate::{ask::Tether, dispatch::Answer};

/// How long a step may go on when nobody waits for its call any more.
const LIMIT: Duration = Duration::from_secs(10);

/// See the module's documentation.
pub(super) struct HttpCall {
    /// `None` once it has been answered.
    call: Option<Pin<Box<dyn Future<Output = Answer> + Send>>>,
    tether: Arc<Tether>,
}

impl HttpCall {
    /// A call that ends with `tether`.
    pub(super) fn new(
        call: impl Future<Output = Answer> + Send + 'static,
        tether: Arc<Tether>,
    ) -> Self {
        Self { call: Some(Box::pin(call)), tether }
    }
}

impl Future for HttpCall {
    type Output = Answer;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Answer> {
        let Some(call) = &mut self.call else { return Poll::Pending };
        let answer = std::task::ready!(call.as_mut().poll(cx));
        self.call = None;
        Poll::Ready(answer)
    }
}

impl Drop for HttpCall {
    fn drop(&mut self) {
        let Some(call) = self.call.take() else { return };
        if self.tether.cut() {
            return;
        }
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(tokio::time::timeout(LIMIT, call));
        }
    }
}

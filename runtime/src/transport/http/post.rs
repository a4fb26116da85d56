//! The response to a modern POST: one JSON message, or a stream of events where something is said
//! before the answer (`modern.md M-HTTP-5`, M-HTTP-11).
//!
//! The stream drives its call: whoever closes it ends the call. It does not know what is called.

use std::{
    collections::VecDeque,
    fmt,
    future::{Future, poll_fn},
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
    time::Duration,
};

use bytes::Bytes;
use http::Response;

use super::{HttpBody, call::HttpCall, headers, keep_alive::KeepAlive, refused::message};
use crate::{ask::Outlet, dispatch::Answer, wire::one_line};

/// How many bytes may wait for a client before what it can do without is dropped.
const FULL: usize = 1024 * 1024;

/// What a call says before its answer, until somebody takes it.
#[derive(Debug, Default)]
pub(super) struct Said(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    events: VecDeque<Bytes>,
    bytes: usize,
    waker: Option<Waker>,
}

/// A call and what it says, as the body of a response.
pub(super) struct PostEvents {
    call: HttpCall,
    said: Arc<Said>,
    /// Whether the answer is among what is said.
    is_over: bool,
    keep_alive: KeepAlive,
}

/// Responds to a call with its answer alone, or with a stream that begins with what it says before.
pub(super) async fn respond(
    call: HttpCall,
    said: Arc<Said>,
    keep_alive: Duration,
) -> Response<HttpBody> {
    let keep_alive = KeepAlive::new(keep_alive);
    let mut events = PostEvents { call, said, is_over: false, keep_alive };
    if let Some(Answer { status, body }) = poll_fn(|cx| events.poll_begun(cx)).await {
        return message(status, body);
    }
    let mut response = Response::new(HttpBody::post(events));
    headers::mark_events(response.headers_mut());
    response
}

impl PostEvents {
    /// The answer, or `None` where something is said before it.
    fn poll_begun(&mut self, cx: &mut Context<'_>) -> Poll<Option<Answer>> {
        let answer = Pin::new(&mut self.call).poll(cx);
        if self.said.lock().poll_some(cx).is_pending() {
            return answer.map(Some);
        }
        if let Poll::Ready(answer) = answer {
            self.finish(&answer);
        }
        Poll::Ready(None)
    }

    /// The next event; `None` behind the answer.
    pub(super) fn poll_event(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if !self.is_over
            && let Poll::Ready(answer) = Pin::new(&mut self.call).poll(cx)
        {
            self.finish(&answer);
        }
        let mut said = self.said.lock();
        if said.poll_some(cx).is_ready() {
            self.keep_alive.reset();
            return Poll::Ready(said.take());
        }
        if self.is_over {
            return Poll::Ready(None);
        }
        drop(said);
        self.keep_alive.poll(cx).map(Some)
    }

    fn finish(&mut self, answer: &Answer) {
        self.is_over = true;
        self.said.lock().put(&answer.body);
    }
}

impl Said {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn poll_some(&mut self, cx: &Context<'_>) -> Poll<()> {
        if self.events.is_empty() {
            self.waker = Some(cx.waker().clone());
            return Poll::Pending;
        }
        Poll::Ready(())
    }

    fn put(&mut self, message: &[u8]) {
        let mut event = Vec::with_capacity(message.len() + 8);
        event.extend_from_slice(b"data: ");
        event.extend_from_slice(&one_line(message.into()));
        event.extend_from_slice(b"\n\n");
        self.bytes += event.len();
        self.events.push_back(event.into());
    }

    fn take(&mut self) -> Option<Bytes> {
        let event = self.events.pop_front()?;
        self.bytes -= event.len();
        Some(event)
    }
}

impl Outlet for Said {
    fn send(&self, message: Vec<u8>) {
        let mut state = self.lock();
        state.put(&message);
        let waker = state.waker.take();
        drop(state);
        waker.into_iter().for_each(Waker::wake);
    }

    fn notify(&self, message: Vec<u8>) -> bool {
        let has_room = self.lock().bytes < FULL;
        if has_room {
            self.send(message);
        }
        has_room
    }
}

impl fmt::Debug for PostEvents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { said, is_over, .. } = self;
        f.debug_struct("PostEvents")
            .field("said", said)
            .field("is_over", is_over)
            .finish_non_exhaustive()
    }
}

//! The body of a response: one JSON message or nothing, or a stream of events.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::Full;

use super::{post::PostEvents, stream::EventBody};

/// The body of a response of [`HttpService`](super::HttpService).
#[derive(Debug)]
pub struct HttpBody(Kind);

#[derive(Debug)]
enum Kind {
    Whole(Full<Bytes>),
    Events(EventBody),
    Post(Box<PostEvents>),
}

impl HttpBody {
    pub(super) fn new(bytes: impl Into<Bytes>) -> Self {
        Self(Kind::Whole(Full::new(bytes.into())))
    }

    pub(super) fn events(events: EventBody) -> Self {
        Self(Kind::Events(events))
    }

    pub(super) fn post(events: PostEvents) -> Self {
        Self(Kind::Post(Box::new(events)))
    }
}

impl Default for HttpBody {
    fn default() -> Self {
        Self::new(Bytes::new())
    }
}

impl Body for HttpBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let event = match &mut self.0 {
            Kind::Whole(whole) => return Pin::new(whole).poll_frame(cx),
            Kind::Events(events) => events.poll_event(cx),
            Kind::Post(events) => events.poll_event(cx),
        };
        event.map(|event| event.map(|event| Ok(Frame::data(event))))
    }

    fn is_end_stream(&self) -> bool {
        match &self.0 {
            Kind::Whole(whole) => whole.is_end_stream(),
            Kind::Events(_) | Kind::Post(_) => false,
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Kind::Whole(whole) => whole.size_hint(),
            Kind::Events(_) | Kind::Post(_) => SizeHint::default(),
        }
    }
}

//! The body of a response.
//!
//! It is one JSON message or nothing; who reads it does not depend on that.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use http_body::{Frame, SizeHint};
use http_body_util::Full;

/// The body of a response of [`HttpService`](super::HttpService).
#[derive(Debug, Default)]
pub struct HttpBody(Full<Bytes>);

impl HttpBody {
    pub(super) fn new(bytes: impl Into<Bytes>) -> Self {
        Self(Full::new(bytes.into()))
    }
}

impl http_body::Body for HttpBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Pin::new(&mut self.0).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.0.size_hint()
    }
}

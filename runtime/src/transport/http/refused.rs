//! Requests that never become a message, and how a message becomes a response.
//!
//! It does not know why a request is refused.

use std::borrow::Cow;

use http::{
    HeaderValue, Response, StatusCode,
    header::{ALLOW, CONTENT_TYPE, RETRY_AFTER},
};

use super::HttpBody;
use crate::wire::{Rpc, RpcError};

/// A request that never becomes a message.
pub(super) struct Refused {
    status: u16,
    error: RpcError,
}

impl Refused {
    pub(super) fn new(status: u16, text: impl Into<Cow<'static, str>>) -> Self {
        Self::of(status, RpcError::new(Rpc::Http(status), text))
    }

    pub(super) fn of(status: u16, error: RpcError) -> Self {
        Self { status, error }
    }

    /// A method that is not served.
    pub(super) fn post_only() -> Self {
        Self::new(405, "the endpoint takes POST")
    }

    /// A session too many.
    pub(super) fn full() -> Self {
        Self::new(503, "there are too many sessions: try again later")
    }

    pub(super) fn response(self) -> Response<HttpBody> {
        let Self { status, error } = self;
        let mut response = message(status, error.write(None));
        let (name, value) = match status {
            // `modern.md M-HTTP-10`.
            405 => (ALLOW, "POST, OPTIONS"),
            503 => (RETRY_AFTER, "30"),
            _ => return response,
        };
        response.headers_mut().insert(name, HeaderValue::from_static(value));
        response
    }
}

pub(super) fn message(status: u16, body: Vec<u8>) -> Response<HttpBody> {
    let empty = body.is_empty();
    let mut response = Response::new(HttpBody::new(body));
    *response.status_mut() =
        StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if !empty {
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    response
}

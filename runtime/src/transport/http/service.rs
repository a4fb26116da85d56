//! The endpoint as a tower service: one POST in, one message out.
//!
//! The order of the checks is `modern.md` part 24, up to the parsed message; the rest of it is the
//! dispatcher's.

use std::{
    convert::Infallible,
    fmt,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use http::{
    Method, Request, Response, StatusCode,
    header::{CONTENT_LENGTH, HOST, ORIGIN},
    request::Parts,
};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};

use super::{
    HttpBody, HttpOptions,
    call::HttpCall,
    guard::{host_is_allowed, origin_is_allowed},
    headers::{self, SESSION_ID},
    options::Checked,
    post::{self, Said},
    refused::{Refused, message},
    sessions::Sessions,
};
use crate::{
    ask::{Outlet, Signal, Tether},
    dispatch::{Answer, Dispatcher, Speech, Via},
    era::belongs_to_handshake,
    error::BuildError,
    seal::Principal,
    wire::{Batch, Frame},
};

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A server as a [`tower` service](https://docs.rs/tower-service), for any axum or hyper
/// application. It serves whatever path it is mounted at.
///
/// Who calls is the [`Principal`] in the request's extensions, where a layer in front has put one.
///
/// ```
/// use askback::{HttpOptions, Server};
///
/// let service = Server::new("greeter", "1.0.0").into_service(HttpOptions::new())?;
/// // axum: Router::new().route_service("/mcp", service)
/// # let _ = service;
/// # Ok::<(), askback::BuildError>(())
/// ```
#[derive(Clone)]
pub struct HttpService(Arc<Inner>);

struct Inner {
    dispatcher: Arc<Dispatcher>,
    options: Checked,
    /// `None` where there are none.
    sessions: Option<Arc<Sessions>>,
    /// Given when the endpoint shuts down.
    closing: Signal,
}

impl HttpService {
    pub(crate) fn new(
        dispatcher: Arc<Dispatcher>,
        options: HttpOptions,
    ) -> Result<Self, BuildError> {
        if dispatcher.sealer.has_process_key() {
            tracing::warn!(
                "no request state key is set: questions fail after a restart and on every other \
                 process; set one with `Server::request_state(RequestState::new(key))`"
            );
        }
        let options = options.check()?;
        let sessions = options.sessions.map(|bounds| Arc::new(Sessions::new(bounds)));
        let closing = Signal::default();
        Ok(Self(Arc::new(Inner { dispatcher, options, sessions, closing })))
    }

    pub(super) fn dispatcher(&self) -> &Arc<Dispatcher> {
        &self.0.dispatcher
    }

    pub(super) fn sessions(&self) -> Option<&Arc<Sessions>> {
        self.0.sessions.as_ref()
    }

    pub(super) fn keep_alive(&self) -> Duration {
        self.0.options.keep_alive
    }

    pub(super) fn is_json_only(&self) -> bool {
        self.0.options.json_only
    }

    /// Lets calls finish, without waiting for anybody's answer, and ends subscriptions and the streams of
    /// sessions: for the shutdown of an application, whose connections would otherwise stay in use.
    /// [`Server::serve_http_on`](crate::Server::serve_http_on) does it by itself.
    ///
    /// ```
    /// use askback::{HttpOptions, Server};
    ///
    /// let service = Server::new("greeter", "1.0.0").into_service(HttpOptions::new())?;
    /// let of_app = service.clone();
    /// // axum: serve(listener, Router::new().route_service("/mcp", of_app))
    /// //     .with_graceful_shutdown(async move { signal().await; service.shut_down() })
    /// # service.shut_down();
    /// # let _ = of_app;
    /// # Ok::<(), askback::BuildError>(())
    /// ```
    pub fn shut_down(&self) {
        self.0.closing.give();
        self.0.sessions.as_ref().inspect(|sessions| sessions.hang_up());
    }

    /// Answers one request.
    pub(super) async fn respond<B>(&self, request: Request<B>) -> Response<HttpBody>
    where
        B: http_body::Body,
        B::Error: Into<BoxError>,
    {
        let (parts, body) = request.into_parts();
        let origin = parts.headers.get(ORIGIN).cloned();
        let mut response =
            self.answer(parts, body).await.unwrap_or_else(|refused| refused.response());
        let forbidden = response.status() == StatusCode::FORBIDDEN;
        if let Some(origin) = origin.filter(|_| self.0.options.cors && !forbidden) {
            headers::allow_origin(response.headers_mut(), &origin);
        }
        response
    }

    async fn answer<B>(&self, parts: Parts, body: B) -> Result<Response<HttpBody>, Refused>
    where
        B: http_body::Body,
        B::Error: Into<BoxError>,
    {
        self.guard(&parts)?;
        match parts.method {
            Method::POST => {}
            Method::OPTIONS if self.0.options.cors => return Ok(preflight(&parts)),
            Method::GET if self.sessions().is_some() => return self.resume(&parts),
            Method::DELETE if self.sessions().is_some() => return self.end_session(&parts),
            _ => return Err(Refused::post_only()),
        }
        negotiate(&parts)?;
        let body = self.read(&parts, body).await?;
        let frame = match Frame::read(body.clone()) {
            Ok(frame) => frame,
            // A session may have a revision with batches.
            Err(_) if parts.headers.contains_key(SESSION_ID) && Batch::read(&body, 0).is_some() => {
                return self.handshake(&parts, None, body).await;
            }
            Err(malformed) => return Ok(message(malformed.status(), malformed.write())),
        };
        let routing = headers::routing(&parts.headers);
        if frame.response().is_some() || belongs_to_handshake(&frame, Some(&routing)) {
            return self.handshake(&parts, Some(&frame), body).await;
        }
        self.post(parts, frame).await
    }

    /// A modern request or notification.
    async fn post(&self, parts: Parts, frame: Frame) -> Result<Response<HttpBody>, Refused> {
        let takes_events = || headers::accepts_events(&parts.headers);
        let speaks = match Speech::of(&frame) {
            Speech::AnswerAlone => false,
            Speech::WhereItCan => !self.is_json_only() && takes_events(),
            // `modern.md M-SUB-13`.
            Speech::Only if takes_events() => true,
            Speech::Only => {
                return Err(Refused::new(406, "`Accept` must list `text/event-stream`"));
            }
        };
        if speaks {
            let said = Arc::<Said>::default();
            let call = self.call(parts, frame, Some(Arc::clone(&said) as Arc<dyn Outlet>));
            return Ok(Box::pin(post::respond(call, said, self.keep_alive())).await);
        }
        let Answer { status, body } = self.call(parts, frame, None).await;
        Ok(message(status, body))
    }

    fn call(&self, parts: Parts, frame: Frame, outlet: Option<Arc<dyn Outlet>>) -> HttpCall {
        let (inner, tether) = (Arc::clone(&self.0), Arc::<Tether>::default());
        let of_call = Arc::clone(&tether);
        let call = async move {
            let principal = parts.extensions.get::<Principal>();
            let mut via = Via { principal, outlet: outlet.as_ref(), ..Via::default() };
            (via.routing, via.tether) = (Some(headers::routing(&parts.headers)), Some(&of_call));
            via.closing = Some(&inner.closing);
            inner.dispatcher.answer(&frame, via).await
        };
        HttpCall::new(call, tether)
    }

    /// `Origin` and `Host`, before anything else is looked at.
    fn guard(&self, parts: &Parts) -> Result<(), Refused> {
        let Checked { hosts, origins, .. } = &self.0.options;
        let forbidden = |what: &str, value: &str, setting: &str| {
            let value: String = value.chars().take(200).collect();
            let text = format!(
                "the {what} `{value}` is not allowed; the server allows more with \
                 `HttpOptions::{setting}`"
            );
            Refused::new(403, text)
        };
        if let Some(origin) = parts.headers.get(ORIGIN) {
            let origin = origin.to_str().unwrap_or("(not ASCII)");
            if !origin_is_allowed(origin, origins.as_deref()) {
                return Err(forbidden("origin", origin, "allowed_origins"));
            }
        }
        let host = match (parts.headers.get(HOST), parts.uri.authority()) {
            (Some(host), _) => host.to_str().unwrap_or("(not ASCII)"),
            (None, Some(authority)) => authority.as_str(),
            (None, None) => "",
        };
        if host_is_allowed(host, hosts.as_deref()) {
            Ok(())
        } else {
            Err(forbidden("host", host, "allowed_hosts"))
        }
    }

    /// The whole body, refused as soon as it is known to be too long (`reports.md B90`).
    async fn read<B>(&self, parts: &Parts, body: B) -> Result<Bytes, Refused>
    where
        B: http_body::Body,
        B::Error: Into<BoxError>,
    {
        let limit = self.0.options.body_limit;
        let too_long =
            || Refused::new(413, format!("the body is longer than the limit of {limit} bytes"));
        let declared = parts.headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
        let declared: Option<u64> = declared.and_then(|value| value.parse().ok());
        if declared.is_some_and(|length| length > limit as u64) {
            return Err(too_long());
        }
        match Limited::new(body, limit).collect().await {
            Ok(body) => Ok(body.to_bytes()),
            Err(error) if error.is::<LengthLimitError>() => Err(too_long()),
            Err(_) => Err(Refused::new(400, "the body could not be read")),
        }
    }
}

fn negotiate(parts: &Parts) -> Result<(), Refused> {
    if !headers::is_json(&parts.headers) {
        return Err(Refused::new(415, "`Content-Type` must be `application/json`"));
    }
    if !headers::accepts_json(&parts.headers) {
        return Err(Refused::new(
            406,
            "`Accept` must list `application/json` and `text/event-stream`",
        ));
    }
    Ok(())
}

fn preflight(parts: &Parts) -> Response<HttpBody> {
    let mut response = Response::new(HttpBody::default());
    *response.status_mut() = StatusCode::NO_CONTENT;
    headers::allow_preflight(response.headers_mut(), &parts.headers);
    response
}

impl<B> tower_service::Service<Request<B>> for HttpService
where
    B: http_body::Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<BoxError>,
{
    type Response = Response<HttpBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<HttpBody>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let this = self.clone();
        Box::pin(async move { Ok(this.respond(request).await) })
    }
}

impl fmt::Debug for HttpService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpService").field("options", &self.0.options).finish_non_exhaustive()
    }
}

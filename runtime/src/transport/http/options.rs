//! The settings of an HTTP service.
//!
//! They are checked when the service is built; what they are for is in `guard.rs` and `service.rs`.

use std::time::Duration;

use super::guard::{Host, Origin};
use crate::error::BuildError;

/// Settings of [`Server::into_service`](crate::Server::into_service) and
/// [`Server::serve_http`](crate::Server::serve_http).
///
/// ```
/// use askback::{HttpOptions, Server};
///
/// let options = HttpOptions::new()
///     .allowed_hosts(["mcp.example.com"])
///     .allowed_origins(["https://app.example.com"])
///     .body_limit(1024 * 1024);
/// let service = Server::new("greeter", "1.0.0").into_service(options)?;
/// # let _ = service;
/// # Ok::<(), askback::BuildError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct HttpOptions {
    hosts: Option<Vec<String>>,
    origins: Option<Vec<String>>,
    body_limit: usize,
    cors: bool,
    json_only: bool,
    keep_alive: Duration,
    sessions: Option<SessionBounds>,
}

/// Bounds on handshake sessions.
#[derive(Clone, Copy, Debug)]
pub(super) struct SessionBounds {
    /// How many there may be.
    pub(super) most: usize,
    pub(super) idle_limit: Duration,
    /// How much of each one's streams is kept for a client that comes back, in bytes.
    pub(super) store_limit: usize,
}

/// The settings, checked.
#[derive(Debug)]
pub(super) struct Checked {
    /// `None` allows the loopback names.
    pub(super) hosts: Option<Vec<Host>>,
    /// `None` allows the loopback names with any port.
    pub(super) origins: Option<Vec<Origin>>,
    pub(super) body_limit: usize,
    pub(super) cors: bool,
    pub(super) json_only: bool,
    pub(super) keep_alive: Duration,
    /// `None` without sessions.
    pub(super) sessions: Option<SessionBounds>,
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self {
            hosts: None,
            origins: None,
            body_limit: 4 * 1024 * 1024,
            cors: true,
            json_only: false,
            keep_alive: Duration::from_secs(15),
            sessions: Some(SessionBounds {
                most: 10_000,
                idle_limit: Duration::from_secs(30 * 60),
                store_limit: 256 * 1024,
            }),
        }
    }
}

impl HttpOptions {
    /// The defaults: loopback names only, bodies up to 4 MiB, CORS for allowed origins, and up to
    /// 10,000 handshake sessions.
    pub fn new() -> Self {
        Self::default()
    }

    /// The names that a request's `Host` may have, instead of `localhost`, `127.0.0.1` and `[::1]`.
    ///
    /// A name without a port allows every port. The check keeps web pages from reaching the server
    /// through a name of their own (DNS rebinding).
    pub fn allowed_hosts<S: Into<String>>(mut self, hosts: impl IntoIterator<Item = S>) -> Self {
        self.hosts = Some(hosts.into_iter().map(Into::into).collect());
        self
    }

    /// The origins that a request's `Origin` may have, instead of those with a loopback name:
    /// scheme, host and port, such as `https://app.example.com`.
    ///
    /// A request without `Origin` is always allowed (`modern.md M-HTTP-2`).
    pub fn allowed_origins<S: Into<String>>(
        mut self,
        origins: impl IntoIterator<Item = S>,
    ) -> Self {
        self.origins = Some(origins.into_iter().map(Into::into).collect());
        self
    }

    /// The longest body that is taken, in bytes; 4 MiB if not set. A longer one is answered with
    /// 413.
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = bytes;
        self
    }

    /// Answers no preflight and sends no CORS headers: for a service behind a layer that does.
    pub fn without_cors(mut self) -> Self {
        self.cors = false;
        self
    }

    /// Answers with JSON alone, for clients or proxies that cannot read event streams. A client on a
    /// handshake revision can then not be asked; revision 2026-07-28 loses nothing.
    pub fn json_only(mut self) -> Self {
        self.json_only = true;
        self
    }

    /// How long an event stream may be silent before a comment is sent, so that nobody on the way
    /// takes it for dead; 15 s if not set.
    pub fn keep_alive(mut self, silence: Duration) -> Self {
        self.keep_alive = silence;
        self
    }

    /// Opens no sessions for clients on handshake revisions: they can call and list, and cannot be
    /// asked. For servers of many processes without sticky routing.
    pub fn without_sessions(mut self) -> Self {
        self.sessions = None;
        self
    }

    /// How many handshake sessions there may be; 10,000 if not set. Another `initialize` is answered
    /// with 503: none that is in use is ever closed for it.
    pub fn session_limit(mut self, most: usize) -> Self {
        self.change_sessions(|bounds| bounds.most = most);
        self
    }

    /// How long a handshake session may be unused before it is forgotten; 30 minutes if not set. One
    /// with a call in flight or an open stream is in use. Its client is then told 404, and begins
    /// anew.
    pub fn session_idle_limit(mut self, limit: Duration) -> Self {
        self.change_sessions(|bounds| bounds.idle_limit = limit);
        self
    }

    /// How much of a session's event streams is kept for a client that lost its connection and comes
    /// back (`Last-Event-ID`), in bytes; 256 KiB if not set, and with 0 nothing can be taken up again.
    ///
    /// What a client can do without goes first, then the calls that are over, the oldest first. A question
    /// stays until it has its answer: one for which there is no room beside those that are out (they may be
    /// 64 KiB together also where the limit is less) is not asked, and its call ends with a text that says
    /// so. This holds on every revision with sessions.
    pub fn event_store_limit(mut self, bytes: usize) -> Self {
        self.change_sessions(|bounds| bounds.store_limit = bytes);
        self
    }

    fn change_sessions(&mut self, change: impl FnOnce(&mut SessionBounds)) {
        self.sessions.as_mut().map(change);
    }

    pub(super) fn check(self) -> Result<Checked, BuildError> {
        let Self { hosts, origins, body_limit, cors, json_only, keep_alive, sessions } = self;
        let hosts = hosts.map(|hosts| each(hosts, Host::parse, BuildError::AllowedHost));
        let origins =
            origins.map(|origins| each(origins, Origin::parse, BuildError::AllowedOrigin));
        Ok(Checked {
            hosts: hosts.transpose()?,
            origins: origins.transpose()?,
            body_limit,
            cors,
            json_only,
            keep_alive,
            sessions,
        })
    }
}

fn each<T>(
    texts: Vec<String>,
    parse: impl Fn(&str) -> Option<T>,
    error: impl Fn(String) -> BuildError,
) -> Result<Vec<T>, BuildError> {
    texts.into_iter().map(|text| parse(&text).ok_or_else(|| error(text))).collect()
}

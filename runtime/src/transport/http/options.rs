//! The settings of an HTTP service.
//!
//! They are checked when the service is built; what they are for is in `guard.rs` and `service.rs`.

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
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self { hosts: None, origins: None, body_limit: 4 * 1024 * 1024, cors: true }
    }
}

impl HttpOptions {
    /// The defaults: loopback names only, bodies up to 4 MiB, CORS for allowed origins.
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

    pub(super) fn check(self) -> Result<Checked, BuildError> {
        let Self { hosts, origins, body_limit, cors } = self;
        let hosts = hosts.map(|hosts| each(hosts, Host::parse, BuildError::AllowedHost));
        let origins =
            origins.map(|origins| each(origins, Origin::parse, BuildError::AllowedOrigin));
        Ok(Checked { hosts: hosts.transpose()?, origins: origins.transpose()?, body_limit, cors })
    }
}

fn each<T>(
    texts: Vec<String>,
    parse: impl Fn(&str) -> Option<T>,
    error: impl Fn(String) -> BuildError,
) -> Result<Vec<T>, BuildError> {
    texts.into_iter().map(|text| parse(&text).ok_or_else(|| error(text))).collect()
}

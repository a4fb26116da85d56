//! How long a client may keep a result, and for whom (`modern.md` part 17).

use std::time::Duration;

/// Who may be given a result that was kept.
///
/// ```
/// use std::time::Duration;
///
/// use askback::{CacheScope, prelude::*};
///
/// // The lists are the same for everybody, and change with a release.
/// let server = Server::new("s", "1.0.0")
///     .cache_lists(Duration::from_secs(3600), CacheScope::Public);
///
/// /// The terms of use.
/// #[resource("site://terms", ttl_ms = 86_400_000, cache_scope = CacheScope::Public)]
/// async fn terms() -> &'static str {
///     "Be kind."
/// }
/// # let _ = server.resource(terms);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "the protocol has two")]
pub enum CacheScope {
    /// Who asked for it, and nobody else.
    #[default]
    Private,
    /// Everybody: nothing in it depends on who asks. It protects nothing (`modern.md M-CACHE-3`).
    Public,
}

/// How long a result may be kept, and for whom. Nobody may keep what its author says nothing of
/// (`modern.md M-CACHE-5`).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CacheHints {
    pub(crate) ttl_ms: u64,
    pub(crate) scope: CacheScope,
}

impl CacheHints {
    pub(crate) fn new(ttl: Duration, scope: CacheScope) -> Self {
        Self { ttl_ms: u64::try_from(ttl.as_millis()).unwrap_or(u64::MAX), scope }
    }

    /// The members of a result.
    pub(crate) fn write(self) -> String {
        let scope = match self.scope {
            CacheScope::Private => "private",
            CacheScope::Public => "public",
        };
        format!("\"ttlMs\":{},\"cacheScope\":\"{scope}\"", self.ttl_ms)
    }
}

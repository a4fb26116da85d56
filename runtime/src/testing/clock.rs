//! A clock that a test moves.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

/// When every test begins: 2027-01-15, 08:00 UTC, in seconds since the epoch.
const START: u64 = 1_800_000_000;

/// The clock of a [`Client`](super::Client)'s server. It stands still until it is moved.
///
/// ```
/// use std::time::Duration;
///
/// use askback::{prelude::*, testing::{Client, Response}};
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
///
/// /// Asks for a yes.
/// #[tool]
/// async fn act(#[ask(confirm, message = "Sure?")] ok: bool) -> String {
///     ok.to_string()
/// }
///
/// let client = Client::new(Server::new("s", "1").tool(act));
/// let clock = client.clock();
/// let reply = client
///     .answer_with("ok", move |_| {
///         clock.advance(Duration::from_secs(601));
///         Response::confirm()
///     })
///     .call("act", ())
///     .await;
/// assert_eq!(reply.error_code(), Some(-32602), "the question has expired");
/// # });
/// ```
#[derive(Clone, Debug)]
pub struct Clock(Arc<AtomicU64>);

impl Clock {
    pub(super) fn new() -> Self {
        Self(Arc::new(AtomicU64::new(START)))
    }

    /// Moves it forward, by whole seconds.
    pub fn advance(&self, time: Duration) {
        self.0.fetch_add(time.as_secs(), Ordering::SeqCst);
    }

    pub(super) fn now(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }
}

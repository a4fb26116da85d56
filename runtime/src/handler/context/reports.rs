//! What a handler tells while it runs, and how it learns that nobody listens any more.
//!
//! It does not know how a message travels.

use std::{
    fmt,
    pin::Pin,
    sync::Arc,
    task::{Poll, ready},
};

use serde::Serialize;

use super::Context;
use crate::{ask::Tether, handler::Progress, wire::LogLevel};

impl Context {
    /// Says how far the call has come, to a client that asked for progress; for others it does nothing.
    ///
    /// Progress only grows: what is not more than before is not said. Nor is what comes faster than
    /// some hundred times a second, but for the end of a known total.
    ///
    /// ```
    /// use askback::{Progress, prelude::*};
    ///
    /// # async fn copy(_file: &str) {}
    /// /// Copies files.
    /// #[tool]
    /// async fn copy_all(cx: &Context, files: Vec<String>) -> String {
    ///     for (done, file) in files.iter().enumerate() {
    ///         cx.progress(Progress::of(done, files.len()).message(file));
    ///         copy(file).await;
    ///     }
    ///     format!("Copied {}.", files.len())
    /// }
    /// # let _ = copy_all;
    /// ```
    #[expect(clippy::needless_pass_by_value, reason = "it reads best where it is made in the call")]
    pub fn progress(&self, progress: Progress<'_>) {
        if let Some(reporter) = self.reporter().filter(|reporter| reporter.wants_progress()) {
            reporter.progress(&progress);
        }
    }

    /// Sends a log message to the client: on revision 2026-07-28 where the request asked for messages
    /// of this level, and after a handshake where the session did, or never said which it wants and the
    /// level is at least [`LogLevel::Info`].
    ///
    /// `data` is a text or any other value that can be written as JSON. It must hold no secret: the
    /// client sees it. Logging is deprecated in revision 2026-07-28 (SEP-2577); what is for the operator
    /// of the server belongs to `tracing`.
    ///
    /// ```
    /// use askback::{LogLevel, prelude::*};
    ///
    /// /// Does it the old way.
    /// #[tool]
    /// async fn old_way(cx: &Context) -> &'static str {
    ///     cx.log(LogLevel::Warning, "This tool goes away: use `new_way`.");
    ///     "Done."
    /// }
    /// # let _ = old_way;
    /// ```
    pub fn log(&self, level: LogLevel, data: impl Serialize) {
        self.say(level, None, &data);
    }

    /// As [`log`](Context::log), with the name of what logs.
    ///
    /// ```
    /// use askback::{LogLevel, prelude::*};
    ///
    /// /// Opens a ledger.
    /// #[tool]
    /// async fn open_ledger(cx: &Context, name: String) -> String {
    ///     cx.log_as("ledger", LogLevel::Info, serde_json::json!({"opened": name}));
    ///     format!("{name} is open.")
    /// }
    /// # let _ = open_ledger;
    /// ```
    pub fn log_as(&self, logger: &str, level: LogLevel, data: impl Serialize) {
        self.say(level, Some(logger), &data);
    }

    fn say(&self, level: LogLevel, logger: Option<&str>, data: &impl Serialize) {
        let Some(reporter) = self.reporter().filter(|reporter| reporter.wants_log(level)) else {
            return;
        };
        match serde_json::to_string(data) {
            Ok(data) => reporter.log(level, logger, &data),
            Err(error) => tracing::warn!(%error, "a log message cannot be written as JSON"),
        }
    }

    /// Whether the client wants log messages of this level, where making one takes work.
    ///
    /// ```
    /// use askback::{LogLevel, prelude::*};
    ///
    /// # fn dump() -> String { String::new() }
    /// /// Explains itself.
    /// #[tool]
    /// async fn explain(cx: &Context) -> &'static str {
    ///     if cx.wants_log(LogLevel::Debug) {
    ///         cx.log(LogLevel::Debug, dump());
    ///     }
    ///     "Done."
    /// }
    /// # let _ = explain;
    /// ```
    #[must_use]
    pub fn wants_log(&self, level: LogLevel) -> bool {
        self.reporter().is_some_and(|reporter| reporter.wants_log(level))
    }

    /// Done when the call is over, or this round of it where rounds are counted: the handler returned or
    /// asked, the call was cancelled, or its client went away.
    ///
    /// The handler itself is dropped when its call ends early, and need not look. This is for what works
    /// for it elsewhere and would go on for nobody: a task, a thread, or a step of
    /// [`once`](Context::once), which is finished even so.
    ///
    /// ```
    /// use askback::prelude::*;
    ///
    /// # fn next_prime(after: u64) -> u64 { after + 1 }
    /// /// Finds primes until the client has enough.
    /// #[tool]
    /// async fn primes(cx: &Context, up_to: u64) -> String {
    ///     let over = cx.cancelled();
    ///     let search = tokio::task::spawn_blocking(move || {
    ///         let mut prime = 2;
    ///         while prime < up_to && !over.is_cancelled() {
    ///             prime = next_prime(prime);
    ///         }
    ///         prime
    ///     });
    ///     search.await.map_or_else(|_| "none".into(), |prime| prime.to_string())
    /// }
    /// # let _ = primes;
    /// ```
    pub fn cancelled(&self) -> Cancelled {
        Cancelled { tether: Arc::clone(&self.call.tether), wait: None }
    }
}

/// The end of a call, see [`Context::cancelled`]. It can be moved into a task or a thread.
///
/// ```
/// use askback::{Cancelled, prelude::*};
///
/// async fn watch(over: Cancelled) {
///     over.await;
///     eprintln!("nobody waits any more");
/// }
///
/// /// Starts a watch.
/// #[tool]
/// async fn start(cx: &Context) -> &'static str {
///     tokio::spawn(watch(cx.cancelled()));
///     "Watched."
/// }
/// # let _ = start;
/// ```
#[must_use = "a future does nothing unless it is awaited"]
pub struct Cancelled {
    tether: Arc<Tether>,
    wait: Option<Pin<Box<dyn Future<Output = ()> + Send + Sync>>>,
}

impl Cancelled {
    /// Whether it is over.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.tether.over().has_come()
    }
}

impl Clone for Cancelled {
    fn clone(&self) -> Self {
        Self { tether: Arc::clone(&self.tether), wait: None }
    }
}

impl Future for Cancelled {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut std::task::Context<'_>) -> Poll<()> {
        if self.is_cancelled() {
            return Poll::Ready(());
        }
        let tether = Arc::clone(&self.tether);
        let wait =
            self.wait.get_or_insert_with(|| Box::pin(async move { tether.over().wait().await }));
        ready!(wait.as_mut().poll(cx));
        Poll::Ready(())
    }
}

impl fmt::Debug for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cancelled").field("is_cancelled", &self.is_cancelled()).finish()
    }
}

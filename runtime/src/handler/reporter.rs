//! What a call tells its client while it runs: progress and log messages, where the client asked for
//! them.
//!
//! It does not know how a message travels.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU8, Ordering},
    },
    time::{Duration, Instant},
};

use super::Progress;
use crate::{
    ask::{Outlet, Tether},
    era::{Revision, log_message, progress},
    wire::LogLevel,
};

/// How much progress may be said at once.
const BURST: u32 = 64;

/// How long it takes until there is room for one more.
const REFILL: Duration = Duration::from_millis(10);

/// How far progress goes on when a call says nothing but that it is alive.
const BEAT: f64 = 1e-6;

/// From which level on log messages are wanted, by a request or a session.
#[derive(Debug)]
pub(crate) struct LogThreshold(AtomicU8);

impl LogThreshold {
    pub(crate) fn new(level: LogLevel) -> Self {
        Self(AtomicU8::new(level as u8))
    }

    pub(crate) fn set(&self, level: LogLevel) {
        self.0.store(level as u8, Ordering::Relaxed);
    }

    fn takes(&self, level: LogLevel) -> bool {
        level as u8 >= self.0.load(Ordering::Relaxed)
    }
}

/// What a client wants to hear of a call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted<'a> {
    /// Its token for progress, as JSON text (`modern.md M-PROG-1`).
    pub(crate) progress_token: Option<&'a str>,
    /// `None` where it wants no log messages (`modern.md M-LOG-2`).
    pub(crate) log: Option<Arc<LogThreshold>>,
}

/// See the module's documentation.
pub(crate) struct Reporter {
    outlet: Arc<dyn Outlet>,
    /// Nothing is said any more once it is cut (`modern.md M-CANC-2`).
    tether: Option<Arc<Tether>>,
    revision: Revision,
    progress_token: Option<Box<str>>,
    log: Option<Arc<LogThreshold>>,
    clock: fn() -> Instant,
    said: Mutex<Said>,
}

/// The progress that has been said.
#[derive(Debug)]
struct Said {
    last: Option<f64>,
    total: Option<f64>,
    /// How much more may be said at once.
    room: u32,
    /// When that was counted.
    at: Option<Instant>,
}

impl Reporter {
    /// A reporter, where the client wants to hear anything and there is a way to it.
    pub(crate) fn new(
        wanted: Wanted<'_>,
        outlet: Option<&Arc<dyn Outlet>>,
        tether: Option<&Arc<Tether>>,
        revision: Revision,
        clock: fn() -> Instant,
    ) -> Option<Arc<Self>> {
        let Wanted { progress_token, log } = wanted;
        if progress_token.is_none() && log.is_none() {
            return None;
        }
        Some(Arc::new(Self {
            outlet: Arc::clone(outlet?),
            tether: tether.cloned(),
            revision,
            progress_token: progress_token.map(Into::into),
            log,
            clock,
            said: Mutex::new(Said { last: None, total: None, room: BURST, at: None }),
        }))
    }

    pub(crate) fn wants_progress(&self) -> bool {
        self.progress_token.is_some()
    }

    pub(super) fn wants_log(&self, level: LogLevel) -> bool {
        self.log.as_ref().is_some_and(|log| log.takes(level))
    }

    /// Says how far the call has come. What does not grow is not said (`modern.md M-PROG-1`), nor what
    /// comes too fast (M-PROG-3), unless it is the end.
    pub(super) fn progress(&self, progress: &Progress<'_>) {
        let Progress { progress: value, total, .. } = *progress;
        if !value.is_finite() || total.is_some_and(|total| !total.is_finite()) {
            tracing::warn!(value, "progress must be a finite number");
            return;
        }
        let mut said = self.said();
        if said.last.is_some_and(|last| value <= last) {
            return;
        }
        // The first time that all is done, and no other.
        let is_end =
            total.is_some_and(|total| value >= total && said.last.is_none_or(|last| last < total));
        if !said.has_room((self.clock)()) && !is_end {
            return;
        }
        self.say(&mut said, progress);
    }

    /// Says that the call is alive, and waits.
    pub(crate) fn beat(&self, message: &str) {
        let mut said = self.said();
        // Hardly more than what the handler has said: it may have much to say yet.
        let progress = said.last.map_or(0.0, |last| (last + BEAT).max(last.next_up()));
        let total = said.total.filter(|total| progress < *total);
        self.say(&mut said, &Progress { progress, total, message: Some(message.into()) });
    }

    fn say(&self, said: &mut Said, said_now: &Progress<'_>) {
        let Some(token) = &self.progress_token else { return };
        (said.last, said.total) = (Some(said_now.progress), said_now.total);
        let Progress { progress: value, total, message } = said_now;
        let message = message.as_deref().filter(|_| self.revision.has_progress_messages());
        self.send(progress(token, *value, *total, message));
    }

    /// Sends a log message; `data` is JSON text.
    pub(super) fn log(&self, level: LogLevel, logger: Option<&str>, data: &str) {
        self.send(log_message(level, logger, data));
    }

    fn send(&self, message: Vec<u8>) {
        if self.tether.as_ref().is_none_or(|tether| !tether.is_cut()) {
            self.outlet.notify(message);
        }
    }

    fn said(&self) -> MutexGuard<'_, Said> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Said {
    fn has_room(&mut self, now: Instant) -> bool {
        let since = now.saturating_duration_since(*self.at.get_or_insert(now));
        let passed = since.as_millis() / REFILL.as_millis();
        if passed > 0 {
            let more = u32::try_from(passed).unwrap_or(BURST);
            (self.room, self.at) = (self.room.saturating_add(more).min(BURST), Some(now));
        }
        let has_room = self.room > 0;
        self.room = self.room.saturating_sub(1);
        has_room
    }
}

impl std::fmt::Debug for Reporter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { revision, progress_token, log, .. } = self;
        f.debug_struct("Reporter")
            .field("revision", revision)
            .field("progress_token", progress_token)
            .field("log", log)
            .finish_non_exhaustive()
    }
}

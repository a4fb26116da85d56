//! One handshake session: what was negotiated, and the questions that are out.
//!
//! It does not know how messages travel, nor what a session is called over HTTP.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use serde::Deserialize;

use super::{
    mailbox::{Letter, Mailbox},
    watched::{Watched, Watcher},
};
#[cfg(feature = "http")]
use crate::seal::Principal;
use crate::{
    ask::{Outlet, Signal},
    era::{Change, Offers, Peer},
    handler::{Audience, LogThreshold},
    wire::{IdKey, LogLevel, Response},
};

/// Bounds on the questions of a session.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AskLimits {
    /// How long one answer may take.
    pub(crate) timeout: Duration,
    /// How many questions may be out at a time.
    pub(crate) most: usize,
    /// How often a waiting call reports progress.
    pub(crate) heartbeat: Duration,
}

impl Default for AskLimits {
    fn default() -> Self {
        let (timeout, heartbeat) = (Duration::from_secs(600), Duration::from_secs(20));
        Self { timeout, most: 256, heartbeat }
    }
}

/// See the module's documentation.
pub(crate) struct Session {
    pub(crate) peer: Peer,
    /// Which log messages it wants (`legacy.md L-LOG-1`).
    pub(super) log: Arc<LogThreshold>,
    initialized: Signal,
    questions: Mutex<Questions>,
    /// Where it hears of what belongs to no call; `None` where it has no such way.
    general: OnceLock<Arc<dyn Outlet>>,
    /// The resources that it subscribed to, if it ever did.
    watched: Mutex<Option<Box<Watched>>>,
    /// What the server has told it that it has.
    offers: Offers,
}

#[derive(Debug, Default)]
struct Questions {
    /// Ids are the server's own, and never used twice (`legacy.md L-INIT-8`).
    last_id: u64,
    out: HashMap<u64, (Arc<Mailbox>, u32)>,
    is_closed: bool,
}

impl Session {
    pub(crate) fn new(peer: Peer, offers: Offers) -> Self {
        let log = Arc::new(LogThreshold::new(LogLevel::Info));
        Self {
            peer,
            log,
            initialized: Signal::default(),
            questions: Mutex::default(),
            general: OnceLock::new(),
            watched: Mutex::default(),
            offers,
        }
    }

    /// Gives it a way to hear of what belongs to no call.
    pub(crate) fn hears_by(&self, general: Arc<dyn Outlet>) {
        // A session has one from its first moment on, and keeps it.
        let _ = self.general.set(general);
    }

    /// It wants log messages from `level` on.
    pub(crate) fn wants_log(&self, level: LogLevel) {
        self.log.set(level);
    }

    /// Whether it hears of anything.
    pub(super) fn hears(&self) -> bool {
        self.general.get().is_some()
    }

    /// The resources that it subscribed to, if it ever did.
    pub(super) fn watched(&self) -> MutexGuard<'_, Option<Box<Watched>>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whoever makes a request may watch from here on what it may watch, and no more: what a user may see
    /// changes with its principal, also while a session lasts.
    #[cfg(feature = "http")]
    pub(crate) fn is_used_by(&self, who: Option<&Principal>) {
        // An anonymous caller stays one.
        if who.is_some()
            && let Some(watched) = self.watched().as_mut()
        {
            watched.is_watched_by(who);
        }
    }

    fn watcher_of(&self, uri: &str) -> Option<Arc<Watcher>> {
        self.watched().as_ref()?.watcher_of(uri).cloned()
    }

    /// Takes `notifications/initialized`.
    pub(crate) fn set_initialized(&self) {
        self.initialized.give();
    }

    /// Waits for `notifications/initialized`, before which nobody is asked (`legacy.md L-INIT-4`).
    pub(super) async fn initialized(&self) {
        self.initialized.wait().await;
    }

    /// Notes a question that goes out now: the id of its request, or `None` where there are too
    /// many, or nobody is left to answer.
    pub(super) fn put(&self, mailbox: &Arc<Mailbox>, ticket: u32, most: usize) -> Option<u64> {
        let mut questions = self.lock();
        if questions.is_closed || questions.out.len() >= most {
            return None;
        }
        questions.last_id += 1;
        let id = questions.last_id;
        questions.out.insert(id, (Arc::clone(mailbox), ticket));
        Some(id)
    }

    /// Forgets a question; `false` where it has been answered already.
    pub(super) fn withdraw(&self, id: u64) -> bool {
        self.lock().out.remove(&id).is_some()
    }

    /// Takes a response. One to nothing that was asked here is ignored (`legacy.md L-SRQ-5`).
    pub(crate) fn answered(&self, response: &Response<'_>) {
        let IdKey::Integer(id) = response.id.key() else { return };
        let found = id.parse().ok().and_then(|id: u64| self.lock().out.remove(&id));
        let Some((mailbox, ticket)) = found else {
            tracing::debug!("a response to no open question was ignored");
            return;
        };
        let outcome = response.outcome.map(Into::into).map_err(failure);
        mailbox.post(Letter { ticket, outcome });
    }

    /// Fails a question as if its time had passed.
    #[cfg(feature = "testing")]
    pub(crate) fn give_up(&self, id: u64) {
        let found = self.lock().out.remove(&id);
        found.into_iter().for_each(|(mailbox, ticket)| {
            mailbox.post(Letter { ticket, outcome: Err("there was no answer in time".to_owned()) });
        });
    }

    /// Fails all questions that are out, and those to come.
    pub(super) fn close(&self) {
        let mut questions = self.lock();
        questions.is_closed = true;
        let out = std::mem::take(&mut questions.out);
        drop(questions);
        for (mailbox, ticket) in out.into_values() {
            let outcome = Err("the connection ended before there was an answer".to_owned());
            mailbox.post(Letter { ticket, outcome });
        }
    }

    fn lock(&self) -> MutexGuard<'_, Questions> {
        self.questions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// `legacy.md L-NTF-1`: changes come unasked, but for those of resources.
impl Audience for Session {
    fn hear(&self, change: Change<'_>) {
        if !self.initialized.has_come() || !self.offers.tells_of(change) {
            return;
        }
        if let Change::Resource(uri) = change
            && !self.watcher_of(uri).is_some_and(|watcher| watcher.may_watch(uri))
        {
            return;
        }
        if let Some(general) = self.general.get() {
            general.notify(change.write(None));
        }
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { peer, questions, .. } = self;
        f.debug_struct("Session")
            .field("peer", peer)
            .field("questions", questions)
            .finish_non_exhaustive()
    }
}

/// What an error of the client's says, cut to what a person reads.
fn failure(error: &str) -> String {
    #[derive(Deserialize)]
    struct Error {
        code: i64,
        #[serde(default)]
        message: String,
    }
    match serde_json::from_str::<Error>(error) {
        Ok(Error { code, message }) => {
            let message: String = message.chars().take(200).collect();
            format!("the client answered with the error {code}: {message}")
        }
        Err(_) => "the client answered with an error".to_owned(),
    }
}

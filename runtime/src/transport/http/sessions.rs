//! The handshake sessions of an endpoint: found by id and caller, bounded in number, and forgotten
//! when nobody uses them.
//!
//! It does not know what is said in a session.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use super::{options::SessionBounds, store::Store, stream::EventStream};
use crate::{ask::Outlet, dispatch::Connection, seal::Owner};

/// How many sweeps a session may be idle for: its limit is cut into so many parts.
const SWEEPS: u32 = 8;

const SHORTEST_SWEEP: Duration = Duration::from_millis(10);

/// See the module's documentation.
#[derive(Debug)]
pub(super) struct Sessions {
    bounds: SessionBounds,
    open: Mutex<HashMap<Box<str>, Arc<HttpSession>>>,
    is_swept: AtomicBool,
}

/// One session over HTTP.
#[derive(Debug)]
pub(super) struct HttpSession {
    pub(super) connection: Arc<Connection>,
    pub(super) store: Arc<Store>,
    /// What is said outside of calls.
    pub(super) general: Arc<EventStream>,
    owner: Owner,
    /// Sweeps since it was used.
    idle: AtomicU32,
}

/// What a session hears outside of calls, once its client has come to listen (`legacy.md L-NTF-2`).
struct General(Arc<EventStream>);

impl Outlet for General {
    fn send(&self, message: Vec<u8>) {
        if self.0.has_begun() {
            self.0.send(message);
        }
    }

    fn notify(&self, message: Vec<u8>) -> bool {
        self.0.has_begun() && self.0.notify(message)
    }
}

impl Sessions {
    pub(super) fn new(bounds: SessionBounds) -> Self {
        Self { bounds, open: Mutex::default(), is_swept: AtomicBool::new(false) }
    }

    pub(super) fn store_limit(&self) -> usize {
        self.bounds.store_limit
    }

    /// Whether there is room for one more.
    pub(super) fn has_room(&self) -> bool {
        self.lock().len() < self.bounds.most
    }

    /// Opens a session; `false` where there is no room.
    pub(super) fn open(self: &Arc<Self>, id: &str, session: HttpSession) -> bool {
        let mut open = self.lock();
        if open.len() >= self.bounds.most {
            return false;
        }
        open.insert(id.into(), Arc::new(session));
        drop(open);
        if !self.is_swept.swap(true, Ordering::SeqCst) {
            let every = (self.bounds.idle_limit / SWEEPS).max(SHORTEST_SWEEP);
            tokio::spawn(sweep(Arc::downgrade(self), every));
        }
        true
    }

    /// The session `id`, where it is the caller's own (`legacy.md L-SESS-3`, L-SESS-4).
    pub(super) fn find(&self, id: &str, who: Option<&Owner>) -> Option<Arc<HttpSession>> {
        let session = self.lock().get(id).cloned()?;
        if who != Some(&session.owner) {
            tracing::warn!("a session was named by somebody it does not belong to");
            return None;
        }
        session.idle.store(0, Ordering::Relaxed);
        Some(session)
    }

    /// Ends a session.
    pub(super) fn close(&self, id: &str) {
        let session = self.lock().remove(id);
        session.inspect(|session| session.end());
    }

    /// Lets the calls of all sessions finish, without waiting for anybody's answer.
    pub(super) fn hang_up(&self) {
        let sessions: Vec<_> = self.lock().values().cloned().collect();
        for session in sessions {
            session.connection.hang_up();
            session.general.end();
        }
    }

    fn forget_idle(&self) {
        let mut idle = Vec::new();
        let mut open = self.lock();
        open.retain(|_, session| {
            let goes = session.is_idle();
            if goes {
                idle.push(Arc::clone(session));
            }
            !goes
        });
        open.shrink_to_fit();
        drop(open);
        idle.iter().for_each(|session| session.end());
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Box<str>, Arc<HttpSession>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HttpSession {
    pub(super) fn new(connection: Connection, store: Store, owner: Owner) -> Self {
        let (store, general) = store.open();
        connection
            .session()
            .inspect(|session| session.hears_by(Arc::new(General(Arc::clone(&general)))));
        let (connection, idle) = (Arc::new(connection), AtomicU32::new(0));
        Self { connection, store, general, owner, idle }
    }

    /// Counts a sweep. A session with a call, a question or a reader is in use.
    fn is_idle(&self) -> bool {
        self.store.sweep();
        if !self.connection.is_idle() || self.general.has_reader() {
            self.idle.store(0, Ordering::Relaxed);
        }
        self.idle.fetch_add(1, Ordering::Relaxed) >= SWEEPS
    }

    fn end(&self) {
        self.connection.hang_up();
        self.connection.cut();
        self.general.end();
        self.store.close();
    }
}

/// Looks for idle sessions until the endpoint is gone.
async fn sweep(sessions: Weak<Sessions>, every: Duration) {
    loop {
        tokio::time::sleep(every).await;
        let Some(sessions) = sessions.upgrade() else { return };
        sessions.forget_idle();
    }
}

//! The streams of a session that a client can come back to, bounded in bytes. Questions that are out
//! are never let go of: where there is no room for one, it is not asked.
//!
//! It knows event ids; it does not know what the events say.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicU32, AtomicUsize, Ordering},
    },
};

use super::stream::{Among, EventStream, FRAMING, Kind};
use crate::ask::Unkept;

/// How many bytes may wait for a reader, or for the answer to a question, though nothing is kept.
pub(super) const LEAST_ROOM: usize = 64 * 1024;

/// See the module's documentation.
#[derive(Debug)]
pub(super) struct Store {
    /// What marks the events of this session; it tells nothing of the session's id.
    tag: Box<str>,
    /// Whether events have ids, and are kept.
    is_resumable: bool,
    /// In bytes.
    limit: usize,
    last: AtomicU32,
    /// How many bytes the kept streams are. It is changed under the lock of the stream.
    bytes: AtomicUsize,
    /// How many bytes of questions that are out there is room for, see [`Store::reserve`].
    questions: AtomicUsize,
    general: OnceLock<Arc<EventStream>>,
    /// Oldest first.
    kept: Mutex<VecDeque<Arc<EventStream>>>,
}

/// An event id of a client's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventId {
    Ours {
        stream: u32,
        event: u64,
    },
    /// It has the shape of one, of another session.
    Foreign,
    Unreadable,
}

impl Store {
    pub(super) fn new(tag: impl Into<Box<str>>, is_resumable: bool, limit: usize) -> Self {
        Self {
            tag: tag.into(),
            is_resumable: is_resumable && limit > 0,
            limit,
            last: AtomicU32::new(0),
            bytes: AtomicUsize::new(0),
            questions: AtomicUsize::new(0),
            general: OnceLock::new(),
            kept: Mutex::default(),
        }
    }

    pub(super) fn is_resumable(&self) -> bool {
        self.is_resumable
    }

    /// How much is kept, in bytes.
    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// How much there may be at most, in bytes, but for answers that a reader is about to take.
    pub(super) fn most(&self) -> usize {
        self.limit.max(LEAST_ROOM)
    }

    /// A store with the stream for what is said outside of calls.
    pub(super) fn open(self) -> (Arc<Self>, Arc<EventStream>) {
        let store = Arc::new(self);
        let general = store.stream(false);
        let general = Arc::clone(store.general.get_or_init(|| general));
        (store, general)
    }

    /// A new stream. It is kept once it has begun, see [`Store::keep`].
    pub(super) fn stream(self: &Arc<Self>, is_mute: bool) -> Arc<EventStream> {
        let number = self.last.fetch_add(1, Ordering::Relaxed);
        Arc::new(EventStream::new(number, self, is_mute))
    }

    /// Keeps a stream for those who come back to it, or to what it asks.
    pub(super) fn keep(&self, stream: &Arc<EventStream>) {
        if stream.count_in(self) {
            let mut kept = self.lock();
            kept.retain(|stream| !stream.is_spent());
            kept.push_back(Arc::clone(stream));
            drop(kept);
            self.trim();
        }
    }

    /// Keeps the stream of a call whose client has gone before it heard anything: what the call asks is
    /// offered on the stream of the session's GET.
    pub(super) fn keep_lost(&self, stream: &Arc<EventStream>) {
        if !stream.is_done() {
            self.keep(stream);
            stream.is_lost_since(0);
        }
    }

    /// What is said outside of calls.
    pub(super) fn general(&self) -> Option<&Arc<EventStream>> {
        self.general.get()
    }

    /// Somebody listens to what is said outside of calls, and is given the questions whose own clients
    /// are gone.
    pub(super) fn offer(&self) {
        let kept = self.lock();
        kept.iter().for_each(|stream| stream.offer());
        drop(kept);
        self.trim();
    }

    /// Makes sure of room for a question, until it is [released](Self::release).
    ///
    /// # Errors
    ///
    /// It would not fit beside those that are out.
    pub(super) fn reserve(&self, message: &[u8]) -> Result<usize, Unkept> {
        let (size, most) = (message.len() + FRAMING, self.most());
        let sum = |questions: usize| questions.checked_add(size).filter(|sum| *sum <= most);
        let reserved = self.questions.fetch_update(Ordering::SeqCst, Ordering::SeqCst, sum);
        reserved.map(|_| size).map_err(|_| Unkept(most))
    }

    pub(super) fn release(&self, size: usize) {
        self.questions.fetch_sub(size, Ordering::SeqCst);
    }

    /// Counts what a kept stream has grown by, see [`Store::trim`].
    pub(super) fn count(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Ordering::SeqCst);
    }

    pub(super) fn kept(&self, number: u32) -> Option<Arc<EventStream>> {
        let kept = self.lock();
        kept.iter().find(|stream| stream.number() == number).cloned()
    }

    /// An id that is unique in the session and names its stream (`legacy.md L-RES-1`).
    pub(super) fn event_id(&self, stream: u32, event: u64) -> String {
        format!("{}-{stream}-{event}", self.tag)
    }

    pub(super) fn read_id(&self, id: &str) -> EventId {
        let mut parts = id.split('-');
        let (Some(tag), Some(stream), Some(event), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return EventId::Unreadable;
        };
        match (stream.parse(), event.parse()) {
            (Ok(stream), Ok(event)) if tag == &*self.tag => EventId::Ours { stream, event },
            (Ok(_), Ok(_)) => EventId::Foreign,
            _ => EventId::Unreadable,
        }
    }

    /// Makes room where there is too much, the oldest first: what was told and taken goes before what
    /// nobody took, then calls that are over and were read, then what is behind questions, then calls
    /// that are over. Questions that are out stay, and so does what a reader is about to take.
    pub(super) fn trim(&self) {
        if self.excess(self.limit) == 0 {
            return;
        }
        let mut kept = self.lock();
        self.thin(&kept, Kind::Told, Among::Taken, self.limit);
        self.thin(&kept, Kind::Told, Among::Unread, self.limit);
        self.drop_while(&mut kept, EventStream::was_read);
        self.thin(&kept, Kind::Needed, Among::Unread, self.limit);
        self.drop_while(&mut kept, |stream| stream.is_done() && !stream.has_reader());
    }

    /// Makes room for a question, or for what is behind one: then a reader does without the rest too.
    pub(super) fn trim_for_question(&self) {
        self.trim();
        if self.excess(self.most()) > 0 {
            let kept = self.lock();
            self.thin(&kept, Kind::Told, Among::All, self.most());
            self.thin(&kept, Kind::Needed, Among::All, self.most());
        }
    }

    /// Whether there is room for what a client can do without.
    pub(super) fn has_room(&self) -> bool {
        self.excess(self.most()) == 0
    }

    /// Lets go of events of a kind until there are `most` bytes, the oldest stream first.
    fn thin(&self, kept: &VecDeque<Arc<EventStream>>, kind: Kind, among: Among, most: usize) {
        for stream in kept {
            let wanted = self.excess(most);
            if wanted == 0 {
                return;
            }
            stream.let_go(self, kind, among, wanted);
        }
    }

    /// Drops streams, the oldest first, for as long as there is too much.
    fn drop_while(
        &self,
        kept: &mut VecDeque<Arc<EventStream>>,
        goes: impl Fn(&EventStream) -> bool,
    ) {
        while self.excess(self.limit) > 0 {
            let Some(position) = kept.iter().position(|stream| goes(stream)) else { break };
            kept.remove(position).inspect(|stream| stream.forget(self));
        }
    }

    /// How many bytes there are beyond `most`.
    fn excess(&self, most: usize) -> usize {
        self.bytes.load(Ordering::SeqCst).saturating_sub(most)
    }

    pub(super) fn freed(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes, Ordering::SeqCst);
    }

    /// Lets go of streams that were done at the last sweep already, and that nobody reads.
    pub(super) fn sweep(&self) {
        let mut kept = self.lock();
        kept.retain(|stream| {
            let goes = stream.was_done_before() && !stream.has_reader();
            if goes {
                stream.forget(self);
            }
            !goes
        });
        kept.shrink_to_fit();
    }

    /// How many bytes are kept.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.bytes.load(Ordering::SeqCst)
    }

    /// How many of them are answers that a reader is about to take.
    #[cfg(test)]
    pub(super) fn pending_answers(&self) -> usize {
        self.lock().iter().map(|stream| stream.pending_answer()).sum()
    }

    /// Ends every stream.
    pub(super) fn close(&self) {
        use crate::ask::Outlet as _;
        for stream in std::mem::take(&mut *self.lock()) {
            stream.end();
        }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<EventStream>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! The streams of a session that a client can come back to, bounded in bytes.
//!
//! It knows event ids; it does not know what the events say.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, AtomicUsize, Ordering},
    },
};

use super::stream::EventStream;

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
        let (last, bytes, kept) = (AtomicU32::new(0), AtomicUsize::new(0), Mutex::default());
        Self { tag: tag.into(), is_resumable, limit, last, bytes, kept }
    }

    pub(super) fn is_resumable(&self) -> bool {
        self.is_resumable
    }

    /// How much is kept, in bytes.
    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// A new stream. It is kept once it has begun, see [`Store::keep`].
    pub(super) fn stream(self: &Arc<Self>, is_mute: bool) -> Arc<EventStream> {
        let number = self.last.fetch_add(1, Ordering::Relaxed);
        Arc::new(EventStream::new(number, self, is_mute))
    }

    /// Keeps a stream for those who come back to it.
    pub(super) fn keep(&self, stream: &Arc<EventStream>) {
        if !self.is_resumable {
            return;
        }
        if stream.count_in(self) {
            self.lock().push_back(Arc::clone(stream));
            self.trim();
        }
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

    /// Makes room where there is too much: streams that were read to their end go first, then what readers
    /// have taken, then what nobody reads but for answers, and then these; the oldest first.
    pub(super) fn trim(&self) {
        if self.has_room() {
            return;
        }
        let mut kept = self.lock();
        self.drop_while(&mut kept, EventStream::was_read);
        for free in [EventStream::forget_taken, EventStream::forget_unread] {
            kept.iter()
                .take_while(|_| !self.has_room())
                .for_each(|stream| self.freed(free(stream)));
        }
        self.drop_while(&mut kept, |stream| stream.is_done() && !stream.has_reader());
    }

    /// Drops streams, the oldest first, for as long as there is too much.
    fn drop_while(
        &self,
        kept: &mut VecDeque<Arc<EventStream>>,
        goes: impl Fn(&EventStream) -> bool,
    ) {
        while !self.has_room() {
            let Some(position) = kept.iter().position(|stream| goes(stream)) else { break };
            kept.remove(position).inspect(|stream| self.freed(stream.forget()));
        }
    }

    fn has_room(&self) -> bool {
        self.bytes.load(Ordering::SeqCst) <= self.limit
    }

    fn freed(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes, Ordering::SeqCst);
    }

    /// Lets go of streams that were done at the last sweep already, and that nobody reads.
    pub(super) fn sweep(&self) {
        let mut kept = self.lock();
        kept.retain(|stream| {
            let goes = stream.was_done_before() && !stream.has_reader();
            if goes {
                self.freed(stream.forget());
            }
            !goes
        });
        kept.shrink_to_fit();
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

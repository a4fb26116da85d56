//! The streams of a session that a client can come back to, bounded in bytes.
//!
//! It knows event ids; it does not know what the events say.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
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
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    /// Oldest first.
    streams: VecDeque<Arc<EventStream>>,
    bytes: usize,
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

impl Kept {
    /// Drops streams, the oldest first, for as long as there is more than `limit`.
    fn drop_while(&mut self, limit: usize, goes: impl Fn(&EventStream) -> bool) {
        while self.bytes > limit {
            let Some(position) = self.streams.iter().position(|stream| goes(stream)) else { break };
            let freed = self.streams.remove(position).map_or(0, |stream| stream.forget());
            self.bytes = self.bytes.saturating_sub(freed);
        }
    }
}

impl Store {
    pub(super) fn new(tag: impl Into<Box<str>>, is_resumable: bool, limit: usize) -> Self {
        let (last, kept) = (AtomicU32::new(0), Mutex::default());
        Self { tag: tag.into(), is_resumable, limit, last, kept }
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
        let mut kept = self.lock();
        if let Some(bytes) = stream.count() {
            kept.streams.push_back(Arc::clone(stream));
            kept.bytes += bytes;
        }
    }

    pub(super) fn kept(&self, number: u32) -> Option<Arc<EventStream>> {
        let kept = self.lock();
        kept.streams.iter().find(|stream| stream.number() == number).cloned()
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

    /// Makes room after a kept stream has grown: streams that were read to their end go first, then what
    /// readers have taken, then what nobody reads but for answers, and then these; the oldest first.
    pub(super) fn grown(&self, bytes: usize) {
        let mut kept = self.lock();
        kept.bytes += bytes;
        kept.drop_while(self.limit, EventStream::was_read);
        for free in [EventStream::forget_taken, EventStream::forget_unread] {
            let Kept { streams, bytes } = &mut *kept;
            for stream in streams.iter() {
                if *bytes > self.limit {
                    *bytes = bytes.saturating_sub(free(stream));
                }
            }
        }
        kept.drop_while(self.limit, |stream| stream.is_done() && !stream.has_reader());
    }

    /// Lets go of streams that were done at the last sweep already.
    pub(super) fn sweep(&self) {
        let mut kept = self.lock();
        let mut freed = 0;
        kept.streams.retain(|stream| {
            let goes = stream.was_done_before();
            freed += if goes { stream.forget() } else { 0 };
            !goes
        });
        kept.bytes = kept.bytes.saturating_sub(freed);
        kept.streams.shrink_to_fit();
    }

    /// Ends every stream.
    pub(super) fn close(&self) {
        use crate::ask::Outlet as _;
        for stream in std::mem::take(&mut self.lock().streams) {
            stream.end();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! The resources that somebody watches, bounded in number and size, and who may watch what.
//!
//! It does not know how anybody is told.

use std::{collections::HashSet, fmt, sync::Arc};

use crate::{guarded::guarded, seal::Principal};

/// How many resources one subscription or session may watch.
const MOST: usize = 1024;

/// How long all of their URIs may be together, in bytes.
const MOST_BYTES: usize = 64 * 1024;

/// Whether somebody may watch a URI, as the author decides.
pub(crate) type MayWatch = dyn Fn(Option<&Principal>, &str) -> bool + Send + Sync;

/// See the module's documentation.
pub(super) struct Watched {
    uris: HashSet<Box<str>>,
    bytes: usize,
    watcher: Arc<Watcher>,
}

/// Who watches. Nobody asks it under a lock: what it runs is the author's.
pub(super) struct Watcher {
    who: Option<Principal>,
    may: Option<Arc<MayWatch>>,
}

impl Watcher {
    pub(super) fn new(who: Option<&Principal>, may: Option<&Arc<MayWatch>>) -> Arc<Self> {
        Arc::new(Self { who: who.cloned(), may: may.cloned() })
    }

    /// Whether the author lets it see `uri`. A panic is a no.
    pub(super) fn may_watch(&self, uri: &str) -> bool {
        let Some(may) = &self.may else { return true };
        guarded(|| may(self.who.as_ref(), uri)).unwrap_or_else(|_| {
            tracing::error!("`Server::may_subscribe` panicked");
            false
        })
    }
}

impl Watched {
    /// Nothing, for now.
    pub(super) fn by(watcher: Arc<Watcher>) -> Self {
        Self { uris: HashSet::new(), bytes: 0, watcher }
    }

    /// Somebody watches in the place of who did before.
    #[cfg(feature = "http")]
    pub(super) fn is_watched_by(&mut self, who: Option<&Principal>) {
        if self.watcher.who.as_ref() != who {
            self.watcher = Watcher::new(who, self.watcher.may.as_ref());
        }
    }

    /// Watches `uri`; `false` where there is too much of it.
    pub(super) fn insert(&mut self, uri: &str) -> bool {
        if self.uris.contains(uri) {
            return true;
        }
        let bytes = self.bytes + uri.len();
        if self.uris.len() >= MOST || bytes > MOST_BYTES {
            return false;
        }
        self.bytes = bytes;
        self.uris.insert(uri.into())
    }

    pub(super) fn remove(&mut self, uri: &str) {
        if self.uris.remove(uri) {
            self.bytes -= uri.len();
        }
    }

    /// The watcher, where it watches `uri` or something above it.
    pub(super) fn watcher_of(&self, uri: &str) -> Option<&Arc<Watcher>> {
        let above = uri.match_indices('/').flat_map(|(at, _)| [at, at + 1]);
        let mut above = above.filter_map(|end| uri.get(..end));
        let is_watched = self.uris.contains(uri) || above.any(|above| self.uris.contains(above));
        is_watched.then_some(&self.watcher)
    }
}

impl fmt::Debug for Watched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watched").field("uris", &self.uris.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing() -> Watched {
        Watched::by(Watcher::new(None, None))
    }

    #[test]
    fn a_panic_is_a_no() {
        let may: Arc<MayWatch> = Arc::new(|_, uri| uri == "a" || panic!("{uri}"));
        let watcher = Watcher::new(None, Some(&may));
        assert!(watcher.may_watch("a") && !watcher.may_watch("b"));
    }

    #[test]
    fn what_lies_below_is_watched_too() {
        for (watched, uri, right) in [
            ("a://b", "a://b", true),
            ("a://b", "a://b/c", true),
            ("a://b", "a://b/c/d", true),
            ("a://b", "a://bc", false),
            ("a://b/", "a://b/c", true),
            ("a://b/c", "a://b", false),
            ("a://ü", "a://ü/c", true),
        ] {
            let mut all = nothing();
            assert!(all.insert(watched) && all.insert(watched));
            assert_eq!(all.watcher_of(uri).is_some(), right, "{watched} {uri}");
            all.remove(watched);
            assert!(all.watcher_of(uri).is_none() && all.bytes == 0);
        }
    }

    #[test]
    fn there_is_a_bound_on_number_and_size() {
        let mut all = nothing();
        assert!((0..MOST).all(|number| all.insert(&format!("a:{number}"))));
        assert!(!all.insert("a:more") && all.insert("a:0"));
        all.remove("a:0");
        assert!(all.insert("a:more"));
        let mut all = nothing();
        assert!(!all.insert(&"a".repeat(MOST_BYTES + 1)));
        assert!(all.insert(&"a".repeat(MOST_BYTES)) && !all.insert("b"));
    }
}

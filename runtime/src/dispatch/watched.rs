//! The resources that somebody watches, bounded in number and size, and who may watch what.
//!
//! It does not know how anybody is told.

use std::{collections::HashSet, fmt, sync::Arc};

use crate::seal::Principal;

/// How many resources one subscription or session may watch.
const MOST: usize = 1024;

/// How long all of their URIs may be together, in bytes.
const MOST_BYTES: usize = 64 * 1024;

/// Whether somebody may watch a URI, as the author decides.
pub(crate) type MayWatch = dyn Fn(Option<&Principal>, &str) -> bool + Send + Sync;

/// See the module's documentation.
#[derive(Default)]
pub(super) struct Watched {
    uris: HashSet<Box<str>>,
    bytes: usize,
    who: Option<Principal>,
    may: Option<Arc<MayWatch>>,
}

impl Watched {
    /// Nothing, for now, of `who`.
    pub(super) fn of(who: Option<&Principal>, may: Option<&Arc<MayWatch>>) -> Self {
        Self { who: who.cloned(), may: may.cloned(), ..Self::default() }
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

    /// Whether a change of `uri` is for this watcher: it watches that or something above it, and may see
    /// it.
    pub(super) fn takes(&self, uri: &str) -> bool {
        let above = uri.match_indices('/').flat_map(|(at, _)| [at, at + 1]);
        let mut above = above.filter_map(|end| uri.get(..end));
        let is_watched = self.uris.contains(uri) || above.any(|above| self.uris.contains(above));
        is_watched && self.may_watch(uri)
    }

    /// Whether the author lets this watcher see `uri`.
    pub(super) fn may_watch(&self, uri: &str) -> bool {
        self.may.as_ref().is_none_or(|may| may(self.who.as_ref(), uri))
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
            let mut all = Watched::default();
            assert!(all.insert(watched) && all.insert(watched));
            assert_eq!(all.takes(uri), right, "{watched} {uri}");
            all.remove(watched);
            assert!(!all.takes(uri) && all.bytes == 0);
        }
    }

    #[test]
    fn there_is_a_bound_on_number_and_size() {
        let mut all = Watched::default();
        assert!((0..MOST).all(|number| all.insert(&format!("a:{number}"))));
        assert!(!all.insert("a:more") && all.insert("a:0"));
        all.remove("a:0");
        assert!(all.insert("a:more"));
        let mut all = Watched::default();
        assert!(!all.insert(&"a".repeat(MOST_BYTES + 1)));
        assert!(all.insert(&"a".repeat(MOST_BYTES)) && !all.insert("b"));
    }
}

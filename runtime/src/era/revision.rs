//! The protocol revisions that are served, by name.

/// The revision without sessions: every request carries its own metadata.
const MODERN: &str = "2026-07-28";

/// The revisions that a request can name in `_meta`, newest first (`modern.md M-DISC-5`).
pub(super) const SERVED: [&str; 1] = [MODERN];

/// The newest revision.
#[cfg(feature = "testing")]
pub(crate) const LATEST: &str = MODERN;

/// Whether `version` can be named in `_meta`.
pub(super) fn is_served(version: &str) -> bool {
    SERVED.contains(&version)
}

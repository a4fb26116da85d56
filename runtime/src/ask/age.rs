//! How long an answer counts: from when it was given, whatever is asked after it.
//!
//! It does not know what was answered, nor where the time comes from.

/// A moment, held against when answers were given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// Seconds since the epoch.
    now: u64,
    /// How many seconds an answer counts.
    limit: u64,
}

impl Moment {
    /// `now` and `limit` are in seconds.
    pub(crate) fn new(now: u64, limit: u64) -> Self {
        Self { now, limit }
    }

    pub(crate) fn now(self) -> u64 {
        self.now
    }

    /// Whether what was given at `given_at` still counts. What nobody knows the age of does not.
    pub(super) fn is_in_time(self, given_at: u64) -> bool {
        self.now.saturating_sub(given_at) < self.limit
    }
}

/// Where there is no clock, nothing grows old.
impl Default for Moment {
    fn default() -> Self {
        Self { now: 0, limit: u64::MAX }
    }
}

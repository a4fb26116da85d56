//! Single use: a place where states that have come back are noted, so that each counts once.
//!
//! It does not know what a state says, nor who decides that it must count once.

use std::{
    collections::{BTreeMap, HashSet},
    fmt,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
};

/// What is claimed: a state that has come back and was verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StateClaim {
    pub(crate) id: [u8; 32],
    pub(crate) expires_at: u64,
    pub(crate) now: u64,
}

impl StateClaim {
    /// What tells this state from every other.
    #[must_use]
    pub fn id(&self) -> [u8; 32] {
        self.id
    }

    /// When the state expires, in seconds since the epoch: until then the claim must be remembered.
    #[must_use]
    pub fn expires_at(&self) -> u64 {
        self.expires_at
    }

    /// The time of the claim, in seconds since the epoch.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.now
    }
}

/// What [`ReplayGuard::claim`] returns.
pub type Claiming<'a> = Pin<Box<dyn Future<Output = Result<bool, ReplayGuardError>> + Send + 'a>>;

/// Notes states that have come back, so that each counts once.
///
/// Processes that serve the same clients need one guard together: a table with a unique key, or
/// `SET … NX` with an expiry.
///
/// ```
/// use askback::{Claiming, ReplayGuard, StateClaim};
///
/// /// A table that all processes share.
/// struct Table(/* a pool of connections */);
///
/// impl ReplayGuard for Table {
///     fn claim<'a>(&'a self, state: &'a StateClaim) -> Claiming<'a> {
///         Box::pin(async move {
///             let inserted = /* INSERT … ON CONFLICT DO NOTHING */ state.id()[0] < 128;
///             Ok(inserted)
///         })
///     }
/// }
/// ```
pub trait ReplayGuard: Send + Sync {
    /// Claims a state: `true` for the first to do so. Of several at once exactly one is the first.
    ///
    /// # Errors
    ///
    /// A guard that cannot tell. The call is refused.
    fn claim<'a>(&'a self, state: &'a StateClaim) -> Claiming<'a>;
}

/// Why a guard cannot tell whether a state has been claimed.
///
/// ```
/// use askback::ReplayGuardError;
///
/// assert_eq!(ReplayGuardError::new("no connection").to_string(), "no connection");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ReplayGuardError(String);

impl ReplayGuardError {
    /// The reason, for the log.
    pub fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

/// A guard in the memory of this process, bounded. Clones share their memory.
///
/// A claim is forgotten when its state expires. While as many states as it holds are claimed and
/// not expired, every further claim is refused: a guard that forgets too early guards nothing.
///
/// ```
/// use askback::{InMemoryReplayGuard, Key, RequestState};
///
/// let state = RequestState::new(Key::new([7; 32])?).single_use(InMemoryReplayGuard::new(10_000));
/// # let _ = state;
/// # Ok::<(), askback::KeyError>(())
/// ```
#[derive(Clone)]
pub struct InMemoryReplayGuard(Arc<Memory>);

struct Memory {
    most: usize,
    claims: Mutex<Claims>,
}

#[derive(Default)]
struct Claims {
    ids: HashSet<[u8; 32]>,
    by_expiry: BTreeMap<u64, Vec<[u8; 32]>>,
}

impl InMemoryReplayGuard {
    /// A guard that remembers this many claims at a time.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self(Arc::new(Memory { most, claims: Mutex::default() }))
    }

    fn claim_now(&self, state: &StateClaim) -> Result<bool, ReplayGuardError> {
        let mut claims = self.0.claims.lock().unwrap_or_else(PoisonError::into_inner);
        claims.forget_expired(state.now);
        if claims.ids.contains(&state.id) {
            return Ok(false);
        }
        if claims.ids.len() >= self.0.most {
            let most = self.0.most;
            return Err(ReplayGuardError::new(format!(
                "{most} states are claimed, and no more fit"
            )));
        }
        claims.ids.insert(state.id);
        claims.by_expiry.entry(state.expires_at).or_default().push(state.id);
        Ok(true)
    }
}

/// Some 100,000 claims, which is some 10 MB.
impl Default for InMemoryReplayGuard {
    fn default() -> Self {
        Self::new(100_000)
    }
}

impl Claims {
    fn forget_expired(&mut self, now: u64) {
        while let Some(entry) = self.by_expiry.first_entry().filter(|entry| *entry.key() <= now) {
            for id in entry.remove() {
                self.ids.remove(&id);
            }
        }
    }
}

impl ReplayGuard for InMemoryReplayGuard {
    fn claim<'a>(&'a self, state: &'a StateClaim) -> Claiming<'a> {
        Box::pin(std::future::ready(self.claim_now(state)))
    }
}

impl fmt::Debug for InMemoryReplayGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InMemoryReplayGuard").field("most", &self.0.most).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(id: u8, now: u64, expires_at: u64) -> StateClaim {
        StateClaim { id: [id; 32], expires_at, now }
    }

    #[test]
    fn a_state_is_claimed_once_until_it_expires() {
        let guard = InMemoryReplayGuard::new(10);
        let claim = |id, now, until| guard.claim_now(&state(id, now, until)).unwrap();
        assert!(claim(1, 0, 100));
        assert!(!claim(1, 50, 100));
        assert!(!guard.clone().claim_now(&state(1, 99, 100)).unwrap());
        assert!(claim(2, 50, 60));
        // It has expired, and would be refused before it got here.
        assert!(claim(1, 100, 100));
    }

    #[test]
    fn a_full_guard_refuses_and_forgets_nothing() {
        let guard = InMemoryReplayGuard::new(2);
        let claim = |id, now, until| guard.claim_now(&state(id, now, until));
        assert!(claim(1, 0, 10).unwrap() && claim(2, 0, 20).unwrap());
        let error = claim(3, 0, 30).unwrap_err();
        assert!(error.to_string().starts_with("2 states are claimed"), "{error}");
        assert!(!claim(1, 0, 10).unwrap());
        assert!(claim(3, 10, 30).unwrap());
    }
}

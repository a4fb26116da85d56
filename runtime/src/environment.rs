//! What comes from outside the program: the clock, the system's randomness, and keys in variables.
//!
//! Nothing else reads them; below, they are arguments.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::{
    error::BuildError,
    seal::{RequestState, RequestStateError},
};

/// States under a key of this process alone.
pub(crate) fn process_state() -> Result<RequestState, BuildError> {
    let mut key = [0; 32];
    random(&mut key).map_err(|error| BuildError::Randomness(error.to_string()))?;
    Ok(RequestState::process(key))
}

impl RequestState {
    /// States under the keys in an environment variable: a comma-separated list of which the first
    /// mints and all are accepted, see [`RequestState::accepts`].
    ///
    /// # Errors
    ///
    /// A variable that is not set, and an entry that is no key, also an empty one.
    ///
    /// ```
    /// use askback::RequestState;
    ///
    /// let error = RequestState::from_env("MCP_REQUEST_STATE_KEYS_OF_NOBODY").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "`MCP_REQUEST_STATE_KEYS_OF_NOBODY` is not set: give it a key, or several with commas \
    ///      between them, such as `openssl rand -hex 32` prints",
    /// );
    /// ```
    pub fn from_env(variable: &str) -> Result<Self, RequestStateError> {
        let unset = || RequestStateError::Unset(variable.to_owned());
        let list = std::env::var(variable).map_err(|_| unset())?;
        if list.trim().is_empty() {
            return Err(unset());
        }
        Self::from_list(&list).map_err(|(position, error)| RequestStateError::Entry {
            variable: variable.to_owned(),
            position,
            error,
        })
    }
}

/// Fills the bytes from the operating system.
pub(crate) fn random(bytes: &mut [u8]) -> Result<(), getrandom::Error> {
    getrandom::fill(bytes)
}

/// Seconds since the epoch.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// A moment, to be held against a later one.
pub(crate) fn instant() -> Instant {
    Instant::now()
}

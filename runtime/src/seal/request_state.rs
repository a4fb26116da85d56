//! The settings of `requestState`, and what is refused of them when the server is built.
//!
//! It seals nothing; it makes the sealer that does.

use std::{fmt, sync::Arc, time::Duration};

use super::{
    InMemoryReplayGuard, Key, KeyError, OriginatingRequest, ReplayGuard, RequestStateBinder,
    codec::Codec, sealer::Sealer,
};

const DEFAULT_TTL: Duration = Duration::from_secs(600);
const MIN_TTL: Duration = Duration::from_secs(1);
const MAX_TTL: Duration = Duration::from_secs(30 * 24 * 60 * 60);
const DEFAULT_MAX_SIZE: usize = 65_536;

/// How the state of asking calls is sealed: with which key, for how long, for whom.
///
/// The state travels to the client with each question and comes back with the answer. It is
/// encrypted by default (without the feature `encrypt` it is signed), lives for 10 minutes and is
/// bound to the call and the user that it was minted for. Within its time it can come back more
/// than once, unless it is for [single use](RequestState::single_use).
///
/// ```
/// use std::time::Duration;
///
/// use askback::{Key, RequestState, Server};
///
/// let key: Key = "8f1c4e0b2a9d7365e4b1c08f5a2d96734e1b0c8fa52d9673e4b1c08f5a2d9673".parse()?;
/// let state = RequestState::new(key).ttl(Duration::from_secs(3600));
/// let server = Server::new("greeter", "1.0.0").request_state(state);
/// # let _ = server;
/// # Ok::<(), askback::KeyError>(())
/// ```
#[derive(Clone)]
#[must_use = "a setting does nothing until a server is given it"]
pub struct RequestState {
    key: Key,
    /// Keys that are taken beside the first, which mints.
    accepted: Vec<Key>,
    is_process_key: bool,
    mode: Mode,
    /// Whether states in the other mode are taken as well.
    accepts_other_mode: bool,
    ttl: Duration,
    max_size: usize,
    binder: Arc<dyn RequestStateBinder>,
    guard: Arc<dyn ReplayGuard>,
    is_single_use: bool,
}

impl RequestState {
    /// States under this key. Give every process that serves the same clients the same key.
    pub fn new(key: Key) -> Self {
        Self {
            key,
            accepted: Vec::new(),
            is_process_key: false,
            mode: Mode::default(),
            accepts_other_mode: false,
            ttl: DEFAULT_TTL,
            max_size: DEFAULT_MAX_SIZE,
            binder: Arc::new(OriginatingRequest::default()),
            guard: Arc::new(InMemoryReplayGuard::default()),
            is_single_use: false,
        }
    }

    /// Takes states under this key too, and mints none with it. Keys are changed in three steps, each
    /// on every process before the next: the new key accepted behind the old one; the two swapped; the
    /// old one left out, a [time to live](RequestState::ttl) later.
    ///
    /// ```
    /// use askback::{Key, RequestState};
    ///
    /// # let (new, old) = (Key::new([1; 32])?, Key::new([2; 32])?);
    /// let state = RequestState::new(new).accepts(old);
    /// # let _ = state;
    /// # Ok::<(), askback::KeyError>(())
    /// ```
    pub fn accepts(mut self, key: Key) -> Self {
        self.accepted.push(key);
        self
    }

    /// States under the keys of a comma-separated list: the first one mints, all of them are
    /// accepted.
    ///
    /// # Errors
    ///
    /// An entry that is no key, also an empty one, with its position from 1 on.
    pub(crate) fn from_list(list: &str) -> Result<Self, (usize, KeyError)> {
        let mut state: Option<Self> = None;
        for (position, entry) in (1..).zip(list.split(',')) {
            let key = entry.parse().map_err(|error| (position, error))?;
            state = Some(match state {
                None => Self::new(key),
                Some(state) => state.accepts(key),
            });
        }
        // A list has an entry, be it an empty one.
        state.ok_or((1, KeyError::TooShort { bytes: 0 }))
    }

    /// What a server uses that was given nothing: a key that dies with the process (B43).
    pub(crate) fn process(random: [u8; 32]) -> Self {
        Self { is_process_key: true, ..Self::new(Key::process(random)) }
    }

    /// How long a state may take to come back: from 1 second to 30 days, 10 minutes if not set.
    /// Fractions of a second are cut off.
    pub fn ttl(self, ttl: Duration) -> Self {
        Self { ttl, ..self }
    }

    /// Signs states and does not encrypt them. Whoever holds such a state can read it: the client,
    /// and often its model.
    pub fn signed(self) -> Self {
        Self { mode: Mode::Signed, ..self }
    }

    /// Encrypts states: the default, but with this the server is not built at all where the feature
    /// `encrypt` is off.
    pub fn encrypted(self) -> Self {
        Self { mode: Mode::Encrypted, ..self }
    }

    /// Takes encrypted states beside the signed ones that are minted: for the time in which one is
    /// switched to the other, as keys are.
    pub fn accepts_encrypted(self) -> Self {
        Self { accepts_other_mode: self.mode == Mode::Signed || self.accepts_other_mode, ..self }
    }

    /// Takes signed states beside the encrypted ones that are minted: for the time in which one is
    /// switched to the other, as keys are.
    pub fn accepts_signed(self) -> Self {
        Self { accepts_other_mode: self.mode == Mode::Encrypted || self.accepts_other_mode, ..self }
    }

    /// Lets every state come back once: of two answers to the same question the first counts, and the
    /// second is refused. `guard` remembers what has come back; several processes need one together,
    /// see [`ReplayGuard`].
    ///
    /// An answer whose reply was lost is refused as well when the client sends it again.
    pub fn single_use(self, guard: impl ReplayGuard + 'static) -> Self {
        Self { is_single_use: true, ..self.replay_guard(guard) }
    }

    /// What remembers the states of handlers that are for single use (`#[tool(single_use)]`); the
    /// memory of this process if not set.
    pub fn replay_guard(self, guard: impl ReplayGuard + 'static) -> Self {
        Self { guard: Arc::new(guard), ..self }
    }

    /// What a state is bound to; [`OriginatingRequest`] if not set.
    pub fn binder(self, binder: impl RequestStateBinder + 'static) -> Self {
        Self { binder: Arc::new(binder), ..self }
    }

    /// How many characters a state may have; 65536 if not set. A larger one is neither minted (the
    /// call fails with an error that names both sizes) nor looked at when it comes in.
    pub fn max_size(self, characters: usize) -> Self {
        Self { max_size: characters, ..self }
    }

    /// The sealer of the server named `audience`, whose states no other server takes.
    pub(crate) fn build(&self, audience: &str) -> Result<Sealer, RequestStateError> {
        if !(MIN_TTL..=MAX_TTL).contains(&self.ttl) {
            return Err(RequestStateError::Ttl(self.ttl));
        }
        if self.max_size == 0 {
            return Err(RequestStateError::MaxSize);
        }
        let keys: Vec<&Key> = std::iter::once(&self.key).chain(&self.accepted).collect();
        for (position, key) in keys.iter().enumerate() {
            if keys[..position].iter().any(|other| other.bytes() == key.bytes()) {
                return Err(RequestStateError::KeyTwice);
            }
        }
        let codec = |key: &Key, mode| Codec::new(key, mode, audience);
        let accepted_keys = self.accepted.iter().map(|key| codec(key, self.mode));
        let other_mode = keys.iter().filter(|_| self.accepts_other_mode);
        let other_mode = other_mode.map(|key| codec(key, self.mode.other()));
        Ok(Sealer {
            minting: codec(&self.key, self.mode)?,
            accepted: accepted_keys.chain(other_mode).collect::<Result<_, _>>()?,
            guard: Arc::clone(&self.guard),
            is_single_use: self.is_single_use,
            binder: Arc::clone(&self.binder),
            ttl: self.ttl.as_secs(),
            max_size: self.max_size,
            has_process_key: self.is_process_key,
        })
    }
}

impl fmt::Debug for RequestState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestState")
            .field("key", &self.key)
            .field("accepted", &self.accepted)
            .field("mode", &self.mode)
            .field("ttl", &self.ttl)
            .field("max_size", &self.max_size)
            .field("is_single_use", &self.is_single_use)
            .finish_non_exhaustive()
    }
}

/// How a state is kept from being changed, or from being read as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    #[cfg_attr(feature = "encrypt", default)]
    Encrypted,
    #[cfg_attr(not(feature = "encrypt"), default)]
    Signed,
}

impl Mode {
    pub(super) const ALL: [Self; 2] = [Self::Encrypted, Self::Signed];

    const fn other(self) -> Self {
        match self {
            Self::Encrypted => Self::Signed,
            Self::Signed => Self::Encrypted,
        }
    }

    /// What a text in this mode begins with: the mode, and the version of the format.
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Encrypted => "e1",
            Self::Signed => "s1",
        }
    }
}

/// What is refused of a [`RequestState`] when the server is built.
///
/// ```
/// use std::time::Duration;
///
/// use askback::{BuildError, Key, RequestState, Server};
///
/// let state = RequestState::new(Key::new([7; 32])?).ttl(Duration::ZERO);
/// let error = Server::new("greeter", "1.0.0").request_state(state).build().unwrap_err();
/// assert!(matches!(error, BuildError::RequestState(_)));
/// assert_eq!(error.to_string(), "`RequestState::ttl` is 0ns: use between 1 second and 30 days");
/// # Ok::<(), askback::KeyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestStateError {
    /// A time to live that no state can have.
    #[error("`RequestState::ttl` is {0:?}: use between 1 second and 30 days")]
    Ttl(Duration),
    /// A size limit that no state keeps.
    #[error("`RequestState::max_size` is 0, which no state keeps: use some 65536 characters")]
    MaxSize,
    /// Encryption was asked for and is not compiled in.
    #[error(
        "`RequestState::encrypted` and `accepts_encrypted` need the feature `encrypt` of askback: \
         switch it on, or use `RequestState::signed` alone"
    )]
    EncryptionOff,
    /// An environment variable that should hold keys and does not exist, or is empty.
    #[error(
        "`{0}` is not set: give it a key, or several with commas between them, such as `openssl rand \
         -hex 32` prints"
    )]
    Unset(String),
    /// An entry of an environment variable that is no key.
    #[error("key {position} in `{variable}`: {error}")]
    Entry {
        /// The variable.
        variable: String,
        /// Which entry it is, from 1 on.
        position: usize,
        /// Why it is no key.
        error: KeyError,
    },
    /// One key stands twice among those that are accepted.
    #[error(
        "`RequestState::accepts` was given a key that is there already: while keys are changed they \
         are two different ones, and afterwards one"
    )]
    KeyTwice,
}

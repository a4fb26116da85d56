//! The settings of `requestState`, and what is refused of them when the server is built.
//!
//! It seals nothing; it makes the sealer that does.

use std::{fmt, sync::Arc, time::Duration};

use super::{Key, OriginatingRequest, RequestStateBinder, codec::Codec, sealer::Sealer};

const DEFAULT_TTL: Duration = Duration::from_secs(600);
const MIN_TTL: Duration = Duration::from_secs(1);
const MAX_TTL: Duration = Duration::from_secs(30 * 24 * 60 * 60);
const DEFAULT_MAX_SIZE: usize = 65_536;

/// How the state of asking calls is sealed: with which key, for how long, for whom.
///
/// The state travels to the client with each question and comes back with the answer. It is
/// encrypted by default (without the feature `encrypt` it is signed), lives for 10 minutes and is
/// bound to the call and the user that it was minted for. Within its time it can come back more
/// than once.
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
    is_process_key: bool,
    mode: Mode,
    ttl: Duration,
    max_size: usize,
    binder: Arc<dyn RequestStateBinder>,
}

impl RequestState {
    /// States under this key. Give every process that serves the same clients the same key.
    pub fn new(key: Key) -> Self {
        Self {
            key,
            is_process_key: false,
            mode: Mode::default(),
            ttl: DEFAULT_TTL,
            max_size: DEFAULT_MAX_SIZE,
            binder: Arc::new(OriginatingRequest::default()),
        }
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
        Ok(Sealer {
            codec: Codec::new(&self.key, self.mode, audience)?,
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
            .field("mode", &self.mode)
            .field("ttl", &self.ttl)
            .field("max_size", &self.max_size)
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
        "`RequestState::encrypted` needs the feature `encrypt` of askback: switch it on, or use \
         `RequestState::signed`"
    )]
    EncryptionOff,
}

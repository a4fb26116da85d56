//! The sealer: what the server asks to bind, mint and open states.
//!
//! It decides what is refused and in which order. It knows neither the text form nor the crypto;
//! those are the codec's.

use std::sync::Arc;

use super::{
    BindError, BindValue, CallParts, Principal, ReplayGuard, ReplayGuardError, RequestStateBinder,
    StateClaim,
    codec::{Body, Codec},
    request_state::Mode,
};
use crate::guarded::{Guarded, Panicked, guarded};

/// How many random bytes a state is minted with.
pub(super) const NONCE: usize = 24;

/// The random bytes a state is minted with; never twice the same.
pub(super) type Nonce = [u8; NONCE];

/// How far ahead the clock of another process may be, in seconds.
const CLOCK_SKEW: u64 = 60;

/// Whose something is: whoever has an equal one.
#[cfg(feature = "http")]
#[derive(Debug, PartialEq)]
pub(crate) struct Owner(BindValue);

/// Mints and opens states for one server. Times are Unix seconds.
pub(crate) struct Sealer {
    pub(super) minting: Codec,
    /// Other keys and modes that are taken.
    pub(super) accepted: Vec<Codec>,
    pub(super) guard: Arc<dyn ReplayGuard>,
    pub(super) is_single_use: bool,
    pub(super) binder: Arc<dyn RequestStateBinder>,
    /// How long a state lives, in seconds.
    pub(super) ttl: u64,
    /// In characters of the text form.
    pub(super) max_size: usize,
    pub(super) has_process_key: bool,
}

impl Sealer {
    /// What the state of a call is bound to.
    pub(crate) fn bind(
        &self,
        call: &CallParts<'_>,
        who: Option<&Principal>,
    ) -> Result<BindValue, BindError> {
        guarded(|| self.binder.bind(call, who)).unwrap_or_else(|Panicked| {
            tracing::error!("the binder of request states panicked");
            Err(BindError::new("the binder panicked"))
        })
    }

    /// Who calls; `None` for a caller whom nothing tells from others, and who can own nothing.
    #[cfg(feature = "http")]
    pub(crate) fn owner(&self, who: Option<&Principal>) -> Option<Owner> {
        let owner = guarded(|| self.binder.owner(who));
        let owner = owner.unwrap_or_else(|Panicked| Err(BindError::new("the binder panicked")));
        match owner {
            Ok(name) => name.bytes().is_some().then_some(Owner(name)),
            Err(reason) => {
                tracing::debug!(%reason, "a caller can own nothing");
                None
            }
        }
    }

    /// Seals a payload from `now` on. The size is checked before there is anything to throw away.
    pub(crate) fn mint(
        &self,
        payload: &[u8],
        bind: &BindValue,
        now: u64,
        nonce: Nonce,
    ) -> Result<String, TooLarge> {
        let size = self.minting.text_len(payload.len());
        if size > self.max_size {
            return Err(TooLarge { size, limit: self.max_size });
        }
        let expires_at = now.saturating_add(self.ttl);
        Ok(self.minting.seal(&Body { issued_at: now, expires_at, payload }, bind, &nonce))
    }

    /// What is in a state that is whole, of this call and of this time. The cheap checks come first,
    /// and nothing of the state is believed before its tag is verified.
    pub(crate) fn open(&self, text: &str, bind: &BindValue, now: u64) -> Result<Opened, Refusal> {
        if text.len() > self.max_size {
            return Err(Refusal::TooLarge(TooLarge { size: text.len(), limit: self.max_size }));
        }
        let bind = bind.bytes().ok_or(Refusal::Never)?;
        let (id, body) = self.unseal(text, bind)?;
        if now >= body.expires_at {
            return Err(Refusal::Expired { seconds: now - body.expires_at });
        }
        if body.issued_at > now.saturating_add(CLOCK_SKEW) {
            return Err(Refusal::Future { seconds: body.issued_at - now });
        }
        let claim = StateClaim { id, expires_at: body.expires_at, now };
        Ok(Opened { payload: body.payload, claim })
    }

    /// The payload alone.
    #[cfg(test)]
    pub(super) fn payload(
        &self,
        text: &str,
        bind: &BindValue,
        now: u64,
    ) -> Result<Vec<u8>, Refusal> {
        self.open(text, bind, now).map(|opened| opened.payload)
    }

    /// How long a state counts, and so an answer, in seconds.
    pub(crate) fn ttl(&self) -> u64 {
        self.ttl
    }

    /// Whether every state counts once, whichever handler minted it.
    pub(crate) fn is_single_use(&self) -> bool {
        self.is_single_use
    }

    /// Notes that a state has come back; refuses one that has come back before.
    pub(crate) async fn claim(&self, claim: &StateClaim) -> Result<(), Refusal> {
        match Guarded::start(|| self.guard.claim(claim)).await {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err(Refusal::Used),
            Ok(Err(error)) => Err(Refusal::Unguarded(error)),
            Err(Panicked) => {
                tracing::error!("the replay guard panicked");
                Err(Refusal::Unguarded(ReplayGuardError::new("it panicked")))
            }
        }
    }

    /// Whether the key was made up when this process started, so that no other process knows it.
    #[cfg_attr(not(feature = "http"), allow(dead_code, reason = "only HTTP has more processes"))]
    pub(crate) fn has_process_key(&self) -> bool {
        self.has_process_key
    }

    /// Unseals a state with the key that it names by label and kid; no other is tried. Two keys may
    /// have one kid, by a chance of one in four billion.
    fn unseal(&self, text: &str, bind: &[u8]) -> Result<([u8; 32], Body<Vec<u8>>), Refusal> {
        let codecs = std::iter::once(&self.minting).chain(&self.accepted);
        let mut named = codecs.filter_map(|codec| Some((codec, codec.strip(text)?)));
        let Some((codec, rest)) = named.next() else {
            return Err(match text.split_once('.') {
                Some((label, _)) if Mode::ALL.iter().any(|mode| mode.label() == label) => {
                    Refusal::Unknown
                }
                _ => Refusal::Form,
            });
        };
        let first = codec.open(rest, bind);
        match (first, named.next()) {
            (Err(Refusal::Tag), Some((codec, rest))) => codec.open(rest, bind),
            (first, _) => first,
        }
    }
}

impl std::fmt::Debug for Sealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sealer").field("ttl", &self.ttl).finish_non_exhaustive()
    }
}

/// What was in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opened {
    pub(crate) payload: Vec<u8>,
    /// What to claim where it must count once.
    pub(crate) claim: StateClaim,
}

/// A state over the size limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the requestState would have {size} characters and may have {limit}: carry less, or raise \
     `RequestState::max_size`"
)]
pub(crate) struct TooLarge {
    pub(crate) size: usize,
    pub(crate) limit: usize,
}

/// Why a state is refused: for the log alone. The client always gets one and the same answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("it has {} characters and may have {}", .0.size, .0.limit)]
    TooLarge(TooLarge),
    #[error("the call is bound to nobody: its principal has no subject")]
    Never,
    #[error("it does not have the form of a state")]
    Form,
    #[error("it was sealed with another key or in the other mode")]
    Unknown,
    #[error("it is not canonical base64")]
    Encoding,
    #[error("it was altered, or is of another call, user or server")]
    Tag,
    #[error("it expired {seconds} s ago")]
    Expired { seconds: u64 },
    #[error("it was issued {seconds} s in the future: compare the clocks of the servers")]
    Future { seconds: u64 },
    #[error("it has come back before, and counts once")]
    Used,
    #[error("nobody can tell whether it has come back before: {0}")]
    Unguarded(ReplayGuardError),
}

//! The seal of `requestState`: keys, the text form, what a state is bound to, and for how long.
//!
//! It knows neither what is sealed nor the protocol around it, and it reads neither the clock nor
//! the operating system's randomness: both are arguments.

mod binder;
mod canonical;
mod codec;
mod guard;
mod key;
mod originating;
mod parts;
mod principal;
#[cfg(test)]
mod property;
mod request_state;
mod sealer;
#[cfg(test)]
mod tests;

#[cfg(feature = "http")]
pub(crate) use self::sealer::Owner;
pub(crate) use self::sealer::Sealer;
pub use self::{
    binder::{BindError, BindValue, CallParts, RequestStateBinder},
    guard::{Claiming, InMemoryReplayGuard, ReplayGuard, ReplayGuardError, StateClaim},
    key::{Key, KeyError},
    originating::OriginatingRequest,
    principal::Principal,
    request_state::{RequestState, RequestStateError},
};

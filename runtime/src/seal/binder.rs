//! What a state is bound to: the interface. The default is in `originating.rs`.
//!
//! It does not know how a bind value gets into a state.

use std::fmt;

use super::{
    OriginatingRequest, Principal,
    canonical::{CanonicalError, arguments_digest},
};

/// Decides what a state is bound to.
///
/// It is asked when a state is minted and again when one comes back, and the state counts only if
/// both values are equal. The default is [`OriginatingRequest`](crate::OriginatingRequest); a binder
/// of your own replaces it, so it has to cover the method, the target and the arguments itself
/// (`modern.md M-MRTR-9`).
///
/// ```
/// use askback::{BindError, BindValue, CallParts, OriginatingRequest, Principal, RequestStateBinder};
///
/// /// States of these tools are for signed-in users alone.
/// struct SignedIn(OriginatingRequest);
///
/// impl RequestStateBinder for SignedIn {
///     fn bind(&self, call: &CallParts<'_>, who: Option<&Principal>) -> Result<BindValue, BindError> {
///         match who {
///             Some(_) => self.0.bind(call, who),
///             None => Err(BindError::new("nobody is signed in")),
///         }
///     }
///
///     fn owner(&self, who: Option<&Principal>) -> Result<BindValue, BindError> {
///         self.0.owner(who)
///     }
/// }
/// ```
pub trait RequestStateBinder: Send + Sync {
    /// What the state of this call is bound to.
    ///
    /// # Errors
    ///
    /// A call that cannot be bound. It is refused (B67); the reason is logged at debug level and
    /// not told to the client.
    fn bind(&self, call: &CallParts<'_>, who: Option<&Principal>) -> Result<BindValue, BindError>;

    /// Who calls, whatever is called: two requests are of one caller if both values are equal. A
    /// handshake session with all that belongs to it (its questions, streams and subscriptions) is of
    /// the caller who opened it (`legacy.md L-SESS-3`); anybody else is told that there is none (404).
    ///
    /// The default is that of [`OriginatingRequest`](crate::OriginatingRequest): issuer, client and
    /// subject. A binder that names users by anything else says so here too.
    ///
    /// # Errors
    ///
    /// A caller who can own nothing, as with [`BindValue::never`]: no session is opened (403). The
    /// reason is logged at debug level and not told to the client.
    fn owner(&self, who: Option<&Principal>) -> Result<BindValue, BindError> {
        OriginatingRequest::default().owner(who)
    }
}

/// The parts of a call that are the same in each of its rounds: method, target and arguments.
///
/// ```
/// use askback::CallParts;
///
/// fn is_dry_run(call: &CallParts<'_>) -> bool {
///     call.method() == "tools/call" && call.target().ends_with("_dry_run")
/// }
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CallParts<'a> {
    method: &'a str,
    target: &'a str,
    arguments: Option<&'a str>,
    arguments_digest: [u8; 32],
}

impl<'a> CallParts<'a> {
    /// `arguments` is JSON that has been parsed, as it came.
    pub(crate) fn new(
        method: &'a str,
        target: &'a str,
        arguments: Option<&'a str>,
    ) -> Result<Self, CanonicalError> {
        let arguments_digest = arguments_digest(arguments)?;
        Ok(Self { method, target, arguments, arguments_digest })
    }

    /// The method: `tools/call`, `prompts/get` or `resources/read`.
    #[must_use]
    pub fn method(&self) -> &'a str {
        self.method
    }

    /// The name of the tool or prompt, or the URI of the resource.
    #[must_use]
    pub fn target(&self) -> &'a str {
        self.target
    }

    /// The arguments: JSON text as the client wrote it. A client may write the same arguments in
    /// another way in the next round, with other white space or another order of members; what stays
    /// the same is [`arguments_digest`](Self::arguments_digest).
    #[must_use]
    pub fn arguments(&self) -> Option<&'a str> {
        self.arguments
    }

    /// A digest of what the arguments say, however they are written: the order of members, white
    /// space and escapes do not matter. Numbers count as they are written, so `1` and `1.0` differ.
    #[must_use]
    pub fn arguments_digest(&self) -> [u8; 32] {
        self.arguments_digest
    }
}

/// What a state is bound to.
///
/// ```
/// use askback::BindValue;
///
/// assert_eq!(BindValue::new("tenant 7"), BindValue::new(*b"tenant 7"));
/// assert_ne!(BindValue::never(), BindValue::never());
/// ```
#[derive(Clone)]
pub struct BindValue(Option<Box<[u8]>>);

impl BindValue {
    /// A value of any bytes. Where they are put together from parts, each part must say where it
    /// ends: `("ab", "c")` and `("a", "bc")` are different calls.
    #[must_use]
    pub fn new(bytes: impl AsRef<[u8]>) -> Self {
        Self(Some(bytes.as_ref().into()))
    }

    /// This value together with one more part. One that verifies for nobody stays so.
    ///
    /// ```
    /// use askback::BindValue;
    ///
    /// let value = BindValue::new("a");
    /// assert_ne!(value.clone().and("b"), value.clone().and("c"));
    /// assert_ne!(BindValue::new("ab").and("c"), BindValue::new("a").and("bc"));
    /// ```
    #[must_use]
    pub fn and(self, part: impl AsRef<[u8]>) -> Self {
        Self(self.0.map(|bytes| {
            let length = (bytes.len() as u64).to_be_bytes();
            [&length[..], &bytes[..], part.as_ref()].concat().into()
        }))
    }

    /// A value that verifies for nobody: a state that is bound to it is never accepted.
    #[must_use]
    pub fn never() -> Self {
        Self(None)
    }

    /// The bytes, unless it verifies for nobody.
    pub(super) fn bytes(&self) -> Option<&[u8]> {
        self.0.as_deref()
    }
}

/// [`BindValue::never`] equals nothing, not even itself.
impl PartialEq for BindValue {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_some() && self.0 == other.0
    }
}

impl fmt::Debug for BindValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "BindValue(..)" } else { "BindValue::never()" })
    }
}

/// Why a call cannot be bound.
///
/// ```
/// use askback::BindError;
///
/// assert_eq!(BindError::new("no tenant").to_string(), "no tenant");
/// ```
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BindError(String);

impl BindError {
    /// The reason, for the log.
    pub fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn never_equals_nothing() {
        let never = BindValue::never();
        assert_ne!(never, never.clone());
        assert_ne!(never, BindValue::new(""));
        assert_eq!(BindValue::new(""), BindValue::new([]));
    }

    #[test]
    fn debug_does_not_show_what_a_state_is_bound_to() {
        assert_eq!(format!("{:?}", BindValue::new("tenant")), "BindValue(..)");
    }
}

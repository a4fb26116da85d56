//! The default binder: a state is of the call that asked, and of the user who was asked.
//!
//! It does not know how arguments are made canonical, nor where a principal comes from.

use std::{fmt, sync::Arc};

use sha2::{Digest as _, Sha256};

use super::{BindError, BindValue, CallParts, Principal, RequestStateBinder, parts::Parts};

/// What the digest is a digest of.
const DOMAIN: &[u8] = b"askback originating request v1";

/// Binds a state to its call (method, target and arguments) and to who made it (issuer, client and
/// subject). It is the default.
///
/// A call without a principal is anonymous: any other anonymous call can bring its state back, and
/// no call with a principal can. The state of a principal without a subject never verifies, since
/// nothing tells its users apart (B121).
///
/// Arguments are compared by what they say: the order of members, white space and escapes do not
/// matter. Numbers are compared as they are written, so `1` and `1.0` differ.
///
/// ```
/// use askback::{Key, OriginatingRequest, Principal, RequestState};
///
/// // Machines have no subject here; a prefix keeps their names apart from those of users.
/// let name = |who: &Principal| match (who.subject(), who.client()) {
///     (Some(user), _) => Some(format!("user {user}")),
///     (None, client) => client.map(|client| format!("machine {client}")),
/// };
/// let state = RequestState::new(Key::new([7; 32])?)
///     .binder(OriginatingRequest::default().subject(name));
/// # let _ = state;
/// # Ok::<(), askback::KeyError>(())
/// ```
#[derive(Clone, Default)]
#[must_use]
pub struct OriginatingRequest {
    subject: Option<Arc<SubjectOf>>,
}

type SubjectOf = dyn Fn(&Principal) -> Option<String> + Send + Sync;

impl OriginatingRequest {
    /// What tells one user from another, in place of [`Principal::subject`]: whose a state is, and
    /// whose a handshake session. States of a principal for which it is `None` or empty never verify,
    /// and such a principal can open no session. A panic counts as `None` where sessions are concerned.
    pub fn subject(
        self,
        subject: impl Fn(&Principal) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        Self { subject: Some(Arc::new(subject)) }
    }

    fn subject_of(&self, who: &Principal) -> Option<String> {
        let subject = match &self.subject {
            Some(subject) => subject(who),
            None => who.subject().map(str::to_owned),
        };
        subject.filter(|subject| !subject.is_empty())
    }

    /// Writes down who calls, which is nothing at all for an anonymous caller; `None` where nothing
    /// tells the principal's users apart.
    fn name(&self, who: Option<&Principal>, to: &mut impl Parts) -> Option<()> {
        let Some(who) = who else { return Some(()) };
        let subject = self.subject_of(who)?;
        // A part that is absent is not there at all; its tag keeps it apart from the others.
        for (tag, text) in [(b'i', who.issuer()), (b'c', who.client()), (b's', Some(&*subject))] {
            text.iter().for_each(|text| to.part(tag, text.as_bytes()));
        }
        Some(())
    }
}

impl RequestStateBinder for OriginatingRequest {
    fn bind(&self, call: &CallParts<'_>, who: Option<&Principal>) -> Result<BindValue, BindError> {
        let mut hash = Sha256::new();
        hash.part(b'd', DOMAIN);
        hash.part(b'm', call.method().as_bytes());
        hash.part(b't', call.target().as_bytes());
        hash.part(b'a', &call.arguments_digest());
        Ok(match self.name(who, &mut hash) {
            Some(()) => BindValue::new(hash.finalize()),
            None => BindValue::never(),
        })
    }

    fn owner(&self, who: Option<&Principal>) -> Result<BindValue, BindError> {
        let mut name = Vec::new();
        Ok(self.name(who, &mut name).map_or_else(BindValue::never, |()| BindValue::new(name)))
    }
}

impl fmt::Debug for OriginatingRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OriginatingRequest").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARGUMENTS: Option<&str> = Some(r#"{"path":"/tmp/a"}"#);

    fn bind(
        method: &str,
        target: &str,
        arguments: Option<&str>,
        who: Option<&Principal>,
    ) -> BindValue {
        let call = CallParts::new(method, target, arguments).unwrap();
        OriginatingRequest::default().bind(&call, who).unwrap()
    }

    fn of(who: Option<&Principal>) -> BindValue {
        bind("tools/call", "delete", ARGUMENTS, who)
    }

    fn ada() -> Principal {
        Principal::new().with_issuer("https://id").with_client("app").with_subject("ada")
    }

    /// B38, B39.
    #[test]
    fn another_method_target_or_arguments_are_another_call() {
        let call = of(None);
        assert_eq!(call, bind("tools/call", "delete", Some(r#"{ "path": "\/tmp\/a" }"#), None));
        assert_ne!(call, bind("prompts/get", "delete", ARGUMENTS, None));
        assert_ne!(call, bind("tools/call", "erase", ARGUMENTS, None));
        assert_ne!(call, bind("tools/call", "delete", Some(r#"{"path":"/etc"}"#), None));
        assert_ne!(call, bind("tools/call", "delete", None, None));
        // Text that moves over the border of two parts.
        assert_ne!(call, bind("tools/cal", "ldelete", ARGUMENTS, None));
    }

    /// B40.
    #[test]
    fn another_user_issuer_or_client_is_someone_else() {
        let bound = of(Some(&ada()));
        assert_eq!(bound, of(Some(&ada().with_claim("tenant", "acme"))));
        for other in [
            ada().with_subject("eve"),
            ada().with_issuer("https://evil"),
            ada().with_issuer(""),
            ada().with_client("other"),
            ada().with_client(""),
            // The same texts in other places.
            ada().with_issuer("app").with_client("https://id"),
            ada().with_client("").with_issuer("https://idapp"),
        ] {
            assert_ne!(bound, of(Some(&other)), "{other:?}");
        }
    }

    /// B40, B121: nobody is anonymous who is not, and without a subject there is no one to bind to.
    #[test]
    fn anonymous_and_nameless_callers_are_nobody_else() {
        assert_eq!(of(None), of(None));
        assert_ne!(of(None), of(Some(&ada())));
        for nameless in [
            Principal::new(),
            ada().with_subject(""),
            ada().with_subject("").with_claim("sub", "ada"),
        ] {
            assert_eq!(of(Some(&nameless)).bytes(), None);
        }
    }

    #[test]
    fn another_claim_can_stand_for_the_subject() {
        let call = CallParts::new("tools/call", "delete", ARGUMENTS).unwrap();
        let by_mail =
            OriginatingRequest::default().subject(|who| who.claim("mail").map(str::to_owned));
        let bind = |who: &Principal| by_mail.bind(&call, Some(who)).unwrap();
        let mail = |mail: &str| Principal::new().with_claim("mail", mail);
        assert_eq!(bind(&mail("a@x")), bind(&mail("a@x")));
        assert_ne!(bind(&mail("a@x")), bind(&mail("b@x")));
        assert_eq!(bind(&mail("")).bytes(), None);
        assert_eq!(bind(&ada()).bytes(), None);
    }

    /// B67: what cannot be bound is refused and not let through unbound.
    #[test]
    fn arguments_that_are_not_clear_bind_to_nothing() {
        let twice = Some(r#"{"path":"/tmp/a","path":"/etc"}"#);
        let error = CallParts::new("tools/call", "delete", twice).unwrap_err();
        assert!(error.to_string().contains("`path`"), "{error}");
    }
}

//! Who calls, as a layer in front of the server has established it.
//!
//! It is a plain value and checks no token.

use std::{collections::BTreeMap, sync::Arc};

/// Who calls: issuer, client and subject of a verified token, and further claims.
///
/// A layer that has checked the caller puts it into the extensions of the HTTP request; states are
/// then bound to it (`modern.md M-MRTR-9`). Cloning is cheap. An empty text is the same as none: a
/// token with `"sub": ""` has no subject.
///
/// ```
/// use askback::Principal;
///
/// let principal = Principal::new()
///     .with_issuer("https://id.example.com")
///     .with_subject("ada")
///     .with_claim("tenant", "acme");
/// assert_eq!(principal.subject(), Some("ada"));
/// assert_eq!(principal.claim("tenant"), Some("acme"));
/// assert_eq!(principal.with_subject("").subject(), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Principal(Arc<Who>);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Who {
    issuer: Option<String>,
    client: Option<String>,
    subject: Option<String>,
    claims: BTreeMap<String, String>,
}

impl Principal {
    /// A principal of whom nothing is known yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Who issued the token (`iss`).
    #[must_use]
    pub fn with_issuer(self, issuer: impl Into<String>) -> Self {
        self.with(|who| who.issuer = some_text(issuer.into()))
    }

    /// The application that holds the token (`client_id` or `azp`).
    #[must_use]
    pub fn with_client(self, client: impl Into<String>) -> Self {
        self.with(|who| who.client = some_text(client.into()))
    }

    /// The user (`sub`).
    #[must_use]
    pub fn with_subject(self, subject: impl Into<String>) -> Self {
        self.with(|who| who.subject = some_text(subject.into()))
    }

    /// A further claim. It replaces an earlier one of the same name.
    #[must_use]
    pub fn with_claim(self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.with(|who| drop(who.claims.insert(name.into(), value.into())))
    }

    /// Who issued the token.
    #[must_use]
    pub fn issuer(&self) -> Option<&str> {
        self.0.issuer.as_deref()
    }

    /// The application that holds the token.
    #[must_use]
    pub fn client(&self) -> Option<&str> {
        self.0.client.as_deref()
    }

    /// The user.
    #[must_use]
    pub fn subject(&self) -> Option<&str> {
        self.0.subject.as_deref()
    }

    /// A further claim.
    #[must_use]
    pub fn claim(&self, name: &str) -> Option<&str> {
        self.0.claims.get(name).map(String::as_str)
    }

    fn with(mut self, change: impl FnOnce(&mut Who)) -> Self {
        change(Arc::make_mut(&mut self.0));
        self
    }
}

/// An empty text names nobody (B121).
fn some_text(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clone_is_not_changed_with_its_original() {
        let ada = Principal::new().with_subject("ada");
        let eve = ada.clone().with_subject("eve").with_claim("tenant", "acme");
        assert_eq!((ada.subject(), ada.claim("tenant")), (Some("ada"), None));
        assert_eq!((eve.subject(), eve.claim("tenant")), (Some("eve"), Some("acme")));
    }

    /// B121.
    #[test]
    fn an_empty_text_is_none() {
        let nobody = Principal::new().with_issuer("").with_client("").with_subject("");
        assert_eq!(nobody, Principal::new());
        assert_eq!((nobody.issuer(), nobody.client(), nobody.subject()), (None, None, None));
    }

    #[test]
    fn it_travels_between_threads() {
        fn travels<T: Clone + Send + Sync + 'static>() {}
        travels::<Principal>();
    }
}

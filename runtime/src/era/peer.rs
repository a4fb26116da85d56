//! Who is on the other end of a call: what can be asked of it, and why something cannot.
//!
//! It does not know how a question travels.

use std::fmt;

use super::Revision;
use crate::{
    ask::{Inquiry, InquiryRef},
    wire::{Capabilities, Capability},
};

/// The client of one call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer {
    pub(crate) revision: Revision,
    /// What it declared and its revision has.
    pub(crate) capabilities: Capabilities,
    /// Whether a question can reach it while the call runs, where the revision needs that.
    pub(crate) is_reachable: bool,
}

/// Why the client of a call cannot be asked.
///
/// ```
/// use askback::{CannotAsk, Capability};
///
/// let why = CannotAsk::Capability(Capability::Form);
/// assert_eq!(why.to_string(), "the client did not declare form elicitation");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CannotAsk {
    /// The client did not declare that it can be asked this.
    Capability(Capability),
    /// A client on a handshake revision is asked in mid-call, and this connection has no way for
    /// that: HTTP without sessions, or with answers in JSON alone.
    SessionRequired,
    /// The client's revision of the protocol has no such question.
    Revision(Revision),
}

impl fmt::Display for CannotAsk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Capability(capability) => {
                write!(f, "the client did not declare {capability}")
            }
            Self::SessionRequired => f.write_str(
                "this connection cannot carry questions: connect with a session, and accept \
                 `text/event-stream`",
            ),
            Self::Revision(revision) => {
                write!(f, "revision {revision} of the protocol has no such question")
            }
        }
    }
}

impl std::error::Error for CannotAsk {}

impl Peer {
    /// A client on the newest revision, which is asked by the result of its call.
    pub(crate) fn modern(capabilities: Capabilities) -> Self {
        Self { revision: Revision::LATEST, capabilities, is_reachable: true }
    }

    /// A client that began with a handshake. What its revision does not have counts as undeclared,
    /// whatever it says (`legacy.md L-SRQ-1`, L-ELI-2).
    pub(crate) fn handshake(
        revision: Revision,
        declared: Capabilities,
        is_reachable: bool,
    ) -> Self {
        let has = |capability: &Capability| is_askable(revision, *capability);
        let capabilities = declared.retain(has);
        Self { revision, capabilities, is_reachable }
    }

    /// Whether it can be asked for something of this kind.
    ///
    /// # Errors
    ///
    /// Why it cannot.
    pub(crate) fn can_ask(&self, capability: Capability) -> Result<(), CannotAsk> {
        if !is_askable(self.revision, capability) {
            return Err(CannotAsk::Revision(self.revision));
        }
        if !self.is_reachable {
            return Err(CannotAsk::SessionRequired);
        }
        if !self.capabilities.contains(capability) {
            return Err(CannotAsk::Capability(capability));
        }
        Ok(())
    }
}

impl Peer {
    /// Whether this very question can be written as its revision has them: lists of choices cannot on
    /// the first one with forms (`legacy.md L-ELI-1`).
    ///
    /// # Errors
    ///
    /// Why it cannot.
    pub(crate) fn can_show(&self, inquiry: InquiryRef<'_>) -> Result<(), CannotAsk> {
        match inquiry {
            Inquiry::Form { form, .. } if form.has_lists() && !self.revision.has_full_forms() => {
                Err(CannotAsk::Revision(self.revision))
            }
            _ => Ok(()),
        }
    }
}

/// Whether `revision` has questions of this kind (`legacy.md` part 5).
fn is_askable(revision: Revision, capability: Capability) -> bool {
    match capability {
        Capability::Form => revision.has_forms(),
        Capability::Url | Capability::SamplingTools => revision.has_full_forms(),
        Capability::Sampling | Capability::Roots => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// L-SRQ-1, L-ELI-2: one test per arm.
    #[test]
    fn what_cannot_be_asked_has_its_reason() {
        let all = Capabilities::read(
            r#"{"elicitation":{"form":{},"url":{}},"sampling":{"tools":{}},"roots":{}}"#,
        );
        let all = all.unwrap();
        for (revision, forms, pages) in [
            (Revision::V2024_11_05, false, false),
            (Revision::V2025_03_26, false, false),
            (Revision::V2025_06_18, true, false),
            (Revision::V2025_11_25, true, true),
        ] {
            let peer = Peer::handshake(revision, all, true);
            let can = |can: bool| if can { Ok(()) } else { Err(CannotAsk::Revision(revision)) };
            assert_eq!(peer.can_ask(Capability::Form), can(forms));
            assert_eq!(peer.can_ask(Capability::Url), can(pages));
            assert_eq!(peer.can_ask(Capability::SamplingTools), can(pages));
            assert_eq!(peer.can_ask(Capability::Roots), Ok(()));
            assert_eq!(peer.capabilities.contains(Capability::Form), forms);
        }
        let peer = Peer::handshake(Revision::V2025_11_25, all, false);
        assert_eq!(peer.can_ask(Capability::Form), Err(CannotAsk::SessionRequired));
        let peer = Peer::modern(Capabilities::default());
        assert_eq!(peer.can_ask(Capability::Url), Err(CannotAsk::Capability(Capability::Url)));
    }
}

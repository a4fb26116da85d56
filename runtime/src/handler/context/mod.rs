//! The context of one call: the door through which a handler asks.
//!
//! It is lent to the handler, never given: it cannot be cloned, stored or moved into a task, because
//! an ask that outlives its call has nobody to answer it.

mod asks;
mod effects;
mod reports;
mod sampling;

use std::{fmt, sync::Arc};

pub use reports::Cancelled;

use super::{Reporter, States};
use crate::{
    ask::{Answers, Ledger, Outlet, Random, Tether},
    era::{CannotAsk, Peer, Revision},
    seal::Principal,
    wire::Capability,
};

/// What a handler may know of its call, and the way to ask back.
///
/// ```
/// use askback::prelude::*;
///
/// /// Who to greet.
/// #[ask]
/// struct Name {
///     name: String,
/// }
///
/// /// Greets someone by name.
/// #[tool]
/// async fn greet(cx: &Context) -> String {
///     match cx.ask::<Name>("Your name?").key("who").await {
///         Answer::Accepted(Name { name }) => format!("Hello, {name}!"),
///         _ => "Hello, stranger!".into(),
///     }
/// }
/// # let _ = greet;
/// ```
pub struct Context {
    call: CallContext,
}

/// What a context is made of.
pub(crate) struct CallContext {
    pub(crate) ledger: Ledger,
    pub(crate) principal: Option<Principal>,
    pub(crate) peer: Peer,
    pub(crate) random: Random,
    pub(crate) states: Arc<States>,
    pub(crate) tether: Arc<Tether>,
    /// Where the stream of a call can be let go.
    pub(crate) outlet: Option<Arc<dyn Outlet>>,
    /// `None` where the client wants to hear nothing.
    pub(crate) reporter: Option<Arc<Reporter>>,
}

impl Context {
    pub(crate) fn new(call: CallContext) -> Self {
        Self { call }
    }

    fn reporter(&self) -> Option<&Reporter> {
        self.call.reporter.as_deref()
    }

    pub(super) fn states(&self) -> &States {
        &self.call.states
    }

    pub(crate) fn ledger(&self) -> &Ledger {
        &self.call.ledger
    }

    /// The answers to what this handler returned, see [`InputRequired`](crate::InputRequired).
    #[must_use]
    pub fn answers(&self) -> Answers<'_> {
        Answers(&self.call.ledger)
    }

    /// The state that this handler carried from its last run, see
    /// [`InputRequired::carry`](crate::InputRequired::carry); `None` in its first run, and where it is
    /// none of an `S`.
    ///
    /// ```
    /// use askback::{InputRequired, Reply, prelude::*};
    ///
    /// /// Counts its own rounds.
    /// #[tool]
    /// async fn third_time(cx: &Context) -> Reply<&'static str> {
    ///     match cx.carried::<u8>().unwrap_or(0) {
    ///         2 => Reply::Done("Lucky."),
    ///         rounds => InputRequired::new().carry(&(rounds + 1)).into(),
    ///     }
    /// }
    /// # let _ = third_time;
    /// ```
    #[must_use]
    pub fn carried<S: serde::de::DeserializeOwned>(&self) -> Option<S> {
        serde_json::from_str(&self.call.ledger.carried()?).ok()
    }

    /// Who calls, where the transport knows: over HTTP the [`Principal`] in the request's
    /// extensions, put there by a layer of yours.
    ///
    /// ```
    /// use askback::prelude::*;
    ///
    /// /// Says who is calling.
    /// #[tool]
    /// async fn whoami(cx: &Context) -> String {
    ///     match cx.principal().and_then(|who| who.subject()) {
    ///         Some(subject) => format!("You are {subject}."),
    ///         None => "I do not know you.".into(),
    ///     }
    /// }
    /// # let _ = whoami;
    /// ```
    #[must_use]
    pub fn principal(&self) -> Option<&Principal> {
        self.call.principal.as_ref()
    }

    /// The revision of the protocol that the client speaks.
    ///
    /// ```
    /// use askback::{Revision, prelude::*};
    ///
    /// /// Says what the client speaks.
    /// #[tool]
    /// async fn revision(cx: &Context) -> String {
    ///     format!("You speak {}.", cx.revision())
    /// }
    /// # let _ = revision;
    /// ```
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.call.peer.revision
    }

    /// Whether the client can be asked for something of this kind, for handlers that have a way
    /// without it. Without a check, a call that cannot ask ends at its ask.
    ///
    /// # Errors
    ///
    /// Why it cannot.
    ///
    /// ```
    /// use askback::{Capability, prelude::*};
    ///
    /// /// Publishes, after a yes where somebody can be asked for it.
    /// #[tool]
    /// async fn publish(cx: &Context) -> String {
    ///     if let Err(why) = cx.can_ask(Capability::Form) {
    ///         return format!("Saved as a draft, because {why}.");
    ///     }
    ///     match cx.confirm("Publish?").key("sure").await {
    ///         Some(_proof) => "Published.".into(),
    ///         None => "Saved as a draft.".into(),
    ///     }
    /// }
    /// # let _ = publish;
    /// ```
    pub fn can_ask(&self, capability: Capability) -> Result<(), CannotAsk> {
        self.call.peer.can_ask(capability)
    }

    /// Lets the client go while the call runs on: the response stream ends here, and the client
    /// fetches the rest when it comes back. For work that outlasts a proxy's patience.
    ///
    /// It does so on revision 2025-11-25 over HTTP with sessions alone (`legacy.md L-RES-2`), and
    /// returns whether it did.
    ///
    /// ```
    /// use askback::prelude::*;
    ///
    /// /// Takes its time.
    /// #[tool]
    /// async fn report(cx: &Context) -> &'static str {
    ///     cx.release_stream();
    ///     // … minutes of work …
    ///     "Done."
    /// }
    /// # let _ = report;
    /// ```
    pub fn release_stream(&self) -> bool {
        self.call.outlet.as_ref().is_some_and(|outlet| outlet.release())
    }

    /// Whether this run of the handler follows an answer of the user's.
    ///
    /// Always `false` on handshake revisions, where a handler waits for its answers. For logs and metrics: what a handler does must follow from the answers alone.
    ///
    /// ```
    /// use askback::prelude::*;
    ///
    /// /// Counts fresh calls.
    /// #[tool]
    /// async fn visit(cx: &Context) -> &'static str {
    ///     if cx.is_retry() { "Back again." } else { "Welcome." }
    /// }
    /// # let _ = visit;
    /// ```
    #[must_use]
    pub fn is_retry(&self) -> bool {
        self.call.ledger.is_retry()
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("is_retry", &self.is_retry()).finish_non_exhaustive()
    }
}

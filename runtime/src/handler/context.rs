//! The context of one call: the door through which a handler asks.
//!
//! It is lent to the handler, never given: it cannot be cloned, stored or moved into a task, because
//! an ask that outlives its call has nobody to answer it.

use std::{borrow::Cow, fmt};

use crate::{
    ask::{Answer, Ask, Confirmed, Kind, Ledger},
    form::Elicit,
    seal::Principal,
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
    ledger: Ledger,
    principal: Option<Principal>,
}

/// What a context is made of.
#[derive(Debug, Default)]
pub(crate) struct CallContext {
    pub(crate) ledger: Ledger,
    pub(crate) principal: Option<Principal>,
}

impl Context {
    pub(crate) fn new(call: CallContext) -> Self {
        let CallContext { ledger, principal } = call;
        Self { ledger, principal }
    }

    pub(crate) fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Asks the user to fill in a form.
    ///
    /// The message is what the user reads above the form. Await the ask for the [`Answer`]; it
    /// never yields an error: a handler that cannot be answered is dropped at the await.
    pub fn ask<'c, T: Elicit>(&'c self, message: impl Into<Cow<'c, str>>) -> Ask<'c, Answer<T>> {
        Ask::new(&self.ledger, message.into(), Kind::form())
    }

    /// Asks the user for a yes.
    ///
    /// Anything but a form that was accepted with `true` is `None`.
    ///
    /// ```
    /// use askback::prelude::*;
    ///
    /// /// Deletes everything.
    /// #[tool]
    /// async fn wipe(cx: &Context) -> &'static str {
    ///     match cx.confirm("Delete everything?").key("sure").await {
    ///         Some(_proof) => "Gone.",
    ///         None => "Nothing was deleted.",
    ///     }
    /// }
    /// # let _ = wipe;
    /// ```
    pub fn confirm<'c>(&'c self, message: impl Into<Cow<'c, str>>) -> Ask<'c, Option<Confirmed>> {
        Ask::new(&self.ledger, message.into(), Kind::confirm())
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
        self.principal.as_ref()
    }

    /// Whether this run of the handler follows an answer of the user's.
    ///
    /// For logs and metrics: what a handler does must follow from the answers alone.
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
        self.ledger.is_retry()
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("is_retry", &self.is_retry()).finish_non_exhaustive()
    }
}

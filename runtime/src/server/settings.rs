//! The settings of a server: what it tells, what clients may keep, how states are sealed, and its bounds.
//!
//! They are noted here; what they do is their owners' matter.

use std::{sync::Arc, time::Duration};

use super::Server;
use crate::{
    dispatch::{BatchLimits, ShimLimits},
    handler::Notifier,
    seal::{Principal, RequestState},
    wire::{CacheHints, CacheScope},
};

impl Server {
    /// Lets the server tell its clients that something changed: the lists of what it has, and what its
    /// resources hold. Handlers can take the notifier as a [`State`](crate::State), and clients can
    /// subscribe to resources.
    pub fn notifier(mut self, notifier: &Notifier) -> Self {
        self.notifier = Some(notifier.clone());
        self.with_state(notifier.clone())
    }

    /// Who may hear of changes of which resource: asked when somebody subscribes, and for each change with
    /// its URI. Without it everybody may watch whatever there is to read, and what lies below it; where
    /// resources belong to somebody, their names and times are his alone.
    ///
    /// ```
    /// use askback::{Notifier, prelude::*};
    ///
    /// /// A note of somebody's.
    /// #[resource_template("notes://{user}/{id}")]
    /// async fn note(user: String, id: u32) -> String {
    ///     format!("Note {id} of {user}")
    /// }
    ///
    /// let server = Server::new("notes", "1.0.0")
    ///     .notifier(&Notifier::new())
    ///     .resource_template(note)
    ///     .may_subscribe(|who, uri| {
    ///         let user = who.and_then(|who| who.subject());
    ///         user.is_some_and(|user| uri.starts_with(&format!("notes://{user}/")))
    ///     });
    /// # let _ = server;
    /// ```
    pub fn may_subscribe(
        mut self,
        may: impl Fn(Option<&Principal>, &str) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.may_watch = Some(Arc::new(may));
        self
    }

    /// How many entries a page of a list has, at least 1; lists are whole if not set. A cursor is as good
    /// for as long as a [request state](RequestState::ttl), on every process that has its key.
    pub fn page_size(mut self, entries: usize) -> Self {
        self.page_size = entries.max(1);
        self
    }

    /// How long clients on revision 2026-07-28 may keep the lists of what the server has, and what it says
    /// of itself; not at all if not set. What a resource holds is said in its attribute, with `ttl_ms` and
    /// `cache_scope`.
    pub fn cache_lists(mut self, ttl: Duration, scope: CacheScope) -> Self {
        self.list_cache = CacheHints::new(ttl, scope);
        self
    }

    /// How many `subscriptions/listen` may be open at a time, from all clients on revision 2026-07-28;
    /// 1024 if not set. One more is refused with -32603.
    pub fn open_subscriptions(mut self, most: usize) -> Self {
        self.most_listeners = most;
        self
    }

    /// How many messages a batch may have, and behind how many bytes of joined answers it starts no
    /// further call; 100 messages and 4 MiB if not set. Revision 2025-03-26 alone has batches.
    ///
    /// A longer batch is refused as a whole with -32600, and nothing of it is run. A request that is not
    /// started for the length of the answers before it is answered with -32603; those that run by then
    /// end, and are answered.
    pub fn batch_limits(mut self, messages: usize, reply_bytes: usize) -> Self {
        self.batch_limits = BatchLimits { messages, reply_bytes };
        self
    }

    /// How the state of asking calls is sealed. Without it states are encrypted with a key that is
    /// made up when the server starts: after a restart, and on every other process, they are
    /// refused.
    ///
    /// ```
    /// use askback::{Key, RequestState, Server};
    ///
    /// let key = Key::new([7; 32])?;
    /// let server = Server::new("greeter", "1.0.0").request_state(RequestState::new(key));
    /// # let _ = server;
    /// # Ok::<(), askback::KeyError>(())
    /// ```
    pub fn request_state(mut self, request_state: RequestState) -> Self {
        self.request_state = Some(request_state);
        self
    }

    /// How many rounds in a row may bring no usable answer before a call fails; 8 if not set, at
    /// least 1.
    pub fn fruitless_limit(mut self, rounds: u32) -> Self {
        self.fruitless_limit = rounds.max(1);
        self
    }

    /// How long one answer may take on a handshake revision, where the call waits for it; 10 minutes
    /// if not set. Then the question is cancelled and the call ends with a text that says so.
    ///
    /// On revision 2026-07-28 nothing waits: how long an answer may take is
    /// [`RequestState::ttl`].
    pub fn answer_timeout(mut self, limit: Duration) -> Self {
        self.ask_limits.timeout = limit;
        self
    }

    /// How often a handler may return questions in one call on a handshake revision, and how long one
    /// answer to them may take; 8 rounds and 10 minutes if not set. Each round holds the call open.
    ///
    /// Rounds with state alone ([`InputRequired::carry`](crate::InputRequired::carry)) are not
    /// counted: `timeout` is how long a handler may return nothing else.
    pub fn input_required_limits(mut self, rounds: u32, timeout: Duration) -> Self {
        self.shim = Some(ShimLimits { rounds, timeout });
        self
    }

    /// Asks clients on handshake revisions nothing that a handler returned: such a call ends with a
    /// text that says so. Questions that are declared, or asked inside a handler, are not touched.
    pub fn without_input_required_shim(mut self) -> Self {
        self.shim = None;
        self
    }

    /// How many questions may be out at a time in one handshake session; 256 if not set. A call that
    /// asks more ends with a text that says so.
    pub fn open_questions(mut self, most: usize) -> Self {
        self.ask_limits.most = most;
        self
    }

    /// How often a call on a handshake revision reports progress while it waits for an answer, to a
    /// client that asked for progress; 20 s if not set. Some clients give up on a call that is silent
    /// for a minute.
    pub fn heartbeat(mut self, every: Duration) -> Self {
        self.ask_limits.heartbeat = every;
        self
    }
}

//! One message in, one answer out.
//!
//! This is where a method name becomes a call. It knows no transport: headers come as values, and
//! an answer is bytes with the HTTP status that it would have.

mod asking;
mod batch;
mod call;
mod complete;
mod connection;
mod flight;
mod handshake;
mod in_flight;
mod kept;
mod listen;
mod lists;
mod mailbox;
mod session;
mod target;
mod watched;

use std::{
    fmt,
    pin::pin,
    sync::{Arc, atomic::AtomicUsize},
    time::Instant,
};

pub(crate) use batch::BatchLimits;
pub(crate) use connection::{Connection, Received};
pub(crate) use kept::ShimLimits;
pub(crate) use session::{AskLimits, Session};
pub(crate) use watched::MayWatch;

use asking::Asking;
use complete::COMPLETE;
use listen::LISTEN;
use target::{Method, Target};

#[cfg(feature = "testing")]
use crate::ask::Journal;
use crate::{
    ask::{Fault, Ledger, Moment, NotAsked, Outlet, Random, Signal, Tether},
    era::{Handshake, Modern, Offers, Peer, Revision, detect},
    guarded::{Panicked, guarded_polls},
    handler::{CallContext, Notifier, Refusal, Registry, Reporter, States, Wanted},
    seal::{Principal, Sealer},
    wire::{CacheHints, Frame, Id, Member, Params, RequestMeta, Routing, Rpc, RpcError},
};

/// Everything that serves a message. Nothing in it changes while it serves.
pub(crate) struct Dispatcher {
    pub(crate) registry: Registry,
    /// What the server holds for its handlers.
    pub(crate) states: Arc<States>,
    pub(crate) modern: Modern,
    pub(crate) handshake: Handshake,
    pub(crate) sealer: Sealer,
    pub(crate) fruitless_limit: u32,
    pub(crate) ask_limits: AskLimits,
    /// How returned questions are asked on handshake revisions; `None` where they are not.
    pub(crate) shim: Option<ShimLimits>,
    /// What the server claims to have.
    pub(crate) offers: Offers,
    /// Who is told of changes.
    pub(crate) notifier: Notifier,
    /// Who may watch which resource; everybody whatever there is, if nothing is said.
    pub(crate) may_watch: Option<Arc<MayWatch>>,
    /// How many subscriptions are open, and how many may be.
    pub(crate) listeners: AtomicUsize,
    pub(crate) most_listeners: usize,
    /// How many entries a page of a list has.
    pub(crate) page_size: usize,
    pub(crate) batch_limits: BatchLimits,
    pub(crate) ambient: Ambient,
}

/// Time and randomness, which the core is given and never takes.
pub(crate) struct Ambient {
    /// Seconds since the epoch.
    pub(crate) now: Box<dyn Fn() -> u64 + Send + Sync>,
    /// Fills the bytes, or says why it cannot.
    pub(crate) random: Random,
    /// A moment, to be held against a later one.
    pub(crate) instant: fn() -> Instant,
}

impl fmt::Debug for Dispatcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dispatcher").field("registry", &self.registry).finish_non_exhaustive()
    }
}

/// What a transport knows of a message beside its bytes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Via<'a> {
    /// The routing headers; `None` on a transport that has none.
    pub(crate) routing: Option<Routing<'a>>,
    pub(crate) principal: Option<&'a Principal>,
    /// Where a call says what comes before its answer; `None` where that has no way.
    pub(crate) outlet: Option<&'a Arc<dyn Outlet>>,
    /// What the call ends with.
    pub(crate) tether: Option<&'a Arc<Tether>>,
    /// Given when whoever serves the call shuts down.
    pub(crate) closing: Option<&'a Signal>,
    /// Where a test reads what the handler asked.
    #[cfg(feature = "testing")]
    pub(crate) journal: Option<&'a Journal>,
}

/// What a modern request may bring beside its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speech {
    /// Nothing: the client asked for nothing that comes before it.
    AnswerAlone,
    /// Progress and log messages, where they have a way.
    WhereItCan,
    /// It is there for what comes before its answer.
    Only,
}

impl Speech {
    pub(crate) fn of(frame: &Frame) -> Self {
        if frame.method() == LISTEN {
            return Self::Only;
        }
        let wants = [Member::MetaProgressToken, Member::MetaLogLevel];
        if wants.into_iter().any(|member| frame.member(member).is_some()) {
            Self::WhereItCan
        } else {
            Self::AnswerAlone
        }
    }
}

/// What stays the same over all runs of a handler in one call.
#[derive(Clone, Copy)]
struct OfCall<'a> {
    peer: Peer,
    tether: &'a Arc<Tether>,
    reporter: Option<&'a Arc<Reporter>>,
}

/// What goes back.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The HTTP status.
    pub(crate) status: u16,
    /// The message; empty for an accepted notification.
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn ok(body: Vec<u8>) -> Self {
        Self { status: 200, body }
    }

    pub(crate) fn error(error: &RpcError, id: Option<Id<'_>>) -> Self {
        Self { status: error.fault.status(), body: error.write(id) }
    }

    fn accepted() -> Self {
        Self { status: 202, body: Vec::new() }
    }
}

impl Dispatcher {
    /// Answers one message.
    pub(crate) async fn answer(&self, frame: &Frame, via: Via<'_>) -> Answer {
        let Some(id) = frame.id() else { return notified(frame) };
        let request = pin!(self.request(frame, id, via));
        let answered = guarded_polls(request).await;
        match answered.unwrap_or_else(|Panicked| Err(panicked(frame.method()))) {
            Ok(body) => Answer::ok(body),
            Err(error) => Answer::error(&error, Some(id)),
        }
    }

    async fn request(&self, frame: &Frame, id: Id<'_>, via: Via<'_>) -> Result<Vec<u8>, RpcError> {
        let params = Params::of(frame)?;
        let meta = detect(frame.method(), params, via.routing.as_ref())?;
        match Method::named(frame.method()).filter(|method| self.serves(*method)) {
            Some(method) => self.call(id, method, params, &meta, via).await,
            None if frame.method() == LISTEN => {
                listen::check_size(frame)?;
                Box::pin(self.listen(id, params, via)).await
            }
            None if frame.method() == COMPLETE && self.offers.completions => {
                // Boxed, so that every other call is smaller.
                let peer = Peer::modern(meta.capabilities);
                let done = Box::pin(self.complete(params, peer, via)).await?;
                Ok(self.modern.done(id, &done, CacheHints::default()))
            }
            None => self.listed(frame.method(), id, params),
        }
    }

    /// This moment, as answers are held against it.
    fn moment(&self) -> Moment {
        Moment::new((self.ambient.now)(), self.sealer.ttl())
    }

    /// What a handler may know of its call.
    fn context(&self, ledger: Ledger, via: Via<'_>, call: OfCall<'_>) -> CallContext {
        let OfCall { peer, tether, reporter } = call;
        CallContext {
            ledger,
            principal: via.principal.cloned(),
            peer,
            random: self.ambient.random,
            states: Arc::clone(&self.states),
            tether: Arc::clone(tether),
            outlet: via.outlet.cloned(),
            reporter: reporter.cloned(),
        }
    }

    /// What a call tells its client while it runs, where the client wants to hear it.
    fn reporter(&self, wanted: Wanted<'_>, via: Via<'_>, peer: Peer) -> Option<Arc<Reporter>> {
        Reporter::new(wanted, via.outlet, via.tether, peer.revision, self.ambient.instant)
    }

    /// Whether there is anything that the method could call.
    fn serves(&self, method: Method) -> bool {
        let lists = self.registry.lists(Revision::LATEST);
        match method {
            Method::CallTool => lists.tools.is_some(),
            Method::GetPrompt => lists.prompts.is_some(),
            Method::ReadResource => lists.has_resources(),
        }
    }

    /// The methods that are answered with what was written when the server was built.
    fn listed(&self, method: &str, id: Id<'_>, params: Params<'_>) -> Result<Vec<u8>, RpcError> {
        if method == "server/discover" {
            return Ok(self.modern.discover(id));
        }
        let listed = self.list(Revision::LATEST, method, params)?;
        let page = listed.page();
        let next = page.next.map(|next| self.cursor(method, next)).transpose()?;
        Ok(self.modern.list(id, listed.member, page.entries, next.as_deref()))
    }
}

#[cold]
fn not_found(method: &str) -> RpcError {
    let method: String = method.chars().take(100).collect();
    RpcError::new(Rpc::MethodNotFound, format!("method `{method}` not found"))
}

#[cold]
fn fault(handler: &str, fault: &Fault) -> RpcError {
    tracing::error!(handler, "{fault}");
    RpcError::new(Rpc::Internal, fault.to_string())
}

/// What a call comes to whose returned questions cannot be asked.
#[cold]
fn not_asked(handler: &str, not_asked: NotAsked) -> Result<Refusal, RpcError> {
    match not_asked {
        NotAsked::Fault(found) => Err(fault(handler, &found)),
        NotAsked::FailedBefore { key, reason } => {
            Ok(Refusal::reply(format!("not done: `{key}` was not answered: {reason}")))
        }
    }
}

/// The end of a call for which nobody waits: it is written and not read.
#[cold]
fn cut() -> RpcError {
    RpcError::new(Rpc::Internal, "the call was cancelled")
}

#[cold]
fn panicked(handler: &str) -> RpcError {
    tracing::error!(handler, "the handler panicked");
    RpcError::new(Rpc::Internal, "internal error")
}

/// `modern.md M-BASE-6`: no notification is answered; one that is malformed is not accepted.
fn notified(frame: &Frame) -> Answer {
    match Params::of(frame).and_then(|params| RequestMeta::read(params).map(drop)) {
        Ok(()) => Answer::accepted(),
        Err(error) => Answer::error(&error, None),
    }
}

//! One message in, one answer out.
//!
//! This is where a method name becomes a call. It knows no transport: headers come as values, and
//! an answer is bytes with the HTTP status that it would have.

mod asking;
mod batch;
mod call;
mod connection;
mod flight;
mod handshake;
mod kept;
mod mailbox;
mod session;

use std::{fmt, sync::Arc};

pub(crate) use connection::{Connection, Received};
pub(crate) use kept::ShimLimits;
pub(crate) use session::{AskLimits, Session};

use asking::Asking;

#[cfg(feature = "testing")]
use crate::ask::Journal;
use crate::{
    ask::{Fault, NotAsked, Outlet, Random, Tether},
    era::{Handshake, Modern, detect},
    handler::{Refusal, Registry, Tool},
    seal::{Principal, Sealer},
    wire::{Frame, Id, Member, Params, RequestMeta, Routing, Rpc, RpcError, Text},
};

/// Everything that serves a message. Nothing in it changes while it serves.
pub(crate) struct Dispatcher {
    pub(crate) registry: Registry,
    pub(crate) modern: Modern,
    pub(crate) handshake: Handshake,
    pub(crate) sealer: Sealer,
    pub(crate) fruitless_limit: u32,
    pub(crate) ask_limits: AskLimits,
    /// How returned questions are asked on handshake revisions; `None` where they are not.
    pub(crate) shim: Option<ShimLimits>,
    pub(crate) ambient: Ambient,
}

/// Time and randomness, which the core is given and never takes.
pub(crate) struct Ambient {
    /// Seconds since the epoch.
    pub(crate) now: Box<dyn Fn() -> u64 + Send + Sync>,
    /// Fills the bytes, or says why it cannot.
    pub(crate) random: Random,
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
    /// Where a test reads what the handler asked.
    #[cfg(feature = "testing")]
    pub(crate) journal: Option<&'a Journal>,
}

impl<'a> Via<'a> {
    /// A request over HTTP.
    #[cfg(feature = "http")]
    pub(crate) fn http(
        routing: Routing<'a>,
        principal: Option<&'a Principal>,
        tether: &'a Arc<Tether>,
    ) -> Self {
        let mut via = Self::default();
        (via.routing, via.principal, via.tether) = (Some(routing), principal, Some(tether));
        via
    }
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
        match self.request(frame, id, via).await {
            Ok(body) => Answer::ok(body),
            Err(error) => Answer::error(&error, Some(id)),
        }
    }

    async fn request(&self, frame: &Frame, id: Id<'_>, via: Via<'_>) -> Result<Vec<u8>, RpcError> {
        let params = Params::of(frame)?;
        let meta = detect(frame.method(), params, via.routing.as_ref())?;
        match frame.method() {
            "tools/call" if self.registry.has_tools() => {
                self.call_tool(id, params, &meta, via).await
            }
            method => self.listed(method, id, params),
        }
    }

    /// The methods that are answered with what was written when the server was built.
    fn listed(&self, method: &str, id: Id<'_>, params: Params<'_>) -> Result<Vec<u8>, RpcError> {
        match method {
            "server/discover" => Ok(self.modern.discover(id)),
            "tools/list" if self.registry.has_tools() => {
                only_page(params)?;
                Ok(self.modern.tools_list(id))
            }
            _ => Err(not_found(method)),
        }
    }

    /// The tool that a `tools/call` names.
    fn tool<'a>(&self, params: Params<'a>) -> Result<(Text<'a>, &dyn Tool), RpcError> {
        let name = params.string(Member::Name)?.ok_or_else(|| {
            RpcError::new(Rpc::MalformedParams, "`params` must have a `name`: the tool to call")
        })?;
        match self.registry.tool(&name) {
            Some(tool) => Ok((name, tool)),
            None => Err(unknown_tool(&name)),
        }
    }
}

/// A list of one page has no cursors.
fn only_page(params: Params<'_>) -> Result<(), RpcError> {
    match params.string(Member::Cursor)? {
        None => Ok(()),
        Some(_) => Err(RpcError::new(
            Rpc::InvalidParams,
            "unknown cursor: the list has one page, so no `nextCursor` was ever sent",
        )),
    }
}

#[cold]
fn not_found(method: &str) -> RpcError {
    let method: String = method.chars().take(100).collect();
    RpcError::new(Rpc::MethodNotFound, format!("method `{method}` not found"))
}

#[cold]
fn unknown_tool(name: &str) -> RpcError {
    let name: String = name.chars().take(100).collect();
    RpcError::new(Rpc::InvalidParams, format!("unknown tool `{name}`: `tools/list` names them all"))
}

#[cold]
fn fault(tool: &str, fault: &Fault) -> RpcError {
    tracing::error!(tool, "{fault}");
    RpcError::new(Rpc::Internal, fault.to_string())
}

/// What a call comes to whose returned questions cannot be asked.
#[cold]
fn not_asked(tool: &str, not_asked: NotAsked) -> Result<Refusal, RpcError> {
    match not_asked {
        NotAsked::Fault(found) => Err(fault(tool, &found)),
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
fn panicked(tool: &str) -> RpcError {
    tracing::error!(tool, "the handler panicked");
    RpcError::new(Rpc::Internal, "internal error")
}

/// `modern.md M-BASE-6`: no notification is answered; one that is malformed is not accepted.
fn notified(frame: &Frame) -> Answer {
    match Params::of(frame).and_then(|params| RequestMeta::read(params).map(drop)) {
        Ok(()) => Answer::accepted(),
        Err(error) => Answer::error(&error, None),
    }
}

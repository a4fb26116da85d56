//! The handshake revisions: `initialize`, and the requests of a session (`legacy.md` parts 2 and 8).
//!
//! It does not know how a session is found, nor which stream a call answers on.

use super::{Asking, Dispatcher, Session, Via, asking::Unanswered};
use crate::{
    ask::{Ledger, Outlet, Run, Step},
    era::{CannotAsk, Handshake, Peer, Revision},
    handler::{Arguments, CallContext, Context, Refusal, ToolReply},
    wire::{Capabilities, Frame, Id, Member, Params, Rpc, RpcError, check_meta},
};

impl Dispatcher {
    /// Opens a session, and answers the `initialize` that asks for it.
    ///
    /// # Errors
    ///
    /// -32602 for params of the wrong type.
    pub(crate) fn initialize(
        &self,
        frame: &Frame,
        id: Id<'_>,
        is_reachable: bool,
    ) -> Result<(Session, Vec<u8>), RpcError> {
        let params = Params::of(frame)?;
        let requested = params.string(Member::ProtocolVersion)?.ok_or_else(|| {
            let message = "`initialize` names the `protocolVersion` that the client speaks";
            RpcError::new(Rpc::MalformedParams, message)
        })?;
        let declared = params.object(Member::Capabilities)?.unwrap_or("{}");
        let declared = Capabilities::read(declared).map_err(|name| {
            let message = format!("`{name}` in `capabilities` must be an object");
            RpcError::new(Rpc::MalformedParams, message)
        })?;
        let revision = Revision::negotiated(&requested);
        let session = Session::new(Peer::handshake(revision, declared, is_reachable));
        Ok((session, self.handshake.initialize(id, revision)))
    }

    /// Answers a request of a session.
    pub(crate) async fn serve(&self, frame: &Frame, session: &Session, via: Via<'_>) -> Vec<u8> {
        let Some(id) = frame.id() else { return Vec::new() };
        let answer = self.session_request(frame, id, session, via).await;
        answer.unwrap_or_else(|error| error.write(Some(id)))
    }

    async fn session_request(
        &self,
        frame: &Frame,
        id: Id<'_>,
        session: &Session,
        via: Via<'_>,
    ) -> Result<Vec<u8>, RpcError> {
        let params = Params::of(frame)?;
        check_meta(params)?;
        let has_tools = self.registry.has_tools();
        match frame.method() {
            "ping" => Ok(Handshake::empty(id)),
            "tools/list" if has_tools => {
                super::only_page(params)?;
                Ok(self.handshake.tools_list(id, session.peer.revision))
            }
            "tools/call" if has_tools => {
                let reply = self.call_kept(params, session, via).await?;
                Ok(Handshake::call_tool(id, &reply.content, reply.is_error))
            }
            "logging/setLevel" => {
                crate::wire::log_level(params, Member::Level)?;
                Ok(Handshake::empty(id))
            }
            // `legacy.md L-INIT-7`.
            "initialize" => {
                Err(RpcError::new(Rpc::InvalidRequest, "the session is initialized already"))
            }
            method => Err(super::not_found(method)),
        }
    }

    /// A call whose handler is kept while its questions are out.
    async fn call_kept(
        &self,
        params: Params<'_>,
        session: &Session,
        via: Via<'_>,
    ) -> Result<ToolReply, RpcError> {
        let arguments = params.object(Member::Arguments)?;
        let (name, tool) = self.tool(params)?;
        let ledger = Ledger::suspended();
        #[cfg(feature = "testing")]
        let ledger = ledger.noted_in(via.journal);
        let mut peer = session.peer;
        peer.is_reachable &= via.outlet.is_some_and(|outlet| outlet.can_ask());
        let call = CallContext { ledger, principal: via.principal.cloned(), peer };
        let cx = Context::new(call, via.outlet.cloned());
        let mut run = Run::new(cx.ledger(), tool.call(&cx, Arguments(arguments)));
        let token = params.raw(Member::MetaProgressToken);
        let outlet = via.outlet.map_or(&NoWay as &dyn Outlet, |outlet| &**outlet);
        let (limits, fruitless) = (self.ask_limits, self.fruitless_limit);
        let mut asking = Asking::new(session, peer, outlet, limits, fruitless, token);
        let ended = asking.run(cx.ledger(), &mut run).await;
        // The handler goes before its questions: nothing of it runs when they are cancelled.
        let stopped = run.stop();
        drop(asking);
        let step = match (ended, stopped) {
            (_, Err(_)) => Step::Panicked,
            (Ok(step), Ok(())) => step,
            (Err(unanswered), Ok(())) => return unanswered_reply(&name, &unanswered),
        };
        match step {
            Step::Ready(reply) => reply.or_else(Refusal::into_reply),
            Step::Fault(fault) => Err(super::fault(&name, &fault)),
            _ => Err(super::panicked(&name)),
        }
    }
}

/// The outlet of a call whose client cannot be reached.
struct NoWay;

impl Outlet for NoWay {
    fn send(&self, _: Vec<u8>) {}
}

/// A refusal on a handshake session is a text that the model reads, never -32021
/// (`legacy.md L-ERR-1`, `dispatch.md` part 2).
#[cold]
fn unanswered_reply(tool: &str, unanswered: &Unanswered) -> Result<ToolReply, RpcError> {
    tracing::debug!(tool, ?unanswered, "a call ended without an answer");
    let text = match unanswered {
        Unanswered::CannotAsk { what, why: CannotAsk::Capability(_) } => {
            format!("not done: this needs {what}, which the client did not declare")
        }
        Unanswered::CannotAsk { what, why } => format!("not done: this needs {what}, and {why}"),
        Unanswered::Failed { label, reason } => {
            format!("not done: `{label}` was not answered: {reason}")
        }
        Unanswered::Fruitless { label, rounds } => {
            format!("not done: `{label}` still had no usable answer after {rounds} rounds")
        }
    };
    Refusal::reply(text).into_reply()
}

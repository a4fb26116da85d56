//! `tools/call` on a handshake revision: the handler is kept while its questions are out, and entered
//! again where it returned them (the shim).
//!
//! It does not know how a question reaches the client.

use std::time::Duration;

use super::{AskLimits, Asking, Dispatcher, Session, Via, asking::Unanswered};
use crate::{
    ask::{Asked, Ledger, Outlet, Run, Step},
    era::{CannotAsk, Peer},
    handler::{Arguments, CallContext, Context, Refusal, Replied, Tool, ToolReply},
    wire::{Member, Params, RpcError, ToolContent},
};

/// How long a handler that returned its state and no question is left alone.
const PAUSE: Duration = Duration::from_millis(250);

/// How returned questions are asked where a server asks by requests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShimLimits {
    /// How often a handler may return questions in one call.
    pub(crate) rounds: u32,
    /// How long one answer may take.
    pub(crate) timeout: Duration,
}

/// A call and everything that is the same in each of its runs.
struct Kept<'a> {
    name: &'a str,
    tool: &'a dyn Tool,
    arguments: Option<&'a str>,
    session: &'a Session,
    peer: Peer,
    via: Via<'a>,
    /// The client's token for progress, as JSON text.
    progress_token: Option<&'a str>,
}

impl Dispatcher {
    /// Calls a tool, and asks whatever it asks.
    pub(super) async fn call_kept(
        &self,
        params: Params<'_>,
        session: &Session,
        via: Via<'_>,
    ) -> Result<ToolContent, RpcError> {
        let arguments = params.object(Member::Arguments)?;
        let (name, tool) = self.tool(params)?;
        let mut peer = session.peer;
        peer.is_reachable &= via.outlet.is_some_and(|outlet| outlet.can_ask());
        let progress_token = params.raw(Member::MetaProgressToken);
        let call = Kept { name: &name, tool, arguments, session, peer, via, progress_token };
        let mut ledger = Ledger::suspended();
        for round in 1_u32.. {
            let asked = match self.run_kept(&call, ledger).await? {
                Ok(content) => return Ok(content),
                Err(asked) => asked,
            };
            let Some(shim) = self.shim else { return refuse(SHIM_IS_OFF) };
            if round > shim.rounds {
                return refuse(format!("not done: it still asks after {} rounds", shim.rounds));
            }
            ledger = match self.ask_returned(&call, asked, shim).await {
                Ok(Some(ledger)) => ledger,
                Ok(None) => break,
                Err(unanswered) => return refuse_unanswered(call.name, &unanswered),
            };
        }
        Err(super::panicked(&name))
    }

    /// One run of the handler, to its end or to what it returned to ask.
    async fn run_kept(
        &self,
        call: &Kept<'_>,
        ledger: Ledger,
    ) -> Result<Result<ToolContent, Asked>, RpcError> {
        #[cfg(feature = "testing")]
        let ledger = ledger.noted_in(call.via.journal);
        let ledger = ledger.tethered(call.via.tether);
        let random = self.ambient.random;
        let principal = call.via.principal.cloned();
        let context = CallContext { ledger, principal, peer: call.peer, random };
        let cx = Context::new(context, call.via.outlet.cloned());
        let mut run = Run::new(cx.ledger(), call.tool.call(&cx, Arguments(call.arguments)));
        let mut asking = self.asking(call, self.ask_limits);
        let ended = asking.run(cx.ledger(), &mut run).await;
        // The handler goes before its questions: nothing of it runs when they are cancelled.
        let stopped = run.stop();
        drop(asking);
        let step = match (ended, stopped) {
            (_, Err(_)) => Step::Panicked,
            (Ok(step), Ok(())) => step,
            (Err(unanswered), Ok(())) => {
                return refuse_unanswered(call.name, &unanswered).map(Ok);
            }
        };
        match step {
            Step::Ready(Ok(ToolReply(Replied::Content(content)))) => Ok(Ok(content)),
            Step::Ready(Ok(ToolReply(Replied::Asks(input)))) => {
                match cx.ledger().ask_returned(input, random) {
                    Ok(asked) => Ok(Err(asked)),
                    Err(not_asked) => {
                        super::not_asked(call.name, not_asked)?.into_content().map(Ok)
                    }
                }
            }
            Step::Ready(Err(refusal)) => refusal.into_content().map(Ok),
            Step::Fault(fault) => Err(super::fault(call.name, &fault)),
            Step::Cut => Err(super::cut()),
            _ => Err(super::panicked(call.name)),
        }
    }

    /// Asks what a handler returned, and makes the ledger of its next run.
    async fn ask_returned(
        &self,
        call: &Kept<'_>,
        asked: Asked,
        shim: ShimLimits,
    ) -> Result<Option<Ledger>, Unanswered> {
        if asked.requests.is_empty() {
            tokio::time::sleep(PAUSE).await;
            return Ok(Ledger::reentered(&asked.payload, Vec::new(), Vec::new()));
        }
        let mut asking = self.asking(call, AskLimits { timeout: shim.timeout, ..self.ask_limits });
        let (answers, failed) = asking.collect(asked.requests).await?;
        Ok(Ledger::reentered(&asked.payload, answers, failed))
    }

    fn asking<'a>(&self, call: &Kept<'a>, limits: AskLimits) -> Asking<'a> {
        let outlet = call.via.outlet.map_or(&NoWay as &dyn Outlet, |outlet| &**outlet);
        let (session, peer) = (call.session, call.peer);
        Asking::new(session, peer, outlet, limits, self.fruitless_limit, call.progress_token)
    }
}

/// The outlet of a call whose client cannot be reached.
struct NoWay;

impl Outlet for NoWay {
    fn send(&self, _: Vec<u8>) {}
}

const SHIM_IS_OFF: &str = "not done: this has to ask first, and the server asks clients of this \
                           revision nothing that a handler returned";

fn refuse(text: impl Into<String>) -> Result<ToolContent, RpcError> {
    Refusal::reply(text).into_content()
}

/// A refusal on a handshake session is a text that the model reads, never -32021
/// (`legacy.md L-ERR-1`, `dispatch.md` part 2).
#[cold]
fn refuse_unanswered(tool: &str, unanswered: &Unanswered) -> Result<ToolContent, RpcError> {
    tracing::debug!(tool, ?unanswered, "a call ended without an answer");
    refuse(match unanswered {
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
    })
}

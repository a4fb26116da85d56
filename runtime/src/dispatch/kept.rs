//! A call on a handshake revision: the handler is kept while its questions are out, and entered
//! again where it returned them (the shim).
//!
//! It does not know how a question reaches the client.

use std::{sync::Arc, time::Duration};

use super::{
    AskLimits, Asking, Dispatcher, Method, OfCall, Session, Target, Via, asking::Unanswered,
};
use crate::{
    ask::{Asked, Ledger, Outlet, Run, Step, Tether},
    era::{CannotAsk, Peer},
    guarded::{Guarded, Panicked, guarded},
    handler::{Context, Refusal, Replied, Reporter, Returned, Wanted},
    wire::{Done, Params, RpcError},
};

/// How long a handler that returned its state and no question is left alone.
const PAUSE: Duration = Duration::from_millis(250);

/// How returned questions are asked where a server asks by requests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShimLimits {
    /// How often a handler may return questions in one call.
    pub(crate) rounds: u32,
    /// How long one answer may take, and how long it may return state alone in a row.
    pub(crate) timeout: Duration,
}

/// A call and everything that is the same in each of its runs.
struct Kept<'a> {
    target: &'a Target<'a>,
    session: &'a Session,
    peer: Peer,
    via: Via<'a>,
    tether: &'a Arc<Tether>,
    reporter: Option<Arc<Reporter>>,
}

/// What one run of a handler came to.
enum Ended {
    Done(Done),
    Refused(Refusal),
    Asks(Asked),
}

impl Dispatcher {
    /// Calls a handler, and asks whatever it asks.
    pub(super) async fn call_kept(
        &self,
        method: Method,
        params: Params<'_>,
        progress_token: Option<&str>,
        session: &Session,
        via: Via<'_>,
    ) -> Result<Done, RpcError> {
        let target = self.target(method, params)?;
        let mut peer = session.peer;
        peer.is_reachable &= via.outlet.is_some_and(|outlet| outlet.can_ask());
        let tether = via.tether.cloned().unwrap_or_default();
        let _running = tether.runs();
        let log = Some(Arc::clone(&session.log));
        let reporter = self.reporter(Wanted { progress_token, log }, via, peer);
        let call = Kept { target: &target, session, peer, via, tether: &tether, reporter };
        let mut ledger = Ledger::suspended();
        // Rounds with questions are counted; those with state alone are bounded by time.
        let (mut rounds, mut since) = (0, None);
        loop {
            let asked = match self.run_kept(&call, ledger).await? {
                Ended::Done(done) => return Ok(target.complete(done)),
                Ended::Refused(refusal) => return target.refused(refusal),
                Ended::Asks(asked) => asked,
            };
            let Some(shim) = self.shim else { return target.refused(Refusal::reply(SHIM_IS_OFF)) };
            if asked.requests.is_empty() {
                let now = (self.ambient.instant)();
                if now.saturating_duration_since(*since.get_or_insert(now)) >= shim.timeout {
                    let seconds = shim.timeout.as_secs_f64();
                    let text = format!("not done: it still asks nothing after {seconds} s");
                    return target.refused(Refusal::reply(text));
                }
            } else {
                (rounds, since) = (rounds + 1, None);
                if rounds > shim.rounds {
                    let text = format!("not done: it still asks after {} rounds", shim.rounds);
                    return target.refused(Refusal::reply(text));
                }
            }
            ledger = match self.ask_returned(&call, asked, shim).await {
                Ok(Some(ledger)) => ledger,
                Ok(None) => return Err(super::panicked(&target.name)),
                Err(unanswered) => return target.refused(refusal(&target.name, &unanswered)),
            };
        }
    }

    /// One run of the handler, to its end or to what it returned to ask.
    async fn run_kept(&self, call: &Kept<'_>, ledger: Ledger) -> Result<Ended, RpcError> {
        #[cfg(feature = "testing")]
        let ledger = ledger.noted_in(call.via.journal);
        let ledger = ledger.tethered(call.tether);
        let random = self.ambient.random;
        let Kept { peer, tether, ref reporter, .. } = *call;
        let of_call = OfCall { peer, tether, reporter: reporter.as_ref() };
        let cx = Context::new(self.context(ledger, call.via, of_call));
        let (name, entry) = (&*call.target.name, &call.target.entry);
        let handler = Guarded::start(|| entry.handler.call(&cx, call.target.arguments()));
        let mut run = Run::new(cx.ledger(), handler);
        let mut asking = self.asking(call, self.ask_limits);
        let ended = asking.run(cx.ledger(), &mut run).await;
        // The handler goes before its questions: nothing of it runs when they are cancelled.
        let stopped = run.stop();
        drop(asking);
        let step = match (ended, stopped) {
            (_, Err(_)) => Step::Panicked,
            (Ok(step), Ok(())) => step,
            (Err(unanswered), Ok(())) => return Ok(Ended::Refused(refusal(name, &unanswered))),
        };
        match step {
            Step::Ready(Ok(Replied(Returned::Done(done)))) => Ok(Ended::Done(done)),
            Step::Ready(Ok(Replied(Returned::Asks(input)))) => {
                match guarded(|| cx.ledger().ask_returned(input, random)) {
                    Ok(Ok(asked)) => Ok(Ended::Asks(asked)),
                    Ok(Err(not_asked)) => super::not_asked(name, not_asked).map(Ended::Refused),
                    Err(Panicked) => Err(super::panicked(name)),
                }
            }
            Step::Ready(Err(refusal)) => Ok(Ended::Refused(refusal)),
            Step::Fault(fault) => Err(super::fault(name, &fault)),
            Step::Cut => Err(super::cut()),
            _ => Err(super::panicked(name)),
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
            call.outlet().waits();
            tokio::time::sleep(PAUSE).await;
            return Ok(Ledger::reentered(&asked.payload, Vec::new(), Vec::new(), self.moment()));
        }
        let mut asking = self.asking(call, AskLimits { timeout: shim.timeout, ..self.ask_limits });
        let (answers, failed) = asking.collect(asked.requests).await?;
        Ok(Ledger::reentered(&asked.payload, answers, failed, self.moment()))
    }

    fn asking<'a>(&'a self, call: &'a Kept<'_>, limits: AskLimits) -> Asking<'a> {
        let (session, peer) = (call.session, call.peer);
        let reporter = call.reporter.as_deref();
        Asking::new(self, session, peer, call.outlet(), limits, reporter)
    }
}

impl<'a> Kept<'a> {
    fn outlet(&self) -> &'a dyn Outlet {
        self.via.outlet.map_or(&NoWay, |outlet| &**outlet)
    }
}

/// The outlet of a call whose client cannot be reached.
struct NoWay;

impl Outlet for NoWay {
    fn send(&self, _: Vec<u8>) {}
}

const SHIM_IS_OFF: &str = "not done: this has to ask first, and the server asks clients of this \
                           revision nothing that a handler returned";

/// A refusal on a handshake session is a text, never -32021 (`legacy.md L-ERR-1`, `dispatch.md`
/// part 2).
#[cold]
fn refusal(handler: &str, unanswered: &Unanswered) -> Refusal {
    tracing::debug!(handler, ?unanswered, "a call ended without an answer");
    Refusal::reply(match unanswered {
        Unanswered::CannotAsk { what, why: CannotAsk::Capability(_) } => {
            format!("not done: this needs {what}, which the client did not declare")
        }
        Unanswered::CannotAsk { what, why } => format!("not done: this needs {what}, and {why}"),
        Unanswered::Failed { label, reason } => {
            format!("not done: `{label}` was not answered: {reason}")
        }
        Unanswered::TooOld { label } => {
            format!("not done: the answer to `{label}` is too old by now; start anew")
        }
        Unanswered::Fruitless { label, rounds } => {
            format!("not done: `{label}` still had no usable answer after {rounds} rounds")
        }
    })
}

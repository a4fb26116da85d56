//! A call on the newest revision: one round of it, whichever kind of handler it names.
//!
//! The order is `dispatch.md` part 4: the state is verified before anything else is looked at, then
//! the answers are read, then the handler runs.

use std::sync::Arc;

use super::{Dispatcher, Method, OfCall, Target, Via};
use crate::{
    ask::{Asked, Driven, Ledger, drive},
    era::Peer,
    guarded::{Guarded, Panicked, guarded},
    handler::{Context, LogThreshold, Refusal, Replied, Returned, Wanted},
    seal::{BindValue, Principal, StateClaim},
    wire::{CacheHints, Id, Member, Params, RequestMeta, Rpc, RpcError},
};

impl Dispatcher {
    pub(super) async fn call(
        &self,
        id: Id<'_>,
        method: Method,
        params: Params<'_>,
        meta: &RequestMeta<'_>,
        via: Via<'_>,
    ) -> Result<Vec<u8>, RpcError> {
        let who = via.principal;
        let (target, state) = (self.target(method, params)?, params.request_state()?);
        let responses = params.object(Member::InputResponses)?;
        if let Some(fields) = via.routing.and_then(|routing| routing.fields) {
            target.check_headers(fields)?;
        }
        let bind = || self.bind(&target, who);
        let is_single_use = self.sealer.is_single_use() || target.entry.is_single_use;
        let (ledger, bound) = match state {
            None => match responses.filter(|_| target.entry.takes_unproven) {
                Some(responses) => (Ledger::unproven(responses, self.moment())?, None),
                None => (Ledger::default(), None),
            },
            Some(state) => {
                let bound = bind()?;
                let (ledger, claim) = self.reenter(&state, &bound)?;
                responses.map_or(Ok(()), |responses| ledger.receive(responses))?;
                if is_single_use {
                    // The last thing before the handler: a call that is malformed uses nothing up.
                    let claimed = self.sealer.claim(&claim).await;
                    claimed.map_err(|refusal| refused_state(&refusal))?;
                }
                (ledger, Some(bound))
            }
        };
        #[cfg(feature = "testing")]
        let ledger = ledger.noted_in(via.journal);
        let tether = via.tether.cloned().unwrap_or_default();
        let _running = tether.runs();
        let ledger = ledger.tethered(&tether);
        if is_single_use {
            // Two states are never the same text, also where they are signed in the same second.
            ledger.chain(self.ambient.random);
        }
        let random = self.ambient.random;
        let peer = Peer::modern(meta.capabilities);
        let wanted = Wanted {
            progress_token: meta.progress_token,
            log: meta.log_level.map(|level| Arc::new(LogThreshold::new(level))),
        };
        let reporter = self.reporter(wanted, via, peer);
        let of_call = OfCall { peer, tether: &tether, reporter: reporter.as_ref() };
        let cx = Context::new(self.context(ledger, via, of_call));
        let run = Guarded::start(|| target.entry.handler.call(&cx, target.arguments()));
        let asked = match drive(cx.ledger(), run).await {
            Driven::Ready(Ok(Replied(Returned::Done(done)))) => {
                // `modern.md M-CACHE-4`: what answers of the user's led to is nobody else's.
                let is_fresh = bound.is_none() && responses.is_none();
                let cache = if is_fresh { target.cache } else { CacheHints::default() };
                return Ok(self.modern.done(id, &target.complete(done), cache));
            }
            Driven::Ready(Ok(Replied(Returned::Asks(input)))) => {
                match guarded(|| cx.ledger().ask_returned(input, random)) {
                    Ok(Ok(asked)) => asked,
                    Ok(Err(not_asked)) => {
                        let refusal = super::not_asked(&target.name, not_asked)?;
                        return self.refuse(id, &target, refusal);
                    }
                    Err(Panicked) => return Err(super::panicked(&target.name)),
                }
            }
            Driven::Ready(Err(refusal)) => return self.refuse(id, &target, refusal),
            Driven::Asked(asked) => asked,
            Driven::Fault(fault) => return Err(super::fault(&target.name, &fault)),
            Driven::Panicked => return Err(super::panicked(&target.name)),
            Driven::Cut => return Err(super::cut()),
        };
        if asked.fruitless >= self.fruitless_limit {
            return self.refuse(id, &target, fruitless(&target.name, &asked));
        }
        let missing = asked.needs.missing_from(meta.capabilities);
        if !missing.is_empty() {
            return Err(RpcError::missing_capability(missing));
        }
        let state = self.seal(&asked.payload, &bound.map_or_else(bind, Ok)?)?;
        Ok(self.modern.input_required(id, &asked.requests, &state))
    }

    /// Verifies a state and restores its ledger. Every failure has the same answer; the reason goes
    /// to the log, the state nowhere.
    fn reenter(&self, state: &str, bound: &BindValue) -> Result<(Ledger, StateClaim), RpcError> {
        let moment = self.moment();
        let opened = self.sealer.open(state, bound, moment.now());
        let opened = opened.map_err(|refusal| refused_state(&refusal))?;
        let ledger = Ledger::restore(&opened.payload, moment)
            .ok_or_else(|| refused_state(&"its payload is of another version"))?;
        Ok((ledger, opened.claim))
    }

    /// What the states of this call are bound to; computed only where there is a state.
    fn bind(&self, target: &Target<'_>, who: Option<&Principal>) -> Result<BindValue, RpcError> {
        self.sealer.bind(&target.parts()?, who).map_err(|error| refused_state(&error))
    }

    /// Seals a payload from now on.
    pub(super) fn seal(&self, payload: &[u8], bind: &BindValue) -> Result<String, RpcError> {
        let mut nonce = [0; 24];
        (self.ambient.random)(&mut nonce).map_err(|error| {
            tracing::error!(%error, "no randomness to seal with");
            RpcError::new(Rpc::Internal, "internal error")
        })?;
        self.sealer.mint(payload, bind, (self.ambient.now)(), nonce).map_err(|too_large| {
            tracing::error!("{too_large}");
            RpcError::new(Rpc::Internal, too_large.to_string())
        })
    }

    fn refuse(
        &self,
        id: Id<'_>,
        target: &Target<'_>,
        refusal: Refusal,
    ) -> Result<Vec<u8>, RpcError> {
        target.refused(refusal).map(|done| self.modern.done(id, &done, CacheHints::default()))
    }
}

#[cold]
fn refused_state(reason: &dyn std::fmt::Display) -> RpcError {
    tracing::debug!(%reason, "a requestState was refused");
    RpcError::refused_state()
}

/// The end of a call that asked and asked and was never answered.
#[cold]
fn fruitless(handler: &str, asked: &Asked) -> Refusal {
    let open: Vec<String> =
        asked.requests.iter().map(|request| format!("`{}`", request.label)).collect();
    if let Some(key) = &asked.changed {
        tracing::warn!(
            handler,
            key = &**key,
            "the question was never answered: its text changed in every round"
        );
    }
    Refusal::reply(format!(
        "not done: {} still had no usable answer after {} rounds",
        open.join(", "),
        asked.fruitless
    ))
}

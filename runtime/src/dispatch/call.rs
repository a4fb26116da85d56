//! `tools/call`: one round of it.
//!
//! The order is `dispatch.md` part 4: the state is verified before anything else is looked at, then
//! the answers are read, then the handler runs.

use super::{Dispatcher, Via};
use crate::{
    ask::{Asked, Driven, Ledger, drive},
    era::Peer,
    handler::{Arguments, CallContext, Context, Refusal, Replied, ToolReply},
    seal::{BindValue, CallParts, Principal, StateClaim},
    wire::{Id, Member, Params, RequestMeta, Rpc, RpcError},
};

impl Dispatcher {
    pub(super) async fn call_tool(
        &self,
        id: Id<'_>,
        params: Params<'_>,
        meta: &RequestMeta<'_>,
        via: Via<'_>,
    ) -> Result<Vec<u8>, RpcError> {
        let who = via.principal;
        let (arguments, state) = (params.object(Member::Arguments)?, params.request_state()?);
        let responses = params.object(Member::InputResponses)?;
        let (name, tool) = self.tool(params)?;
        let bind = || self.bind(&name, arguments, who);
        let is_single_use = self.sealer.is_single_use() || tool.is_single_use();
        let (ledger, bound) = match state {
            None => match responses.filter(|_| tool.takes_unproven()) {
                Some(responses) => (Ledger::unproven(responses)?, None),
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
        let ledger = ledger.tethered(via.tether);
        if is_single_use {
            // Two states are never the same text, also where they are signed in the same second.
            ledger.chain(self.ambient.random);
        }
        let random = self.ambient.random;
        let peer = Peer::modern(meta.capabilities);
        let cx = Context::new(CallContext { ledger, principal: who.cloned(), peer, random }, None);
        let run = tool.call(&cx, Arguments(arguments));
        match drive(cx.ledger(), run).await {
            Driven::Ready(Ok(ToolReply(Replied::Content(content)))) => {
                Ok(self.modern.call_tool(id, &content))
            }
            Driven::Ready(Ok(ToolReply(Replied::Asks(input)))) => {
                let asked = match cx.ledger().ask_returned(input, self.ambient.random) {
                    Ok(asked) => asked,
                    Err(not_asked) => {
                        return self.write_refusal(id, super::not_asked(&name, not_asked)?);
                    }
                };
                let bound = bound.map_or_else(bind, Ok)?;
                self.write_asked(id, &name, &asked, meta, &bound)
            }
            Driven::Ready(Err(refusal)) => self.write_refusal(id, refusal),
            Driven::Asked(asked) => {
                let bound = bound.map_or_else(bind, Ok)?;
                self.write_asked(id, &name, &asked, meta, &bound)
            }
            Driven::Fault(fault) => Err(super::fault(&name, &fault)),
            Driven::Panicked => Err(super::panicked(&name)),
            Driven::Cut => Err(super::cut()),
        }
    }

    /// Verifies a state and restores its ledger. Every failure has the same answer; the reason goes
    /// to the log, the state nowhere.
    fn reenter(&self, state: &str, bound: &BindValue) -> Result<(Ledger, StateClaim), RpcError> {
        let opened = self.sealer.open(state, bound, (self.ambient.now)());
        let opened = opened.map_err(|refusal| refused_state(&refusal))?;
        let ledger = Ledger::restore(&opened.payload)
            .ok_or_else(|| refused_state(&"its payload is of another version"))?;
        Ok((ledger, opened.claim))
    }

    /// What the states of this call are bound to; computed only where there is a state.
    fn bind(
        &self,
        tool: &str,
        arguments: Option<&str>,
        who: Option<&Principal>,
    ) -> Result<BindValue, RpcError> {
        let parts = CallParts::new("tools/call", tool, arguments)
            .map_err(|error| RpcError::new(Rpc::MalformedParams, error.to_string()))?;
        self.sealer.bind(&parts, who).map_err(|error| refused_state(&error))
    }

    /// The end of a round: what is asked, and the state that the retry brings back.
    fn write_asked(
        &self,
        id: Id<'_>,
        tool: &str,
        asked: &Asked,
        meta: &RequestMeta<'_>,
        bind: &BindValue,
    ) -> Result<Vec<u8>, RpcError> {
        if asked.fruitless >= self.fruitless_limit {
            return self.write_refusal(id, fruitless(tool, asked));
        }
        let missing = asked.needs.missing_from(meta.capabilities);
        if !missing.is_empty() {
            return Err(RpcError::missing_capability(missing));
        }
        let state = self.mint(&asked.payload, bind)?;
        Ok(self.modern.input_required(id, &asked.requests, &state))
    }

    fn mint(&self, payload: &[u8], bind: &BindValue) -> Result<String, RpcError> {
        let mut nonce = [0; 24];
        (self.ambient.random)(&mut nonce).map_err(|error| {
            tracing::error!(%error, "no randomness to seal a requestState with");
            RpcError::new(Rpc::Internal, "internal error")
        })?;
        self.sealer.mint(payload, bind, (self.ambient.now)(), nonce).map_err(|too_large| {
            tracing::error!("{too_large}");
            RpcError::new(Rpc::Internal, too_large.to_string())
        })
    }

    fn write_refusal(&self, id: Id<'_>, refusal: Refusal) -> Result<Vec<u8>, RpcError> {
        refusal.into_content().map(|content| self.modern.call_tool(id, &content))
    }
}

#[cold]
fn refused_state(reason: &dyn std::fmt::Display) -> RpcError {
    tracing::debug!(%reason, "a requestState was refused");
    RpcError::refused_state()
}

/// The end of a call that asked and asked and was never answered.
#[cold]
fn fruitless(tool: &str, asked: &Asked) -> Refusal {
    let open: Vec<String> =
        asked.requests.iter().map(|request| format!("`{}`", request.label)).collect();
    if let Some(key) = &asked.changed {
        tracing::warn!(
            tool,
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

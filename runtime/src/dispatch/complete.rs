//! `completion/complete`: what an argument of a prompt, or a variable of a template, may become
//! (`modern.md` part 15).
//!
//! It does not know how candidates are found.

use std::{borrow::Cow, collections::HashMap};

use serde::Deserialize;

use super::{Dispatcher, OfCall, Via};
use crate::{
    ask::{Driven, Ledger, drive},
    era::Peer,
    guarded::Guarded,
    handler::{
        Arguments, Context, Entry, EntryCompletion, Handler, Replied, Returned, Told, VALUE,
    },
    wire::{Completion, Done, Member, Params, Rpc, RpcError, write_string},
};

/// The method.
pub(super) const COMPLETE: &str = "completion/complete";

/// What is completed: a prompt, or a template by its text or a URI that fits it.
#[derive(Deserialize)]
#[serde(tag = "type")]
enum Reference<'a> {
    #[serde(rename = "ref/prompt")]
    Prompt {
        #[serde(borrow)]
        name: Cow<'a, str>,
    },
    #[serde(rename = "ref/resource")]
    Resource {
        #[serde(borrow)]
        uri: Cow<'a, str>,
    },
}

#[derive(Deserialize)]
struct Argument<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow)]
    value: Cow<'a, str>,
}

/// What is known of the other arguments.
#[derive(Default, Deserialize)]
struct Known<'a> {
    #[serde(borrow, default)]
    arguments: HashMap<Cow<'a, str>, Cow<'a, str>>,
}

impl Dispatcher {
    /// Completes an argument.
    ///
    /// # Errors
    ///
    /// -32602 for something that is not there (`modern.md M-COMP-3`).
    pub(super) async fn complete(
        &self,
        params: Params<'_>,
        peer: Peer,
        via: Via<'_>,
    ) -> Result<Done, RpcError> {
        let reference =
            member(params, Member::Ref, "is a prompt by `name` or a resource by `uri`")?;
        let argument: Option<Argument<'_>> =
            member(params, Member::Argument, "has the strings `name` and `value`")?;
        let known: Option<Known<'_>> =
            member(params, Member::Context, "has strings in `arguments`")?;
        let (Some(reference), Some(argument)) = (reference, argument) else {
            return Err(malformed("`params` must have `ref` and `argument`".to_owned()));
        };
        let entry = self.referred(&reference)?;
        let found = entry.completions.iter().find(|(name, _)| *name == argument.name);
        let (_, completion) = found.ok_or_else(|| {
            let name: String = argument.name.chars().take(100).collect();
            RpcError::new(Rpc::InvalidParams, format!("there is no argument `{name}`"))
        })?;
        let completion = match completion {
            None => Completion::default(),
            Some(EntryCompletion::Values(values)) => {
                Completion::new(values).matching(&argument.value)
            }
            Some(EntryCompletion::By { handler, parameters }) => {
                let known = known.unwrap_or_default();
                match arguments(parameters, &argument.value, &known) {
                    // It cannot be told before more is known.
                    None => Completion::default(),
                    Some(arguments) => {
                        let completion = self.candidates(&**handler, &arguments, peer, via).await?;
                        let filters = parameters.iter().any(|(name, _)| *name == VALUE);
                        if filters { completion } else { completion.matching(&argument.value) }
                    }
                }
            }
        };
        Ok(Done::Completion(completion))
    }

    fn referred(&self, reference: &Reference<'_>) -> Result<&Entry, RpcError> {
        let (what, name, entry) = match reference {
            Reference::Prompt { name } => ("prompt", name, self.registry.prompt(name)),
            Reference::Resource { uri } => ("resource template", uri, self.registry.template(uri)),
        };
        entry.ok_or_else(|| {
            let name: String = name.chars().take(100).collect();
            RpcError::new(Rpc::InvalidParams, format!("unknown {what} `{name}`"))
        })
    }

    async fn candidates(
        &self,
        handler: &dyn Handler,
        arguments: &str,
        peer: Peer,
        via: Via<'_>,
    ) -> Result<Completion, RpcError> {
        let tether = via.tether.cloned().unwrap_or_default();
        let _running = tether.runs();
        let of_call = OfCall { peer, tether: &tether, reporter: None };
        let ledger = Ledger::default().tethered(&tether);
        let cx = Context::new(self.context(ledger, via, of_call));
        let run = Guarded::start(|| handler.call(&cx, Arguments(Some(arguments))));
        match drive(cx.ledger(), run).await {
            Driven::Ready(Ok(Replied(Returned::Done(Done::Completion(completion))))) => {
                Ok(completion)
            }
            Driven::Ready(Err(refusal)) => Err(match refusal.told() {
                Told::Model(content, fault) => RpcError::new(fault, content.text().to_owned()),
                Told::Client(error) => error,
                Told::NotFound => RpcError::new(Rpc::InvalidParams, "there is nothing to complete"),
            }),
            Driven::Fault(fault) => Err(super::fault(&handler.meta().name, &fault)),
            Driven::Cut => Err(super::cut()),
            Driven::Panicked => Err(super::panicked(&handler.meta().name)),
            Driven::Ready(Ok(_)) | Driven::Asked(_) => {
                let error = "a completion cannot ask: a client fills in no form while it types";
                tracing::error!(completion = handler.meta().name, "{error}");
                Err(RpcError::new(Rpc::Internal, error))
            }
        }
    }
}

/// A member of `params` that is an object.
fn member<'a, T: Deserialize<'a>>(
    params: Params<'a>,
    member: Member,
    right: &str,
) -> Result<Option<T>, RpcError> {
    let read = |json| {
        serde_json::from_str(json).map_err(|_| malformed(format!("`{}` {right}", member.name())))
    };
    params.object(member)?.map(read).transpose()
}

#[cold]
fn malformed(message: String) -> RpcError {
    RpcError::new(Rpc::MalformedParams, message)
}

/// The arguments of a completer: what was typed, and those that it knows of the others. `None` where it
/// cannot do without one that is not there.
fn arguments(
    parameters: &[(&'static str, bool)],
    value: &str,
    known: &Known<'_>,
) -> Option<String> {
    let mut out = b"{".to_vec();
    for (name, is_required) in parameters {
        let text = match *name {
            VALUE => Some(value),
            name => known.arguments.get(name).map(|text| &**text),
        };
        match text {
            Some(text) => {
                if out.len() > 1 {
                    out.push(b',');
                }
                write_string(&mut out, name);
                out.push(b':');
                write_string(&mut out, text);
            }
            None if *is_required => return None,
            None => {}
        }
    }
    out.push(b'}');
    Some(String::from_utf8_lossy(&out).into_owned())
}

//! What a call names: the handler behind a tool's or prompt's name, or behind a URI.
//!
//! It does not run anything.

use super::Dispatcher;
use crate::{
    handler::{Arguments, Found, Held, Refusal, Told},
    seal::CallParts,
    wire::{CacheHints, Done, Fields, Member, Params, ResourceContents, Rpc, RpcError, Text},
};

/// The methods that call a handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    CallTool,
    GetPrompt,
    ReadResource,
}

/// A handler that was found, and what it is called with.
pub(super) struct Target<'a> {
    method: Method,
    /// The tool's or prompt's name, or the URI.
    pub(super) name: Text<'a>,
    pub(super) entry: Held<'a>,
    arguments: Option<&'a str>,
    /// The variables of a URI template, a JSON object.
    variables: Option<String>,
    mime_type: Option<&'a str>,
    /// How long clients may keep what was read.
    pub(super) cache: CacheHints,
}

impl Method {
    pub(super) fn named(name: &str) -> Option<Self> {
        [Self::CallTool, Self::GetPrompt, Self::ReadResource]
            .into_iter()
            .find(|method| method.name() == name)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::CallTool => "tools/call",
            Self::GetPrompt => "prompts/get",
            Self::ReadResource => "resources/read",
        }
    }
}

impl Dispatcher {
    /// The handler that a call names.
    ///
    /// # Errors
    ///
    /// -32602 where it names none, or nothing that is there.
    pub(super) fn target<'a>(
        &'a self,
        method: Method,
        params: Params<'a>,
    ) -> Result<Target<'a>, RpcError> {
        let arguments = params.object(Member::Arguments)?;
        let found = |name, entry| Target {
            method,
            name,
            entry,
            arguments,
            variables: None,
            mime_type: None,
            cache: CacheHints::default(),
        };
        match method {
            Method::CallTool => {
                let name = named(params, Member::Name, "the tool to call")?;
                let tool = self.registry.tool(&name);
                let tool = tool.ok_or_else(|| unknown("tool", &name, "tools/list"))?;
                Ok(found(name, tool))
            }
            Method::GetPrompt => {
                let name = named(params, Member::Name, "the prompt to get")?;
                let prompt = self.registry.prompt(&name);
                let prompt = prompt.ok_or_else(|| unknown("prompt", &name, "prompts/list"))?;
                Ok(found(name, Held::Fixed(prompt)))
            }
            Method::ReadResource => {
                let uri = named(params, Member::Uri, "the resource to read")?;
                let resource = self.registry.resource(&uri);
                let resource = resource.ok_or_else(|| RpcError::unknown_resource(&uri))?;
                let Found { entry, mime_type, cache, variables } = resource;
                let found = found(uri, Held::Fixed(entry));
                Ok(Target { arguments: None, variables, mime_type, cache, ..found })
            }
        }
    }
}

impl Target<'_> {
    /// What the handler reads its parameters from.
    pub(super) fn arguments(&self) -> Arguments<'_> {
        Arguments(self.variables.as_deref().or(self.arguments))
    }

    /// Holds the headers that repeat arguments against these.
    ///
    /// # Errors
    ///
    /// -32020 where they do not agree (`modern.md M-XH-3`).
    pub(super) fn check_headers(&self, fields: &dyn Fields) -> Result<(), RpcError> {
        self.entry.header_params.check(self.arguments, fields).map_err(|(header, why)| {
            RpcError::new(Rpc::HeaderMismatch, format!("the header `{header}` {why}"))
        })
    }

    /// What tells this call from others.
    ///
    /// # Errors
    ///
    /// -32602 where the arguments have a member twice.
    pub(super) fn parts(&self) -> Result<CallParts<'_>, RpcError> {
        CallParts::new(self.method.name(), &self.name, self.arguments)
            .map_err(|error| RpcError::new(Rpc::MalformedParams, error.to_string()))
    }

    /// A result with what it does not say of itself.
    pub(super) fn complete(&self, done: Done) -> Done {
        match done {
            Done::Resource(contents) => {
                let whole = |contents: ResourceContents| contents.of(&self.name, self.mime_type);
                Done::Resource(contents.into_iter().map(whole).collect())
            }
            done => done,
        }
    }

    /// What a refusal comes to: a tool's result has a place for it, the others have not.
    pub(super) fn refused(&self, refusal: Refusal) -> Result<Done, RpcError> {
        match refusal.told() {
            Told::Model(content, _) if self.method == Method::CallTool => Ok(Done::Tool(content)),
            Told::Model(content, fault) => Err(RpcError::new(fault, content.text().to_owned())),
            Told::Client(error) => Err(error),
            Told::NotFound => Err(RpcError::unknown_resource(&self.name)),
        }
    }
}

fn named<'a>(params: Params<'a>, member: Member, what: &str) -> Result<Text<'a>, RpcError> {
    params.string(member)?.ok_or_else(|| {
        let message = format!("`params` must have a `{}`: {what}", member.name());
        RpcError::new(Rpc::MalformedParams, message)
    })
}

#[cold]
fn unknown(what: &str, name: &str, list: &str) -> RpcError {
    let name: String = name.chars().take(100).collect();
    RpcError::new(Rpc::InvalidParams, format!("unknown {what} `{name}`: `{list}` names them all"))
}

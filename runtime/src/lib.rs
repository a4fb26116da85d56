#![doc = include_str!("../../README.md")]
#![cfg_attr(
    not(all(feature = "http", feature = "stdio")),
    allow(dead_code, unused_imports, reason = "each transport uses parts that the other does not")
)]

// The layers, bottom up: each imports only from those above it in this list.
mod guarded;
mod limits;
mod wire;

mod form;
mod seal;

mod ask;
mod environment;
mod error;

mod era;
mod handler;

mod dispatch;

mod transport;

mod server;

#[doc(hidden)]
pub mod __private;
pub mod guide;
pub mod prelude;
#[cfg(feature = "testing")]
pub mod testing;

pub use ask::{
    Answer, Answers, Ask, AskAll, Asks, Confirmation, Confirmed, Consent, Given, InputRequired,
    Nothing, Once, Outcome, Root, Sample, SampleTool, Sampled, Together, ToolChoice, ToolResult,
    ToolUse, Unasked, Until,
};
pub use era::{CannotAsk, Revision};
pub use error::{ArgumentsError, BuildError, Error, Result};
pub use form::{Choice, Elicit, Field, Form, FormBuilder, FormContent, FormError, FormOption};
pub use handler::{
    Amount, Args, BuiltTool, Cancelled, Completer, Context, Handler, Handlers, IntoCompleter,
    IntoCompletion, IntoContents, IntoPrompt, IntoPromptReply, IntoReply, IntoResource,
    IntoResourceTemplate, IntoTool, Json, Notifier, Param, Progress, Prompt, Reply, Resolved,
    Resource, ResourceTemplate, Source, State, Tool, ToolBuilder, ToolError, ToolFailure, ToolRun,
    ToolSet, join_in,
};
pub use seal::{
    BindError, BindValue, CallParts, Claiming, InMemoryReplayGuard, Key, KeyError,
    OriginatingRequest, Principal, ReplayGuard, ReplayGuardError, RequestState, RequestStateBinder,
    RequestStateError, StateClaim,
};
pub use server::{App, Server};
#[cfg(feature = "http")]
pub use transport::http::{HttpBody, HttpOptions, HttpService};
#[cfg(feature = "stdio")]
pub use transport::stdio::StdioOptions;
pub use wire::{
    Annotations, CacheScope, Capability, Completion, Content, Icon, LogLevel, PromptMessage,
    PromptResult, ResourceContents, ResourceLink, Role,
};

#[cfg(feature = "macros")]
mod macros;
#[cfg(feature = "macros")]
pub use macros::{
    ask, choice, complete, handlers, main, prompt, resource, resource_template, tool,
};

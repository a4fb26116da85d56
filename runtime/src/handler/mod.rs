//! Handlers: what tools, prompts and resources are, what their parameters and returns may be, and the
//! registry of them.
//!
//! It does not know messages: a call comes in as raw arguments and a [`Context`], and goes out as a
//! reply that somebody else writes.

mod args;
mod arguments;
mod builder;
mod completion;
mod context;
mod declared;
mod entry;
mod failure;
mod header_params;
mod inside;
mod json;
mod kinds;
mod list;
mod listed;
mod meta;
mod notifier;
mod param;
mod progress;
mod prompt_reply;
mod registry;
mod reply;
mod reporter;
mod resolve;
mod resource_reply;
mod run;
mod schema;
mod state;
mod template;
mod tool_reply;
mod tool_set;

pub use args::Args;
pub use arguments::Arguments;
pub use builder::{BuiltTool, ToolBuilder, ToolRun};
pub use completion::{IntoCompletion, completer, completion_replies, shared};
pub use context::{Cancelled, Context};
pub use declared::{
    Branch, Question, all, answered, assert_distinct, assert_message, confirmation, message_of,
    question,
};
pub use failure::{ToolError, ToolFailure};
pub use inside::join_in;
pub use json::Json;
pub use kinds::{
    Completer, IntoCompleter, IntoPrompt, IntoResource, IntoResourceTemplate, IntoTool, Prompt,
    Resource, ResourceTemplate, Tool,
};
pub use meta::{Meta, join_docs};
pub use notifier::Notifier;
pub use param::{Param, ParamOf, Place, Source, assert_no_argument, assert_no_member, param};
pub use progress::{Amount, Progress};
pub use prompt_reply::{IntoPromptReply, prompt_replies};
use reply::Replies;
pub use reply::{Refusal, Replied, Reply};
pub use resolve::{Resolved, page, required, resolved, resolved_when, roots, sampled, skipped};
pub use resource_reply::{IntoContents, resource_replies};
pub use run::{Handler, Handlers, Registered, Run, blocking, registered};
pub use state::State;
pub use tool_reply::{IntoReply, OutputSchema, replies};
pub use tool_set::ToolSet;

pub(crate) use completion::{CompletedBy, VALUE};
pub(crate) use context::CallContext;
pub(crate) use entry::{Completion as EntryCompletion, Entry};
pub(crate) use list::{List, Page};
pub(crate) use notifier::Audience;
use notifier::WeakNotifier;
pub(crate) use registry::{Found, Held, Registry};
pub(crate) use reply::{Returned, Told};
pub(crate) use reporter::{LogThreshold, Reporter, Wanted};
pub(crate) use state::States;
pub(crate) use template::UriTemplate;

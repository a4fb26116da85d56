//! Handlers: what a tool is, what its parameters and returns may be, and the registry of them.
//!
//! It does not know eras or messages: a call comes in as raw arguments and a [`Context`], and goes
//! out as a reply that somebody else writes.

mod args;
mod arguments;
mod context;
mod declared;
mod failure;
mod json;
mod meta;
mod param;
mod registry;
mod reply;
mod resolve;
mod schema;
mod tool;

pub use args::Args;
pub use arguments::Arguments;
pub use context::Context;
pub use declared::{
    Branch, Question, all, answered, assert_distinct, assert_message, confirmation, message_of,
    question,
};
pub use failure::{ToolError, ToolFailure};
pub use json::Json;
pub use meta::{ToolMeta, join_docs};
pub use param::{Param, ParamOf, Place, param};
pub(crate) use reply::Replied;
pub use reply::{IntoReply, OutputSchema, Refusal, Reply, ToolReply, replies};
pub use resolve::{Resolved, page, resolved, resolved_when, roots, sampled, skipped};
pub use tool::{IntoTool, Tool, ToolFuture, blocking};

pub(crate) use context::CallContext;
pub(crate) use registry::Registry;

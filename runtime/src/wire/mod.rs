//! The protocol's messages as types: what is on the wire, and nothing about what to do with it.
//!
//! This layer knows member names, JSON types and header syntax. It does not know revisions, eras,
//! handlers or which message may follow which.

mod annotations;
mod batch;
mod cache;
mod capabilities;
mod completion;
mod content;
mod done;
mod elicit;
mod frame;
mod icon;
mod id;
mod json;
mod lenient;
mod level;
mod listen;
mod members;
mod meta;
mod nesting;
mod number;
mod one_line;
mod params;
mod prompt;
#[cfg(test)]
mod property;
mod resource;
mod routing;
mod rpc;
mod text;
mod text_value;
mod tool;

pub use annotations::{Annotations, Role};
pub use cache::CacheScope;
pub use capabilities::Capability;
pub use completion::Completion;
pub use content::Content;
pub use icon::Icon;
pub use level::LogLevel;
pub use prompt::{PromptMessage, PromptResult};
pub use resource::{ResourceContents, ResourceLink};

pub(crate) use batch::Batch;
pub(crate) use cache::CacheHints;
pub(crate) use capabilities::Capabilities;
pub(crate) use content::Blocks;
pub(crate) use done::{Done, ResultShape, Structured};
pub(crate) use elicit::{Action, ElicitResult};
pub(crate) use frame::{Frame, Malformed, Response};
pub(crate) use id::{Id, IdKey};
pub(crate) use json::{JsonType, present, write_member, write_string};
pub(crate) use lenient::{Unread, read};
pub(crate) use listen::Filter;
pub(crate) use members::{Member, Shape};
pub(crate) use meta::{RequestMeta, SERVER_INFO, SUBSCRIPTION_ID, handshake_meta, missing_meta};
pub(crate) use nesting::MAX_DEPTH;
pub(crate) use number::whole;
pub(crate) use one_line::{one_line, one_line_text};
pub(crate) use params::Params;
pub(crate) use routing::{Fields, Header, Mismatch, Routing};
pub(crate) use rpc::{Rpc, RpcError};
pub(crate) use text::Text;
pub(crate) use text_value::TextValue;
pub(crate) use tool::ToolContent;

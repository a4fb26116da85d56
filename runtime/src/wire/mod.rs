//! The protocol's messages as types: what is on the wire, and nothing about what to do with it.
//!
//! This layer knows member names, JSON types and header syntax. It does not know revisions, eras,
//! handlers or which message may follow which.

mod capabilities;
mod content;
mod elicit;
mod frame;
mod id;
mod json;
mod meta;
mod nesting;
mod params;
mod routing;
mod rpc;
mod text;

pub use capabilities::Capability;
pub use content::Content;

pub(crate) use capabilities::Capabilities;
pub(crate) use elicit::{Action, ElicitResult, write_form_request};
pub(crate) use frame::Frame;
pub(crate) use id::{Id, IdKey};
pub(crate) use json::{JsonType, write_string};
pub(crate) use meta::{PROTOCOL_VERSION, RequestMeta, SERVER_INFO, missing as missing_meta};
pub(crate) use nesting::{MAX_DEPTH, is_too_deep};
pub(crate) use params::Params;
pub(crate) use routing::{Header, Mismatch, Routing};
pub(crate) use rpc::{Rpc, RpcError};
pub(crate) use text::Text;

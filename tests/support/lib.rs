//! What the tests share: a server on a loopback port or on pipes, raw clients for both, and the
//! protocol's schema as a judge of every message that comes back.
//!
//! Nothing here uses the crate's own types for the wire: messages are JSON.
#![expect(
    missing_docs,
    clippy::exhaustive_structs,
    clippy::missing_panics_doc,
    clippy::needless_pass_by_value,
    reason = "it is used by the tests of this repository alone"
)]

pub mod fuzz;
pub mod handshake;
mod http;
mod message;
mod schema;
mod stdio;

pub use http::{HttpReply, Request, Served};
pub use message::{Call, PROTOCOL_VERSION, accept, question, request};
pub use schema::{check, check_handshake, check_notification};
pub use stdio::Piped;

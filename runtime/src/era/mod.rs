//! Eras: which revision a message belongs to, and how results look on it.
//!
//! The only place with version strings. It does not know handlers: what a result says is passed in.

mod detect;
mod handshake;
mod identity;
mod modern;
mod notes;
mod peer;
mod result;
mod revision;

pub use peer::CannotAsk;
pub use revision::Revision;

pub(crate) use detect::{belongs_to_handshake, detect, unopened};
pub(crate) use handshake::{Handshake, inquiry, page_used};
pub(crate) use identity::{Identity, Offers};
pub(crate) use modern::Modern;
pub(crate) use notes::{Change, acknowledged, cancelled, log_message, progress};
pub(crate) use peer::Peer;

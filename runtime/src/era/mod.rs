//! Eras: which revision a message belongs to, and how results look on it.
//!
//! The only place with version strings. It does not know handlers: what a result says is passed in.

mod detect;
mod modern;
mod revision;

pub(crate) use detect::detect;
pub(crate) use modern::{FormRequest, Identity, Modern};
#[cfg(feature = "testing")]
pub(crate) use revision::LATEST;

//! What a file of handlers needs: `use askback::prelude::*;`.
//!
//! It has no `Result`, so that yours stays what it is.

pub use crate::{
    Answer, Args, Capability, Confirmed, Content, Context, InputRequired, Json, Reply, Server,
    State, ToolError,
};
#[cfg(feature = "macros")]
pub use crate::{ask, choice, complete, handlers, prompt, resource, resource_template, tool};

//! The guide, in chapters: what one has to know beside the items themselves.
//!
//! It holds no code.

#[doc = include_str!("../guide/asking.md")]
pub mod asking {}

#[doc = include_str!("../guide/errors.md")]
pub mod errors {}

#[doc = include_str!("../guide/state.md")]
pub mod state {}

#[doc = include_str!("../guide/telling.md")]
pub mod telling {}

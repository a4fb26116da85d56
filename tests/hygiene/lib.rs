//! A user whose names are in the way of generated code. README.md says why it is a crate.
#![deny(warnings, missing_docs)]
#![allow(
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "its types are for its own tests"
)]
#![deny(
    absolute_paths_not_starting_with_crate,
    elided_lifetimes_in_paths,
    let_underscore_drop,
    missing_debug_implementations,
    non_ascii_idents,
    single_use_lifetimes,
    trivial_numeric_casts,
    unreachable_pub,
    unused_lifetimes,
    unused_qualifications,
    unused_results
)]

pub mod aliased;
pub mod in_bodies;
pub mod made_by_macros;
pub mod nested;
pub mod own_names;
pub mod raw;
pub mod same_names;
pub mod services;
pub mod without_prelude;

#[cfg(test)]
mod tests;

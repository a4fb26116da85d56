//! A module that sees no prelude.
//!
//! Not here: `#[serde(default)]` on a field, for which schemars derives a bare `Some`.
#![no_implicit_prelude]

use ::renamed::{Answer, Confirmed, Context, ask, choice, tool};

/// A colour.
#[choice(crate = ::renamed)]
#[derive(::std::fmt::Debug)]
pub enum Colour {
    /// As the sky
    Blue,
    /// As blood
    Red,
}

/// A form with every kind of field.
#[ask(crate = ::renamed, message = "Which?")]
#[derive(::std::fmt::Debug)]
pub struct All {
    /// A text
    #[schemars(length(min = 1, max = 10))]
    #[serde(rename = "theText")]
    pub text: ::std::string::String,
    /// A number
    pub number: i64,
    /// A choice
    pub colour: ::std::option::Option<Colour>,
}

/// Asks for everything.
#[tool(crate = ::renamed, title = "Everything")]
pub async fn everything(
    cx: &Context,
    #[arg(description = "A text")] text: ::std::option::Option<::std::string::String>,
    #[ask] all: Answer<All>,
    #[ask(key = "more", message = "And?")] more: ::std::option::Option<All>,
    #[ask(confirm, message = "Really?")] sure: bool,
) -> ::std::string::String {
    ::std::format!("{} {text:?} {all:?} {more:?} {sure}", cx.is_retry())
}

/// Runs where it may block.
#[tool(crate = ::renamed)]
pub fn blocking(#[ask(confirm, message = "Really?")] _sure: Confirmed) {}

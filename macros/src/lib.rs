//! The attribute macros of `askback`; use them through that crate, which also documents them.
//!
//! Each macro goes parse (as written) → model (valid by construction) → expand. None of them knows
//! how a call is run: generated code calls functions of `askback::__private`.

use proc_macro::TokenStream;

mod handler;

mod form;

mod choice;

mod entry;

mod attributes;
mod derives;
mod docs;
mod errors;
mod mentions;
mod names;
mod options;
mod paths;
mod stand_in;

#[cfg(test)]
mod snapshots;

/// See `askback::tool`.
#[proc_macro_attribute]
pub fn tool(options: TokenStream, item: TokenStream) -> TokenStream {
    handler::expand(handler::Kind::Tool, options.into(), item.into()).into()
}

/// See `askback::prompt`.
#[proc_macro_attribute]
pub fn prompt(options: TokenStream, item: TokenStream) -> TokenStream {
    handler::expand(handler::Kind::Prompt, options.into(), item.into()).into()
}

/// See `askback::resource`.
#[proc_macro_attribute]
pub fn resource(options: TokenStream, item: TokenStream) -> TokenStream {
    handler::expand(handler::Kind::Resource, options.into(), item.into()).into()
}

/// See `askback::resource_template`.
#[proc_macro_attribute]
pub fn resource_template(options: TokenStream, item: TokenStream) -> TokenStream {
    handler::expand(handler::Kind::Template, options.into(), item.into()).into()
}

/// See `askback::complete`.
#[proc_macro_attribute]
pub fn complete(options: TokenStream, item: TokenStream) -> TokenStream {
    handler::expand(handler::Kind::Completer, options.into(), item.into()).into()
}

/// See `askback::handlers`.
#[proc_macro_attribute]
pub fn handlers(options: TokenStream, item: TokenStream) -> TokenStream {
    handler::expand_block(options.into(), &item.into()).into()
}

/// See `askback::ask`.
#[proc_macro_attribute]
pub fn ask(options: TokenStream, item: TokenStream) -> TokenStream {
    form::expand(options.into(), item.into()).into()
}

/// See `askback::choice`.
#[proc_macro_attribute]
pub fn choice(options: TokenStream, item: TokenStream) -> TokenStream {
    choice::expand(options.into(), item.into()).into()
}

/// See `askback::main`.
#[proc_macro_attribute]
pub fn main(options: TokenStream, item: TokenStream) -> TokenStream {
    entry::expand(options.into(), item.into()).into()
}

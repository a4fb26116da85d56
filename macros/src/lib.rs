//! The attribute macros of `askback`; use them through that crate, which also documents them.
//!
//! Each macro goes parse (as written) → model (valid by construction) → expand. None of them knows
//! how a call is run: generated code calls functions of `askback::__private`.

use proc_macro::TokenStream;

mod tool;

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
    tool::expand(options.into(), item.into()).into()
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

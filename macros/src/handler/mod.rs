//! `#[tool]`, `#[prompt]`, `#[resource]` and `#[resource_template]`: a function becomes a type that the
//! server can list and call.
//!
//! This file is the way through the stages; each stage is a file.

use proc_macro2::TokenStream;
use quote::quote;

use crate::errors::Errors;
use model::Handler;

pub(crate) use block::expand as expand_block;
pub(crate) use kind::Kind;

mod kind;

mod parse;

mod signature;

mod question;

mod param;

mod template;

mod rounds;

mod model;

mod asks;

mod shell;

mod expand;

mod meta;

mod run;

mod block;

#[cfg(test)]
mod tests;

pub(crate) fn expand(kind: Kind, options: TokenStream, item: TokenStream) -> TokenStream {
    let errors = Errors::new();
    let (root, options) = parse::options(kind, options, &errors);
    let function = errors.take(parse::function(kind, &item));
    let model =
        function.as_ref().and_then(|function| Handler::new(options, function, false, &errors));
    let error = match (errors.finish(model), &function) {
        (Ok(handler), Some(function)) => return expand::handler(&handler, function, &root),
        (Ok(_), None) => return item,
        (Err(error), _) => error.into_compile_error(),
    };
    let item = function.map_or(item, |function| shell::stand_in(kind, &function, &root));
    quote!(#error #item)
}

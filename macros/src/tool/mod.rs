//! `#[tool]`: a function becomes a type that the server can list and call.
//!
//! This file is the way through the stages; each stage is a file.

use proc_macro2::TokenStream;
use quote::quote;

use crate::errors::Errors;
use model::Tool;

mod parse;

mod signature;

mod question;

mod param;

mod rounds;

mod model;

mod asks;

mod shell;

mod expand;

#[cfg(test)]
mod tests;

pub(crate) fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    let errors = Errors::new();
    let (root, options) = parse::options(options, &errors);
    let function = errors.take(parse::function(&item));
    let model = function.as_ref().and_then(|function| Tool::new(options, function, &errors));
    let error = match (errors.finish(model), &function) {
        (Ok(tool), Some(function)) => return expand::tool(&tool, function, &root),
        (Ok(_), None) => return item,
        (Err(error), _) => error.into_compile_error(),
    };
    let item = function.map_or(item, |function| shell::stand_in(&function, &root));
    quote!(#error #item)
}

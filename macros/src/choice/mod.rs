//! `#[choice]`: an enum of unit variants becomes the options of a field.
//!
//! How the options look on the wire is the runtime's `choice_schema`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Item;

use crate::{errors::Errors, stand_in};
use model::Choice;

mod model;

mod variant;

mod expand;

#[cfg(test)]
mod tests;

pub(crate) fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    let errors = Errors::new();
    let (root, options) = model::options(options, &errors);
    let parsed: Option<Item> = errors.take(syn::parse2(item.clone()));
    let model = parsed.and_then(|parsed| Choice::new(options, parsed, &errors));
    match errors.finish(model) {
        Ok(choice) => expand::choice(&choice, &root),
        Err(error) => {
            let (error, item) = (
                error.into_compile_error(),
                stand_in::item(item, "choice", stand_in::choice, &root),
            );
            quote!(#error #item)
        }
    }
}

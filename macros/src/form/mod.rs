//! `#[ask]` on a struct: its fields become a form.
//!
//! `#[ask]` on a parameter is part of `#[tool]`; this file never sees it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Item;

use crate::{errors::Errors, stand_in};
use model::Form;

mod model;

mod checks;

mod secrets;

mod expand;

#[cfg(test)]
mod tests;

pub(crate) fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    let errors = Errors::new();
    let (root, options) = model::options(options, &errors);
    let parsed: Option<Item> = errors.take(syn::parse2(item.clone()));
    let model = parsed.and_then(|parsed| Form::new(options, parsed, &errors));
    match errors.finish(model) {
        Ok(form) => expand::form(&form, &root),
        Err(error) => {
            let (error, item) =
                (error.into_compile_error(), stand_in::item(item, "ask", stand_in::form, &root));
            quote!(#error #item)
        }
    }
}

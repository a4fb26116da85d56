//! The expansion of a form: checks, struct, implementation, in this order, so that a field that
//! cannot stand in a form is told before the derives trip over it.

use proc_macro2::TokenStream;
use quote::quote;

use super::{checks::Check, model::Form};
use crate::{
    attributes::named,
    paths::{self, Root},
};

pub(super) fn form(form: &Form, root: &Root) -> TokenStream {
    let (checks, derives, item) = (checks(form, root), form.derives(root), form.item());
    let implementation = implementation(form, root);
    quote! {
        #checks
        #derives
        #item
        #implementation
    }
}

fn checks(form: &Form, root: &Root) -> TokenStream {
    let conditions = named(&form.item().attrs, "cfg");
    let checks = form.checks().iter().map(|check: &Check| check.statement(root));
    quote! {
        #(#conditions)*
        const _: () = { #(#checks)* };
    }
}

fn implementation(form: &Form, root: &Root) -> TokenStream {
    let (p, option, result) = (root.private(), paths::option(), paths::result());
    let (text, ident) = (paths::static_str(), &form.item().ident);
    let conditions = named(&form.item().attrs, "cfg");
    let key = optional(form.key().map(|key| quote!(#key)));
    let message = optional(form.message().map(|message| quote!(#message)));
    quote! {
        #(#conditions)*
        #[automatically_derived]
        impl #p::Elicit for #ident {
            const KEY: #option<#text> = #key;
            const MESSAGE: #option<#text> = #message;
            fn form() -> #result<&'static #p::Form, &'static #p::FormError> {
                static FORM: #p::FormCell = #p::FormCell::new();
                FORM.of::<Self>()
            }
        }
    }
}

fn optional(value: Option<TokenStream>) -> TokenStream {
    let option = paths::option();
    match value {
        Some(value) => quote!(#option::Some(#value)),
        None => quote!(#option::None),
    }
}

//! The expansion of a choice: the enum, its schema, and the traits that say what it is.

use proc_macro2::TokenStream;
use quote::quote;

use super::model::Choice;
use crate::{attributes::named, paths::Root, stand_in};

pub(super) fn choice(choice: &Choice, root: &Root) -> TokenStream {
    let (p, item, derives) = (root.private(), choice.item(), choice.derives(root));
    let ident = &item.ident;
    let variants = choice.variants().iter().map(|variant| variant.element(root));
    let schema = quote!(#p::choice_schema(&[#(#variants),*]));
    let schema = stand_in::json_schema(ident, root, &schema);
    let conditions = named(&item.attrs, "cfg");
    quote! {
        #derives
        #item
        #(#conditions)*
        const _: () = {
            #schema
            #[automatically_derived]
            impl #p::Field for #ident {}
            #[automatically_derived]
            impl #p::Choice for #ident {}
        };
    }
}

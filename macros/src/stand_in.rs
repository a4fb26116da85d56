//! What stands in for the output of a macro that has found errors: implementations that only meet
//! bounds, so that code which uses the item gives no second error.
//!
//! None of them ever runs, because the errors beside them stop the build.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Data, DeriveInput, Fields};

use crate::{
    attributes::{named, take},
    derives::{Derive, Derives},
    paths::{self, Root},
};

/// The item without our attributes, and its implementations as `bounds` writes them.
///
/// An item with generics gets none: its bounds are not known here.
pub(crate) fn item(
    item: TokenStream,
    helper: &str,
    bounds: fn(&Ident, &Derives, &Root) -> TokenStream,
    root: &Root,
) -> TokenStream {
    let Ok(mut parsed) = syn::parse2::<DeriveInput>(item.clone()) else { return item };
    let below = Derives::below(&parsed.attrs);
    strip(&mut parsed, helper, &below);
    let conditions = named(&parsed.attrs, "cfg");
    let is_generic = !parsed.generics.params.is_empty();
    let bounds = (!is_generic).then(|| bounds(&parsed.ident, &below, root));
    quote!(#parsed #(#conditions)* const _: () = { #bounds };)
}

/// For a struct with `#[ask]`.
pub(crate) fn form(ident: &Ident, below: &Derives, root: &Root) -> TokenStream {
    let (p, option, result) = (root.private(), paths::option(), paths::result());
    let (text, deserialize) = (paths::static_str(), deserialize(ident, below, root));
    quote! {
        #deserialize
        impl #p::Elicit for #ident {
            const KEY: #option<#text> = #option::None;
            const MESSAGE: #option<#text> = #option::Some("");
            fn form() -> #result<&'static #p::Form, &'static #p::FormError> {
                ::core::unimplemented!()
            }
        }
    }
}

/// For an enum with `#[choice]`.
pub(crate) fn choice(ident: &Ident, below: &Derives, root: &Root) -> TokenStream {
    let p = root.private();
    let deserialize = deserialize(ident, below, root);
    let serialize = serialize(ident, below, root);
    let schema = below.find(Derive::JsonSchema).is_none();
    let schema = schema.then(|| json_schema(ident, root, &quote!(::core::unimplemented!())));
    quote! {
        #deserialize
        #serialize
        #schema
        impl #p::Field for #ident {}
        impl #p::Choice for #ident {}
    }
}

/// The implementation of `JsonSchema` whose schema is `body`; it is used for choices without
/// errors too.
pub(crate) fn json_schema(ident: &Ident, root: &Root, body: &TokenStream) -> TokenStream {
    let p = root.private();
    let name = crate::names::plain(ident);
    let text = quote!(::core::primitive::str);
    quote! {
        #[automatically_derived]
        impl #p::schemars::JsonSchema for #ident {
            fn schema_name() -> ::std::borrow::Cow<'static, #text> {
                ::std::borrow::Cow::Borrowed(#name)
            }
            fn inline_schema() -> ::core::primitive::bool { true }
            fn json_schema(_: &mut #p::schemars::SchemaGenerator) -> #p::schemars::Schema { #body }
        }
    }
}

/// Takes away `helper` and the attributes of derives that are not there to read them.
fn strip(item: &mut DeriveInput, helper: &str, below: &Derives) {
    let mut names = vec![helper];
    names.extend(["serde", "schemars"].into_iter().filter(|helper| !below.read(helper)));
    let fields: Vec<&mut Fields> = match &mut item.data {
        Data::Struct(data) => vec![&mut data.fields],
        Data::Enum(data) => {
            let variants = data.variants.iter_mut();
            let stripped = variants.map(|variant| {
                take(&mut variant.attrs, &names);
                &mut variant.fields
            });
            stripped.collect()
        }
        Data::Union(_) => Vec::new(),
    };
    for field in fields.into_iter().flatten() {
        take(&mut field.attrs, &names);
    }
    take(&mut item.attrs, &names);
}

fn deserialize(ident: &Ident, below: &Derives, root: &Root) -> Option<TokenStream> {
    let (p, result) = (root.private(), paths::result());
    below.find(Derive::Deserialize).is_none().then(|| {
        quote! {
            impl<'de> #p::serde::Deserialize<'de> for #ident {
                fn deserialize<D: #p::serde::Deserializer<'de>>(_: D) -> #result<Self, D::Error> {
                    ::core::unimplemented!()
                }
            }
        }
    })
}

fn serialize(ident: &Ident, below: &Derives, root: &Root) -> Option<TokenStream> {
    let (p, result) = (root.private(), paths::result());
    below.find(Derive::Serialize).is_none().then(|| {
        quote! {
            impl #p::serde::Serialize for #ident {
                fn serialize<S: #p::serde::Serializer>(&self, _: S) -> #result<S::Ok, S::Error> {
                    ::core::unimplemented!()
                }
            }
        }
    })
}

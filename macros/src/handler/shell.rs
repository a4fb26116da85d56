//! The visible part of a tool: the type, the constructor function of the same name, and `call`.
//!
//! It needs the function only, not the model, so it is there even if the tool has errors.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::{FnArg, Pat, PatIdent, PatType, parse_quote};

use super::{kind::Kind, parse::Function};
use crate::{names::plain, paths::Root};

/// A braced type and a function: a unit struct would take the name away from the user's variables.
///
/// The lints allowed are about a type that the user has not written: it has the name of his function,
/// nobody makes one but the constructor, and there is nothing in it to show.
pub(super) fn shell(function: &Function) -> TokenStream {
    let (vis, ident) = (&function.item.vis, &function.item.sig.ident);
    let (docs, conditions) = (&function.attributes.docs, &function.attributes.conditions);
    let constructor = constructor(function);
    quote! {
        #(#docs)* #(#conditions)*
        #[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
        #[allow(clippy::exhaustive_structs)]
        #vis struct #ident {}
        #constructor
    }
}

/// It has the span of the name, so that rustc warns of a tool that is never registered; items that
/// look generated are exempt from that.
fn constructor(function: &Function) -> TokenStream {
    let (vis, ident) = (&function.item.vis, &function.item.sig.ident);
    let (docs, conditions) = (&function.attributes.docs, &function.attributes.conditions);
    let lints = &function.attributes.lints;
    quote_spanned! {ident.span()=>
        #(#docs)* #(#conditions)* #(#lints)*
        #[must_use]
        #vis fn #ident() -> #ident { #ident {} }
    }
}

/// The user's function as an associated one.
///
/// The lints allowed are those that have no point here: a tool's arguments are owned and given by
/// name, its docs stand on the constructor, being `async` is what keeps it off the blocking pool,
/// and a form may be private to the module of a tool that others register.
///
/// A parameter that a question uses is used, even if the body does without it: `is_used_elsewhere`
/// says so of a name.
pub(super) fn call(
    noun: &str,
    function: &Function,
    is_used_elsewhere: impl Fn(&Ident) -> bool,
) -> TokenStream {
    let ident = &function.item.sig.ident;
    let (lints, others) = (&function.attributes.lints, &function.attributes.others);
    let conditions = &function.attributes.conditions;
    let mut item = function.item.clone();
    item.sig.ident = Ident::new("call", ident.span());
    for input in &mut item.sig.inputs {
        if let FnArg::Typed(PatType { attrs, pat, .. }) = input
            && let Pat::Ident(PatIdent { ident, .. }) = &**pat
            && is_used_elsewhere(ident)
        {
            attrs.push(parse_quote!(#[allow(unused_variables)]));
        }
    }
    let doc = format!(
        "Runs the body of the {noun} `{}`: for unit tests and for calls from other code.",
        plain(ident)
    );
    quote! {
        #(#conditions)*
        impl #ident {
            #[doc = #doc]
            #[allow(dead_code, clippy::missing_errors_doc, clippy::missing_panics_doc)]
            #[allow(clippy::must_use_candidate, clippy::needless_pass_by_value)]
            #[allow(clippy::too_many_arguments, clippy::unused_async, private_interfaces)]
            #(#lints)* #(#others)*
            #item
        }
    }
}

/// What stands in for a tool with errors, so that `.tool(greet)` and `greet::call(…)` give no more.
pub(super) fn stand_in(kind: Kind, function: &Function, root: &Root) -> TokenStream {
    if function.item.sig.receiver().is_some() {
        return method(function);
    }
    let noun = kind.noun().trim_start_matches("a ");
    let shell = shell(function);
    let call = function.item.sig.variadic.is_none().then(|| call(noun, function, |_| true));
    let (p, ident) = (root.private(), &function.item.sig.ident);
    let marker = kind.marker(&p);
    let conditions = &function.attributes.conditions;
    quote! {
        #shell
        #call
        #(#conditions)*
        impl #p::Handler for #ident {
            fn meta(&self) -> #p::Meta { ::core::unimplemented!() }
            fn call<'a>(&'a self, _: &'a #p::Context, _: #p::Arguments<'a>) -> #p::Run<'a> {
                ::core::unimplemented!()
            }
        }
        #(#conditions)*
        impl #marker for #ident {}
    }
}

/// A method stands in an `impl` block, where only a method can take its place.
fn method(function: &Function) -> TokenStream {
    let attributes = &function.attributes;
    let (docs, conditions) = (&attributes.docs, &attributes.conditions);
    let (lints, others, item) = (&attributes.lints, &attributes.others, &function.item);
    quote!(#(#docs)* #(#conditions)* #(#lints)* #(#others)* #item)
}

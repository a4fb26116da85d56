//! The expansion of one question: an expression that yields its parameter.
//!
//! When it is asked, and beside which others, is `expand.rs`.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Expr, spanned::Spanned};

use super::{
    param::Param,
    question::{Kind, Question},
};
use crate::paths::Root;

/// What the expression finds in its place.
pub(super) struct Place<'p> {
    pub(super) cx: &'p Ident,
    /// Its key, unless it has none.
    pub(super) key: Option<TokenStream>,
    /// The member of `arguments` that may hold the answer.
    pub(super) field: Option<Ident>,
}

/// The parameter's type with the bound of its kind met: the one place that names the bound.
pub(super) fn typed(root: &Root, param: &Param, question: &Question) -> TokenStream {
    let (p, ty) = (root.private(), param.ty());
    if question.is_required {
        let required = required(root, param);
        return match question.kind {
            Kind::Confirmation => quote_spanned!(ty.span()=> #required.confirmation()),
            Kind::Page(_) => quote_spanned!(ty.span()=> #required.page()),
            _ => quote_spanned!(ty.span()=> #required.question()),
        };
    }
    match question.kind {
        Kind::Form => quote_spanned!(ty.span()=> #p::question::<#ty>()),
        Kind::Confirmation => quote_spanned!(ty.span()=> #p::confirmation::<#ty>()),
        Kind::Page(_) => quote_spanned!(ty.span()=> #p::page::<#ty>()),
        Kind::Sample(_) => quote_spanned!(ty.span()=> #p::sampled::<#ty>()),
        Kind::Roots => quote_spanned!(ty.span()=> #p::roots::<#ty>()),
        Kind::With(_) if question.when.is_some() => {
            quote_spanned!(ty.span()=> #p::resolved_when::<#ty, _>)
        }
        Kind::With(_) => quote_spanned!(ty.span()=> #p::resolved::<#ty, _>),
    }
}

/// An expression of the parameter's type; its block may end early, and ends with a `Result`.
pub(super) fn value(
    root: &Root,
    param: &Param,
    question: &Question,
    place: &Place<'_>,
) -> TokenStream {
    let asked = asked(root, param, question, place);
    let Some(when) = &question.when else { return quote!(#asked?) };
    let (p, ty) = (root.private(), param.ty());
    if question.is_required {
        let required = required(root, param);
        return quote!(if #when { #required.asked(#asked?) } else { #required.unasked() });
    }
    let skipped = quote_spanned!(ty.span()=> #p::skipped::<#ty>());
    quote!(if #when { #asked? } else { #skipped })
}

fn required(root: &Root, param: &Param) -> TokenStream {
    let (p, ty) = (root.private(), param.ty());
    quote_spanned!(ty.span()=> #p::required::<#ty>())
}

fn asked(root: &Root, param: &Param, question: &Question, place: &Place<'_>) -> TokenStream {
    let typed = typed(root, param, question);
    let Place { cx, key, field } = place;
    let message = || message(root, question.message.as_ref(), &typed);
    match (&question.kind, field) {
        (Kind::Form | Kind::Confirmation, None) => {
            let message = message();
            quote!(#typed.ask(#cx, #key, #message).await)
        }
        (Kind::Form | Kind::Confirmation, Some(field)) => {
            let (message, name) = (message(), param.argument_name());
            quote! {
                match #typed.given(#field, #name)? {
                    ::core::option::Option::Some(given) => ::core::result::Result::Ok(given),
                    ::core::option::Option::None => #typed.ask(#cx, #key, #message).await,
                }
            }
        }
        (Kind::Page(page), _) => {
            let (message, url) = (message(), &page.url);
            match &page.until {
                None => quote!(#typed.ask(#cx, #key, #message, #url).await),
                Some(until) => quote!(#typed.ask_until(#cx, #key, #message, #url, #until).await),
            }
        }
        (Kind::Sample(sample), _) => quote!(#typed.ask(#cx, #key, #sample).await),
        (Kind::Roots, _) => quote!(#typed.ask(#cx, #key).await),
        (Kind::With(with), _) => quote!(#typed((#with).await)),
    }
}

fn message(root: &Root, message: Option<&Expr>, typed: &TokenStream) -> TokenStream {
    match message {
        // Converted here, so that a message that is no text is reported once and in its place.
        Some(message) => {
            let text = quote!(::std::borrow::Cow<'_, ::core::primitive::str>);
            let into = quote_spanned!(message.span()=> ::core::convert::Into::<#text>::into);
            quote!(#into(#message))
        }
        None => {
            let p = root.private();
            quote!(#p::message_of(#typed.message()))
        }
    }
}

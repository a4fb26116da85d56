//! Which bound each field of a form has to meet.
//!
//! Serde's and schemars' attributes can replace what a field's type says; where they do, the check
//! is left to the conversion when a server is built.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, Expr, ExprLit, Field, Lit, Meta, Type, spanned::Spanned};

use crate::{
    attributes::{member, members, named},
    paths::Root,
};

/// The check of one field.
pub(super) struct Check {
    conditions: Vec<Attribute>,
    ty: Type,
    kind: Kind,
}

enum Kind {
    /// One question of the form.
    Field,
    /// Another form, whose fields become fields of this one.
    Flattened,
}

impl Check {
    /// The check, or `None` for a field that is not asked for or whose type says nothing.
    pub(super) fn of(field: &Field) -> Option<Self> {
        let (serde, schemars) = (members(&field.attrs, "serde"), members(&field.attrs, "schemars"));
        let has =
            |members: &[Meta], keys: &[&str]| keys.iter().any(|key| member(members, key).is_some());
        let skipped = ["skip", "skip_deserializing"];
        let replaced = ["with", "deserialize_with"];
        if has(&serde, &skipped) || has(&schemars, &["skip", "schema_with"]) {
            return None;
        }
        let ty = match member(&schemars, "with") {
            Some(with) => written(with)?,
            None if has(&serde, &replaced) => return None,
            None => field.ty.clone(),
        };
        // A check stands outside the struct, where `Self` means nothing.
        if mentions_self(ty.to_token_stream()) {
            return None;
        }
        let flattened = has(&serde, &["flatten"]) || has(&schemars, &["flatten"]);
        let kind = if flattened { Kind::Flattened } else { Kind::Field };
        let conditions = named(&field.attrs, "cfg").into_iter().cloned().collect();
        Some(Self { conditions, ty, kind })
    }

    /// A statement that compiles if the bound is met.
    pub(super) fn statement(&self, root: &Root) -> TokenStream {
        let Self { conditions, ty, kind } = self;
        let p = root.private();
        let checked = match kind {
            Kind::Field => quote_spanned!(ty.span()=> #p::field::<#ty>();),
            Kind::Flattened => quote_spanned!(ty.span()=> #p::flattened::<#ty>();),
        };
        quote!(#(#conditions)* #checked)
    }
}

/// The type in `#[schemars(with = "Type")]`.
fn written(with: &Meta) -> Option<Type> {
    match &with.require_name_value().ok()?.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => text.parse().ok(),
        other => syn::parse2(quote!(#other)).ok(),
    }
}

fn mentions_self(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "Self",
        TokenTree::Group(group) => mentions_self(group.stream()),
        _ => false,
    })
}

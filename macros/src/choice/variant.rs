//! One variant of a choice: whether it can be chosen, and under which title.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Expr, Fields, Ident, Meta};

use crate::{
    attributes::{member, members, named, take},
    docs,
    errors::Errors,
    options,
    paths::{self, Root},
};

/// A variant that can be chosen.
pub(super) struct Variant {
    conditions: Vec<Attribute>,
    ident: Ident,
    title: Option<Expr>,
}

impl Variant {
    /// The variant, stripped of our attributes; `None` if it cannot be chosen.
    pub(super) fn new(variant: &mut syn::Variant, errors: &Errors) -> Option<Self> {
        if !matches!(variant.fields, Fields::Unit) {
            let ident = &variant.ident;
            errors
                .push(&variant.fields, format_args!("a choice has no data: write `{ident}` alone"));
        }
        let titles = [choice_title(variant, errors), schemars_title(variant, errors)];
        let title = titles.into_iter().flatten().reduce(|first, second| {
            errors.push(second, "the title of this variant is given twice: remove one of them");
            first
        });
        let title =
            title.or_else(|| docs::title(&variant.attrs).map(|text| syn::parse_quote!(#text)));
        let conditions = named(&variant.attrs, "cfg").into_iter().cloned().collect();
        let ident = variant.ident.clone();
        is_offered(variant, errors).then_some(Self { conditions, ident, title })
    }

    /// An element of the list that `choice_schema` takes.
    pub(super) fn element(&self, root: &Root) -> TokenStream {
        let Self { conditions, ident, title } = self;
        let (p, option) = (root.private(), paths::option());
        let title = match title {
            Some(title) => quote!(#option::Some(#title)),
            None => quote!(#option::None),
        };
        quote!(#(#conditions)* #p::variant(&Self::#ident, #title))
    }
}

/// Serde reads no skipped variant, and `other` stands for names that are none of the options.
fn is_offered(variant: &syn::Variant, errors: &Errors) -> bool {
    let serde = members(&variant.attrs, "serde");
    let hidden = ["skip", "skip_deserializing", "other"];
    if hidden.iter().any(|key| member(&serde, key).is_some()) {
        return false;
    }
    if let Some(skipped) = member(&serde, "skip_serializing") {
        errors.push(skipped, "a variant that can be chosen needs a name: use `skip` to hide it");
    }
    true
}

fn choice_title(variant: &mut syn::Variant, errors: &Errors) -> Option<Expr> {
    let attributes = take(&mut variant.attrs, &["choice"]);
    let titles = attributes.iter().map(|attribute| {
        let tokens = options::tokens(attribute, errors);
        let [title] = options::read("`#[choice]` on a variant", tokens, ["title"], errors);
        title.and_then(|title| title.expression(errors))
    });
    titles.flatten().reduce(|first, second| {
        errors.push(second, "the title of this variant is given twice: remove one of them");
        first
    })
}

/// No derive is there to read schemars' attributes: the one that has a meaning here is honoured.
fn schemars_title(variant: &mut syn::Variant, errors: &Errors) -> Option<Expr> {
    let members = members(&variant.attrs, "schemars");
    take(&mut variant.attrs, &["schemars"]);
    let mut title = None;
    for member in members {
        match member {
            Meta::NameValue(pair) if pair.path.is_ident("title") => title = Some(pair.value),
            other => errors.push(
                other,
                "`#[choice]` writes the schema itself: of schemars' options a variant takes \
                 `title`, and names come from `#[serde(rename = \"…\")]`",
            ),
        }
    }
    title
}

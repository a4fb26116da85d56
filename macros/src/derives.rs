//! The derives that `#[ask]` and `#[choice]` add, except those that stand below them.
//!
//! A derive above an attribute macro is expanded already and cannot be seen; rustc's E0119 tells
//! the user of it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Path, Token, punctuated::Punctuated};

use crate::{
    attributes::{member, members, named},
    paths::Root,
};

/// A derive that a form or a choice needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Derive {
    Deserialize,
    Serialize,
    JsonSchema,
}

/// The derives among the attributes of an item.
pub(crate) struct Derives {
    seen: Vec<(Derive, Path)>,
    /// The helper attributes that name a crate of the user's own, of `serde` and `schemars`.
    renamed: Vec<&'static str>,
}

impl Derive {
    pub(crate) const ALL: [Self; 3] = [Self::Deserialize, Self::Serialize, Self::JsonSchema];

    fn name(self) -> &'static str {
        match self {
            Self::Deserialize => "Deserialize",
            Self::Serialize => "Serialize",
            Self::JsonSchema => "JsonSchema",
        }
    }

    /// The crate it comes from, which is the name of its helper attribute too.
    fn origin(self) -> &'static str {
        match self {
            Self::Deserialize | Self::Serialize => "serde",
            Self::JsonSchema => "schemars",
        }
    }

    /// By the last segment: `serde::Deserialize` and `Deserialize` are the same to the reader.
    fn of(path: &Path) -> Option<Self> {
        let last = &path.segments.last()?.ident;
        Self::ALL.into_iter().find(|derive| last == derive.name())
    }

    fn path(self, root: &Root) -> TokenStream {
        let private = root.private();
        match self {
            Self::Deserialize => quote!(#private::serde::Deserialize),
            Self::Serialize => quote!(#private::serde::Serialize),
            Self::JsonSchema => quote!(#private::schemars::JsonSchema),
        }
    }
}

impl Derives {
    pub(crate) fn below(attributes: &[Attribute]) -> Self {
        let lists = named(attributes, "derive").into_iter().map(|attribute| {
            attribute.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated)
        });
        let paths = lists.flatten().flatten();
        let seen = paths.filter_map(|path| Some((Derive::of(&path)?, path))).collect();
        let renamed = ["serde", "schemars"].into_iter();
        let renamed = renamed.filter(|name| names_a_crate(attributes, name)).collect();
        Self { seen, renamed }
    }

    /// Where the user has written the derive.
    pub(crate) fn find(&self, derive: Derive) -> Option<&Path> {
        self.seen.iter().find(|(seen, _)| *seen == derive).map(|(_, path)| path)
    }

    /// Whether a derive stands below that reads the attribute `#[serde(…)]` or `#[schemars(…)]`.
    pub(crate) fn read(&self, helper: &str) -> bool {
        self.seen.iter().any(|(seen, _)| seen.origin() == helper)
    }

    /// The attributes that add those of `wanted` that are not below; they end what is written in
    /// front of the item.
    pub(crate) fn missing(&self, wanted: &[Derive], root: &Root) -> TokenStream {
        let added = wanted.iter().filter(|derive| self.find(**derive).is_none());
        let added: Vec<Derive> = added.copied().collect();
        let paths = added.iter().map(|derive| derive.path(root));
        let crates = ["serde", "schemars"].into_iter().filter(|origin| {
            added.iter().any(|derive| derive.origin() == *origin)
                && !self.read(origin)
                && !self.renamed.contains(origin)
        });
        let crates = crates.map(|origin| {
            let (helper, path) = (quote::format_ident!("{origin}"), root.private_crate(origin));
            quote!(#[#helper(crate = #path)])
        });
        let prelude = added.contains(&Derive::JsonSchema).then(prelude);
        quote!(#prelude #[derive(#(#paths),*)] #(#crates)*)
    }
}

/// Code that schemars derives calls `into`, which a module without a prelude does not see. Every other
/// module has it already, and is not to be told that it is unused.
fn prelude() -> TokenStream {
    quote! {
        #[allow(unused_imports, reason = "most modules see it already")]
        use ::core::convert::Into as _;
    }
}

fn names_a_crate(attributes: &[Attribute], helper: &str) -> bool {
    member(&members(attributes, helper), "crate").is_some()
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn missing(attributes: &[Attribute]) -> String {
        Derives::below(attributes).missing(&Derive::ALL, &Root::new(None)).to_string()
    }

    #[test]
    fn all_three_are_added_with_their_crates() {
        let expected = quote! {
            #[allow(unused_imports, reason = "most modules see it already")]
            use ::core::convert::Into as _;
            #[derive(
                ::askback::__private::serde::Deserialize,
                ::askback::__private::serde::Serialize,
                ::askback::__private::schemars::JsonSchema
            )]
            #[serde(crate = "::askback::__private::serde")]
            #[schemars(crate = "::askback::__private::schemars")]
        };
        assert_eq!(missing(&[]), expected.to_string());
    }

    #[test]
    fn a_derive_below_is_neither_repeated_nor_given_another_crate() {
        let below: Attribute = parse_quote!(#[derive(Debug, serde::Deserialize)]);
        let expected = quote! {
            #[allow(unused_imports, reason = "most modules see it already")]
            use ::core::convert::Into as _;
            #[derive(
                ::askback::__private::serde::Serialize,
                ::askback::__private::schemars::JsonSchema
            )]
            #[schemars(crate = "::askback::__private::schemars")]
        };
        assert_eq!(missing(&[below]), expected.to_string());
    }

    #[test]
    fn a_crate_that_the_user_names_is_kept() {
        let text = missing(&[parse_quote!(#[serde(crate = "my::serde")])]);
        assert!(!text.contains("serde (crate"), "{text}");
        assert!(text.contains("schemars (crate"), "{text}");
    }
}

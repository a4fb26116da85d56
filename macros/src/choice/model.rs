//! The model of a choice: an enum of unit variants, all rules met.
//!
//! The names of the variants on the wire are serde's knowledge and are asked for at run time.

use proc_macro2::TokenStream;
use syn::{Item, ItemEnum};

use super::variant::Variant;
use crate::{
    attributes::{member, members, take},
    derives::{Derive, Derives},
    errors::Errors,
    options::{self, Setting},
    paths::Root,
};

/// The options of `#[choice(…)]`, except `crate`.
pub(super) struct Options {
    derive: Option<Setting>,
}

/// A choice.
pub(super) struct Choice {
    wanted: &'static [Derive],
    below: Derives,
    /// Those that can be chosen, in the order of the enum.
    variants: Vec<Variant>,
    /// Without our attributes.
    item: ItemEnum,
}

pub(super) fn options(tokens: TokenStream, errors: &Errors) -> (Root, Options) {
    let [derive, root] = options::read("`#[choice]`", tokens, ["derive", "crate"], errors);
    let root = Root::new(root.and_then(|root| root.path(errors)));
    (root, Options { derive })
}

impl Choice {
    /// The model, or `None` with the errors noted.
    pub(super) fn new(options: Options, item: Item, errors: &Errors) -> Option<Self> {
        let Options { derive } = options;
        let derive = derive.and_then(|derive| derive.switch(errors)).unwrap_or(true);
        let wanted: &[Derive] =
            if derive { &[Derive::Deserialize, Derive::Serialize] } else { &[] };
        let mut item = enumeration(item, errors)?;
        let below = Derives::below(&item.attrs);
        check_attributes(&mut item, &below, errors);
        let variants: Vec<_> =
            item.variants.iter_mut().map(|variant| Variant::new(variant, errors)).collect();
        let variants: Vec<_> = variants.into_iter().flatten().collect();
        if variants.is_empty() {
            errors.push(
                &item.ident,
                "a choice has at least one variant that can be chosen: write one, such as `Other`",
            );
        }
        Some(Self { wanted, below, variants, item })
    }

    /// The attributes that add what is not derived below.
    pub(super) fn derives(&self, root: &Root) -> Option<TokenStream> {
        (!self.wanted.is_empty()).then(|| self.below.missing(self.wanted, root))
    }

    pub(super) fn variants(&self) -> &[Variant] {
        &self.variants
    }

    pub(super) fn item(&self) -> &ItemEnum {
        &self.item
    }
}

fn enumeration(item: Item, errors: &Errors) -> Option<ItemEnum> {
    match item {
        Item::Enum(item) => {
            if !item.generics.params.is_empty() {
                errors.push(
                    &item.generics.params,
                    "a choice has no generics and no lifetimes: its variants carry no data",
                );
            }
            Some(item)
        }
        Item::Struct(item) => {
            errors.push(
                item.struct_token,
                "a choice is an enum of unit variants: use `#[ask]` for a struct",
            );
            None
        }
        _ => {
            errors.push(
                options::call_site(),
                "`#[choice]` stands on an enum of unit variants: `enum Size { Small, Large }`",
            );
            None
        }
    }
}

/// Refuses what would make the enum something else than one of several strings.
fn check_attributes(item: &mut ItemEnum, below: &Derives, errors: &Errors) {
    if let Some(derive) = below.find(Derive::JsonSchema) {
        errors.push(derive, "`#[choice]` writes `JsonSchema` itself: remove it from the derive");
    }
    let serde = members(&item.attrs, "serde");
    for key in ["tag", "content", "untagged"] {
        if let Some(member) = member(&serde, key) {
            errors.push(
                member,
                format_args!(
                    "a choice is sent as a plain string, which `{key}` would change: remove it"
                ),
            );
        }
    }
    for attribute in take(&mut item.attrs, &["schemars"]) {
        errors.push(
            attribute,
            "`#[choice]` writes the schema itself: a variant takes `#[choice(title = \"…\")]`, \
             and names come from `#[serde(…)]`",
        );
    }
}

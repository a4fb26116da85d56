//! The model of a form: a struct with named fields, all rules met that its tokens can show.
//!
//! Whether a field's type can stand in a form is for the trait `Field` to say.

use proc_macro2::TokenStream;
use syn::{Expr, Fields, FieldsNamed, Item, ItemStruct, LitStr};

use super::checks::Check;
use crate::{
    attributes::take,
    derives::{Derive, Derives},
    errors::Errors,
    names,
    options::{self, Setting},
    paths::Root,
};

/// The options of `#[ask(…)]` on a struct, except `crate`.
pub(super) struct Options {
    key: Option<Setting>,
    message: Option<Setting>,
    derive: Option<Setting>,
}

/// A form.
pub(super) struct Form {
    key: Option<LitStr>,
    message: Option<Expr>,
    wanted: &'static [Derive],
    below: Derives,
    checks: Vec<Check>,
    /// Without our attributes.
    item: ItemStruct,
}

pub(super) fn options(tokens: TokenStream, errors: &Errors) -> (Root, Options) {
    let known = ["key", "message", "derive", "crate"];
    let [key, message, derive, root] = options::read("`#[ask]` on a struct", tokens, known, errors);
    let root = Root::new(root.and_then(|root| root.path(errors)));
    (root, Options { key, message, derive })
}

impl Form {
    /// The model, or `None` with the errors noted.
    pub(super) fn new(options: Options, item: Item, errors: &Errors) -> Option<Self> {
        let Options { key, message, derive } = options;
        let key = key.and_then(|key| key.literal(errors));
        if let Some(key) = &key
            && let Some(fault) = names::key_fault(&key.value())
        {
            errors.push(key, fault);
        }
        let message = message.and_then(|message| message.expression(errors));
        if let Some(message) = message.as_ref().filter(|message| is_made_at_run_time(message)) {
            errors.push(
                message,
                "the message of a struct is fixed: write `#[ask(message = format!(…))]` on the \
                 parameter that asks for it",
            );
        }
        let derive = derive.and_then(|derive| derive.switch(errors)).unwrap_or(true);
        let wanted: &[Derive] = if derive { &Derive::ALL } else { &[] };
        let mut item = structure(item, errors)?;
        let checks = named(&mut item, errors)?.named.iter().filter_map(Check::of).collect();
        let below = Derives::below(&item.attrs);
        Some(Self { key, message, wanted, below, checks, item })
    }

    pub(super) fn key(&self) -> Option<&LitStr> {
        self.key.as_ref()
    }

    pub(super) fn message(&self) -> Option<&Expr> {
        self.message.as_ref()
    }

    /// The attributes that add what is not derived below.
    pub(super) fn derives(&self, root: &Root) -> Option<TokenStream> {
        (!self.wanted.is_empty()).then(|| self.below.missing(self.wanted, root))
    }

    pub(super) fn checks(&self) -> &[Check] {
        &self.checks
    }

    pub(super) fn item(&self) -> &ItemStruct {
        &self.item
    }
}

/// Rustc would only say that a `String` is no `&str`.
fn is_made_at_run_time(message: &Expr) -> bool {
    matches!(message, Expr::Macro(call) if call.mac.path.is_ident("format"))
}

fn structure(item: Item, errors: &Errors) -> Option<ItemStruct> {
    match item {
        Item::Struct(item) => {
            if !item.generics.params.is_empty() {
                errors.push(
                    &item.generics.params,
                    "a form has no generics and no lifetimes: write out the types, and `String` for a text",
                );
            }
            Some(item)
        }
        Item::Enum(item) => {
            errors.push(
                item.enum_token,
                "a form is a struct: use `#[choice]` for an enum of choices",
            );
            None
        }
        _ => {
            errors.push(
                options::call_site(),
                "`#[ask]` stands on a struct with named fields, or on a parameter of a `#[tool]`",
            );
            None
        }
    }
}

fn named<'i>(item: &'i mut ItemStruct, errors: &Errors) -> Option<&'i FieldsNamed> {
    let example = format!("`struct {} {{ name: String }}`", item.ident);
    let text = format!("a form is a struct with named fields, such as {example}");
    let fields = match &mut item.fields {
        Fields::Named(fields) => fields,
        Fields::Unnamed(fields) => {
            errors.push(fields, text);
            return None;
        }
        Fields::Unit => {
            errors.push(&item.ident, text);
            return None;
        }
    };
    for attribute in fields.named.iter_mut().flat_map(|field| take(&mut field.attrs, &["ask"])) {
        errors.push(
            &attribute,
            "every field is asked for: remove `#[ask]`, and write what the user reads as a doc \
             comment",
        );
    }
    Some(fields)
}

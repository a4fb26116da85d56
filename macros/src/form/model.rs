//! The model of a form: a struct with named fields, all rules met that its tokens can show.
//!
//! Whether a field's type can stand in a form is for the trait `Field` to say.

use proc_macro2::TokenStream;
use syn::{Expr, Field, Fields, FieldsNamed, Item, ItemStruct, LitStr};

use super::{checks::Check, secrets};
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
    unchecked: Option<Setting>,
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
    let known = ["key", "message", "derive", "unchecked", "crate"];
    let [key, message, derive, unchecked, root] =
        options::read("`#[ask]` on a struct", tokens, known, errors);
    let root = Root::new(root.and_then(|root| root.path(errors)));
    (root, Options { key, message, derive, unchecked })
}

impl Form {
    /// The model, or `None` with the errors noted.
    pub(super) fn new(options: Options, item: Item, errors: &Errors) -> Option<Self> {
        let Options { key, message, derive, unchecked } = options;
        let key = key.and_then(|key| key.literal(errors));
        if let Some(key) = &key
            && let Some(fault) = names::key_fault(&key.value())
        {
            errors.push(key, fault);
        }
        let message = message.and_then(|message| message.message(errors));
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
        let is_unchecked = unchecked.map(|flag| flag.flag(errors)).is_some();
        let fields = named(&mut item, errors)?;
        let checks = fields.named.iter_mut().filter_map(|field| field_check(field, errors));
        let checks: Vec<Check> = checks.collect();
        let checks = if is_unchecked { Vec::new() } else { checks };
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

fn named<'i>(item: &'i mut ItemStruct, errors: &Errors) -> Option<&'i mut FieldsNamed> {
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
    Some(fields)
}

/// The check of a field whose options are `#[ask(allow_secret)]` and `#[ask(unchecked)]`.
fn field_check(field: &mut Field, errors: &Errors) -> Option<Check> {
    let asks = take(&mut field.attrs, &["ask"]);
    let mut flags = [false, false];
    for ask in &asks {
        let tokens = options::tokens(ask, errors);
        if tokens.is_empty() {
            errors.push(
                ask,
                "every field is asked for: remove `#[ask]`, and write what the user reads as a doc \
                 comment",
            );
        }
        let known = ["allow_secret", "unchecked"];
        let found = options::read("`#[ask]` on a field", tokens, known, errors);
        for (flag, setting) in flags.iter_mut().zip(found) {
            *flag |= setting.map(|setting| setting.flag(errors)).is_some();
        }
    }
    let [allows_secret, is_unchecked] = flags;
    if !allows_secret
        && let Some(ident) =
            field.ident.as_ref().filter(|ident| secrets::is_secret(&names::plain(ident)))
    {
        let name = names::plain(ident);
        errors.push(
            ident,
            format_args!(
                "a form must not ask for secrets (modern.md M-ELI-5), and `{name}` looks like one: ask for \
                 it on a page, with `cx.open_url(…)`, or write `#[ask(allow_secret)]` above a field that \
                 is none"
            ),
        );
    }
    Check::of(field).filter(|_| !is_unchecked)
}

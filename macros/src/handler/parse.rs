//! A handler as written: options and function taken apart, the helper attributes stripped.
//!
//! Nothing is judged here except that it is a function at all.

use proc_macro2::TokenStream;
use syn::{
    Attribute, FnArg, Item, ItemFn, LitStr, Pat, Token, Type,
    parse::{ParseStream, Parser},
};

use super::kind::Kind;
use crate::{
    attributes::{Attributes, take},
    errors::Errors,
    options::{self, Settings},
    paths::Root,
};

/// The options of the attribute, except `crate`.
pub(super) struct Options {
    pub(super) kind: Kind,
    /// What stands first, without a name.
    pub(super) uri: Option<LitStr>,
    pub(super) settings: Settings,
}

/// The function.
pub(super) struct Function {
    pub(super) attributes: Attributes,
    /// Without its own attributes and without ours on the parameters.
    pub(super) item: ItemFn,
    pub(super) params: Vec<RawParam>,
}

/// A parameter, except `self`.
pub(super) struct RawParam {
    pub(super) docs: Vec<Attribute>,
    pub(super) conditions: Vec<Attribute>,
    pub(super) ask: Vec<Attribute>,
    pub(super) arg: Vec<Attribute>,
    pub(super) pattern: Pat,
    pub(super) ty: Type,
}

pub(super) fn options(kind: Kind, tokens: TokenStream, errors: &Errors) -> (Root, Options) {
    let (uri, tokens) = if kind.has_uri() { uri(kind, tokens, errors) } else { (None, tokens) };
    let owner = format!("`#[{}]`", kind.attribute());
    let mut settings = Settings::read(&owner, tokens, kind.options(), errors);
    let root = Root::new(settings.take("crate").and_then(|root| root.path(errors)));
    (root, Options { kind, uri, settings })
}

/// The text that stands first, and what stands behind it.
fn uri(kind: Kind, tokens: TokenStream, errors: &Errors) -> (Option<LitStr>, TokenStream) {
    let split = |input: ParseStream<'_>| {
        let uri: Option<LitStr> = if input.peek(LitStr) { Some(input.parse()?) } else { None };
        if uri.is_some() && !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        Ok((uri, input.parse()?))
    };
    let (uri, rest) = errors.take(split.parse2(tokens)).unwrap_or_default();
    if uri.is_none() {
        let example = if kind == Kind::Template { "notes://{id}" } else { "config://app" };
        let name = kind.attribute();
        let place = options::call_site();
        errors.push(place, format_args!("its URI stands first: `#[{name}(\"{example}\")]`"));
    }
    (uri, rest)
}

pub(super) fn function(kind: Kind, item: &TokenStream) -> syn::Result<Function> {
    let Item::Fn(item) = syn::parse2(item.clone())? else {
        let name = kind.attribute();
        return Err(syn::Error::new_spanned(
            options::call_site(),
            format!(
                "`#[{name}]` stands on a free function, `async fn greet() -> String {{ … }}`, or on a \
                 method in an `impl` block with `#[handlers]`"
            ),
        ));
    };
    Ok(Function::new(item))
}

impl Function {
    pub(super) fn new(mut item: ItemFn) -> Self {
        let attributes = Attributes::sort(std::mem::take(&mut item.attrs));
        let params = item.sig.inputs.iter_mut().filter_map(param).collect();
        Self { attributes, item, params }
    }
}

fn param(input: &mut FnArg) -> Option<RawParam> {
    let FnArg::Typed(typed) = input else { return None };
    let mut taken = |name| take(&mut typed.attrs, &[name]);
    let (docs, ask, arg) = (taken("doc"), taken("ask"), taken("arg"));
    let mut conditions = taken("cfg");
    conditions.extend(taken("cfg_attr"));
    let (pattern, ty) = ((*typed.pat).clone(), (*typed.ty).clone());
    Some(RawParam { docs, conditions, ask, arg, pattern, ty })
}

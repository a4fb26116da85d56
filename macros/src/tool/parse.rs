//! A tool as written: options and function taken apart, the helper attributes stripped.
//!
//! Nothing is judged here except that it is a function at all.

use proc_macro2::TokenStream;
use syn::{Attribute, FnArg, Item, ItemFn, Pat, Type};

use crate::{
    attributes::{Attributes, take},
    errors::Errors,
    options::{self, Setting},
    paths::Root,
};

/// The options of `#[tool(…)]`, except `crate`.
pub(super) struct Options {
    pub(super) name: Option<Setting>,
    pub(super) title: Option<Setting>,
    pub(super) description: Option<Setting>,
    pub(super) single_use: Option<Setting>,
    pub(super) unproven_answers: Option<Setting>,
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

pub(super) fn options(tokens: TokenStream, errors: &Errors) -> (Root, Options) {
    let known = ["name", "title", "description", "single_use", "unproven_answers", "crate"];
    let [name, title, description, single_use, unproven_answers, root] =
        options::read("`#[tool]`", tokens, known, errors);
    let root = Root::new(root.and_then(|root| root.path(errors)));
    (root, Options { name, title, description, single_use, unproven_answers })
}

pub(super) fn function(item: &TokenStream) -> syn::Result<Function> {
    let Item::Fn(mut item) = syn::parse2(item.clone())? else {
        return Err(syn::Error::new_spanned(
            options::call_site(),
            "`#[tool]` stands on a free function: `async fn greet() -> String { … }`",
        ));
    };
    let attributes = Attributes::sort(std::mem::take(&mut item.attrs));
    let params = item.sig.inputs.iter_mut().filter_map(param).collect();
    Ok(Function { attributes, item, params })
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

//! The model of a tool: everything `expand.rs` needs beside the function itself, all rules met.
//!
//! It is made in one place and cannot be changed, so a wrong tool cannot reach the expansion.

use std::collections::HashMap;

use syn::{Expr, LitStr};

use super::{
    param::Param,
    parse::{Function, Options},
    rounds, signature,
};
use crate::{docs::Text, errors::Errors, names};

/// A tool.
pub(super) struct Tool {
    name: LitStr,
    title: Option<Expr>,
    description: Option<Text>,
    is_single_use: bool,
    takes_unproven: bool,
    params: Vec<Param>,
    rounds: Vec<Vec<usize>>,
}

impl Tool {
    /// The model, or `None` with the errors noted.
    pub(super) fn new(options: Options, function: &Function, errors: &Errors) -> Option<Self> {
        let Options { name, title, description, single_use, unproven_answers } = options;
        let name = match name {
            Some(name) => name.literal(errors),
            None => Some(default_name(function)),
        };
        let name = name.inspect(|name| check_name(name, errors));
        let title = title.and_then(|title| title.expression(errors));
        let description = description.and_then(|text| text.expression(errors)).map(Text::given);
        let description = description.or_else(|| Text::of_docs(&function.attributes.docs));

        let is_single_use = single_use.map(|flag| flag.flag(errors)).is_some();
        let takes_unproven = unproven_answers.map(|flag| flag.flag(errors)).is_some();

        signature::check(&function.item.sig, errors);
        let params = function.params.iter().map(|raw| Param::new(raw, errors));
        let params: Vec<Param> = params.collect::<Vec<_>>().into_iter().flatten().collect();
        if function.item.sig.asyncness.is_none() {
            params.iter().for_each(|param| signature::check_lent(param.ty(), errors));
        }
        check_arguments(&params, errors);
        check_keys(&params, errors);
        rounds::check_order(&params, errors);
        let rounds = rounds::rounds(&params);
        let name = name?;
        Some(Self { name, title, description, is_single_use, takes_unproven, params, rounds })
    }

    pub(super) fn name(&self) -> &LitStr {
        &self.name
    }

    pub(super) fn title(&self) -> Option<&Expr> {
        self.title.as_ref()
    }

    pub(super) fn is_single_use(&self) -> bool {
        self.is_single_use
    }

    pub(super) fn takes_unproven(&self) -> bool {
        self.takes_unproven
    }

    pub(super) fn description(&self) -> Option<&Text> {
        self.description.as_ref()
    }

    /// In the order in which they are written.
    pub(super) fn params(&self) -> &[Param] {
        &self.params
    }

    /// The questions of each round, as positions in [`params`](Self::params).
    pub(super) fn rounds(&self) -> &[Vec<usize>] {
        &self.rounds
    }
}

fn default_name(function: &Function) -> LitStr {
    let ident = &function.item.sig.ident;
    LitStr::new(&names::plain(ident), ident.span())
}

fn check_name(name: &LitStr, errors: &Errors) {
    if let Some(fault) = names::tool_fault(&name.value()) {
        errors.add(syn::Error::new(name.span(), fault));
    }
}

/// Two arguments cannot have one name. Parameters of the same name are rustc's to report, and a
/// reference is never an argument.
fn check_arguments(params: &[Param], errors: &Errors) {
    let mut seen: HashMap<String, &Param> = HashMap::new();
    for param in params.iter().filter(|param| !signature::is_reference(param.ty())) {
        let Some(literal) = param.argument_name() else { continue };
        let name = literal.value();
        if let Some(first) = seen.insert(name.clone(), param)
            && first.ident() != param.ident()
        {
            let text = format!(
                "the name `{name}` is already used by another argument of this tool: \
                 write another with `#[arg(name = \"…\")]`"
            );
            errors.add(syn::Error::new(literal.span(), text));
        }
    }
}

/// Keys of forms are not known here: generated `const` items compare them.
fn check_keys(params: &[Param], errors: &Errors) {
    let mut seen: Vec<String> = Vec::new();
    let keys = params.iter().filter_map(|param| param.question()?.literal_key());
    for key in keys {
        let text = key.value();
        if seen.contains(&text) {
            let text = format!(
                "the key `{text}` is already used by another question of this handler: \
                 write another with `#[ask(key = \"…\")]`"
            );
            errors.add(syn::Error::new(key.span(), text));
        } else {
            seen.push(text);
        }
    }
}

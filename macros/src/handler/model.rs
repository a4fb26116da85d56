//! The model of a handler: everything `expand.rs` needs beside the function itself, all rules met.
//!
//! It is made in one place and cannot be changed, so a wrong handler cannot reach the expansion.

use std::collections::HashMap;

use syn::{Expr, Ident, LitStr};

use super::{
    kind::Kind,
    param::Param,
    parse::{Function, Options},
    rounds, signature,
    template::Uri,
};
use crate::{docs::Text, errors::Errors, names};

/// Options without a value.
const FLAGS: [&str; 3] = ["single_use", "unchecked_paths", "unproven_answers"];

/// Options whose value is any expression that fits.
const SAID: [&str; 11] = [
    "title",
    "icons",
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "mime_type",
    "size",
    "annotations",
    "ttl_ms",
    "cache_scope",
];

/// A handler.
pub(super) struct Handler {
    kind: Kind,
    uri: Option<Uri>,
    name: LitStr,
    description: Option<Text>,
    said: Vec<(Ident, Expr)>,
    flags: Vec<Ident>,
    params: Vec<Param>,
    rounds: Vec<Vec<usize>>,
}

impl Handler {
    /// The model, or `None` with the errors noted.
    pub(super) fn new(
        options: Options,
        function: &Function,
        is_method: bool,
        errors: &Errors,
    ) -> Option<Self> {
        let Options { kind, uri, mut settings } = options;
        let name = match settings.take("name") {
            Some(name) => name.literal(errors),
            None => Some(default_name(function)),
        };
        let name = name.inspect(|name| check_name(kind, name, errors));
        let description = settings.take("description");
        let description = description.and_then(|text| text.expression(errors)).map(Text::given);
        let description = description.or_else(|| Text::of_docs(&function.attributes.docs));
        let flags = FLAGS.iter().filter_map(|flag| Some(settings.take(flag)?.flag(errors)));
        let flags = flags.collect();
        let said = SAID.iter().filter_map(|said| {
            let setting = settings.take(said)?;
            Some((setting.key().clone(), setting.expression(errors)?))
        });
        let said = said.collect();

        signature::check(kind, &function.item.sig, is_method, errors);
        let params = function.params.iter().enumerate();
        let params = params.map(|(position, raw)| Param::new(kind, position, raw, errors));
        let params: Vec<Param> = params.collect::<Vec<_>>().into_iter().flatten().collect();
        if function.item.sig.asyncness.is_none() {
            params.iter().for_each(|param| signature::check_lent(param.ty(), errors));
        }
        check_arguments(kind, &params, errors);
        check_keys(&params, errors);
        let uri = uri.map(|uri| Uri::new(uri, kind, errors));
        uri.iter().for_each(|uri| uri.check(&params, errors));
        rounds::check_order(&params, errors);
        let rounds = rounds::rounds(&params);
        let name = name?;
        Some(Self { kind, uri, name, description, said, flags, params, rounds })
    }

    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    /// What stands first in the attribute, where something must.
    pub(super) fn uri(&self) -> Option<&Uri> {
        self.uri.as_ref()
    }

    pub(super) fn name(&self) -> &LitStr {
        &self.name
    }

    /// What is said with an option of the same name as its method.
    pub(super) fn said(&self) -> &[(Ident, Expr)] {
        &self.said
    }

    /// What is said by an option without a value.
    pub(super) fn flags(&self) -> &[Ident] {
        &self.flags
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

fn check_name(kind: Kind, name: &LitStr, errors: &Errors) {
    let fault = match kind {
        Kind::Tool => names::tool_fault(&name.value()),
        _ => names::empty_fault(&name.value()),
    };
    if let Some(fault) = fault {
        errors.add(syn::Error::new(name.span(), fault));
    }
}

/// Two arguments cannot have one name. Parameters of the same name are rustc's to report, and a
/// reference is never an argument.
fn check_arguments(kind: Kind, params: &[Param], errors: &Errors) {
    let mut seen: HashMap<String, &Param> = HashMap::new();
    for param in params.iter().filter(|param| !signature::is_reference(param.ty())) {
        let Some(literal) = param.argument_name().filter(|_| !param.is_taken_apart()) else {
            continue;
        };
        let name = literal.value();
        if let Some(first) = seen.insert(name.clone(), param)
            && first.ident() != param.ident()
        {
            let text = format!(
                "the name `{name}` is already used by another argument of this {}: \
                 write another with `#[arg(name = \"…\")]`",
                kind.noun().trim_start_matches("a ")
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

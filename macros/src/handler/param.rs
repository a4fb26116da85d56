//! The model of one parameter: an argument, or a question.
//!
//! Whether an "argument" is a member of `arguments` or something of the call, such as `&Context`,
//! is not known: the trait `Param` decides, and the runtime leaves out what is no argument.

use proc_macro2::Span;
use syn::{Attribute, Expr, Ident, LitStr, Path, Type};

use super::{kind::Kind, parse::RawParam, question::Question, signature};
use crate::{
    docs::Text,
    errors::Errors,
    names,
    options::{self, Setting},
};

/// A parameter that has passed all rules that concern it alone.
pub(super) struct Param {
    ident: Ident,
    ty: Type,
    role: Role,
    is_taken_apart: bool,
}

/// What a parameter is for.
pub(super) enum Role {
    Argument(Argument),
    Question(Box<Question>),
}

/// A parameter without `#[ask]`.
pub(super) struct Argument {
    pub(super) name: LitStr,
    pub(super) description: Option<Text>,
    /// The name of the header that repeats it.
    pub(super) header: Option<LitStr>,
    /// What completes it.
    pub(super) completer: Option<Path>,
}

impl Param {
    pub(super) fn new(
        kind: Kind,
        position: usize,
        raw: &RawParam,
        errors: &Errors,
    ) -> Option<Self> {
        signature::check_type(&raw.ty, errors);
        if let [condition, ..] = &*raw.conditions {
            errors.push(
                condition,
                format_args!(
                    "a parameter has no conditions: put `#[cfg(…)]` on the {}",
                    kind.noun().trim_start_matches("a ")
                ),
            );
        }
        let is_taken_apart = raw.ask.is_empty() && signature::is_pattern(raw);
        let ident = if is_taken_apart {
            // Only the user's function sees what the pattern binds.
            Some(Ident::new(&format!("param_{position}"), Span::mixed_site()))
        } else {
            signature::name(raw, errors)
        };
        let role = Role::new(kind, raw, ident.as_ref(), errors);
        Some(Self { ident: ident?, ty: raw.ty.clone(), role: role?, is_taken_apart })
    }

    /// Whether a pattern stands in place of its name, so that no argument could be called by it.
    pub(super) fn is_taken_apart(&self) -> bool {
        self.is_taken_apart
    }

    pub(super) fn ident(&self) -> &Ident {
        &self.ident
    }

    pub(super) fn ty(&self) -> &Type {
        &self.ty
    }

    pub(super) fn role(&self) -> &Role {
        &self.role
    }

    pub(super) fn question(&self) -> Option<&Question> {
        match &self.role {
            Role::Question(question) => Some(question),
            Role::Argument(_) => None,
        }
    }

    /// The name of the argument that it reads, also one that may hold the answer to a question.
    pub(super) fn argument_name(&self) -> Option<LitStr> {
        match &self.role {
            Role::Argument(argument) => Some(argument.name.clone()),
            Role::Question(question) => {
                question.is_argument.then(|| names::literal_of(&self.ident))
            }
        }
    }

    pub(super) fn argument(&self) -> Option<&Argument> {
        match &self.role {
            Role::Argument(argument) => Some(argument),
            Role::Question(_) => None,
        }
    }
}

impl Role {
    fn new(kind: Kind, raw: &RawParam, ident: Option<&Ident>, errors: &Errors) -> Option<Self> {
        let ask = single(&raw.ask, "ask", errors);
        let arg = single(&raw.arg, "arg", errors);
        match (ask, arg) {
            (Some(_), Some(arg)) => {
                errors.push(
                    arg,
                    "a parameter is either asked for with `#[ask]` or an argument with `#[arg]`: \
                     remove one of them",
                );
                None
            }
            (Some(ask), None) if !kind.can_ask() => {
                errors.push(
                    ask,
                    "a completion cannot ask: a client fills in no form while its user types",
                );
                None
            }
            (Some(ask), None) => {
                let question = Question::new(ask, raw, ident, errors)?;
                if question.is_argument && kind != Kind::Tool {
                    errors.push(
                        ask,
                        "`argument` goes with tools alone: the arguments of a prompt are texts, and a resource has none",
                    );
                }
                Some(Self::Question(Box::new(question)))
            }
            (None, arg) => Argument::new(kind, arg, raw, ident, errors).map(Self::Argument),
        }
    }
}

fn single<'a>(attributes: &'a [Attribute], name: &str, errors: &Errors) -> Option<&'a Attribute> {
    if let [_, second, ..] = attributes {
        errors.push(
            second,
            format_args!("`#[{name}]` stands here twice: write all options into one"),
        );
    }
    attributes.first()
}

impl Argument {
    fn new(
        kind: Kind,
        arg: Option<&Attribute>,
        raw: &RawParam,
        ident: Option<&Ident>,
        errors: &Errors,
    ) -> Option<Self> {
        let tokens = arg.map(|arg| options::tokens(arg, errors)).unwrap_or_default();
        let known = ["name", "description", "header", "complete"];
        let [name, description, header, completer] =
            options::read("`#[arg]`", tokens, known, errors);
        if let Some(header) = header.as_ref().filter(|_| kind != Kind::Tool) {
            errors.push(header.key(), "`header` goes with the arguments of tools alone");
        }
        if let Some(completer) =
            completer.as_ref().filter(|_| !matches!(kind, Kind::Prompt | Kind::Template))
        {
            errors.push(
                completer.key(),
                "`complete` goes with the arguments of prompts and the variables of resource templates",
            );
        }
        let name = match name {
            Some(name) => name.literal(errors),
            None => ident.map(names::literal_of),
        };
        if let Some(empty) = name.as_ref().filter(|name| name.value().is_empty()) {
            errors.push(
                empty,
                "an argument's name is not empty: write one, or leave out `name` for that of the \
                 parameter",
            );
        }
        let description = description.and_then(|text| text.expression(errors)).map(Text::given);
        let description = description.or_else(|| Text::of_docs(&raw.docs));
        let header = header.and_then(|header| header.literal(errors));
        let completer = completer.and_then(|completer| named(completer, errors));
        Some(Self { name: name?, description, header, completer })
    }
}

/// The name of a function.
fn named(completer: Setting, errors: &Errors) -> Option<Path> {
    match completer.expression(errors)? {
        Expr::Path(path) if path.qself.is_none() => Some(path.path),
        other => {
            errors.push(
                other,
                "`complete` takes the name of a function with `#[complete]`, without parentheses: \
                 `complete = city`",
            );
            None
        }
    }
}

//! The model of one parameter: an argument, or a question.
//!
//! Whether an "argument" is a member of `arguments` or something of the call, such as `&Context`,
//! is not known: the trait `Param` decides, and the runtime leaves out what is no argument.

use syn::{Attribute, Expr, Ident, LitStr, Type};

use super::{parse::RawParam, signature};
use crate::{docs::Text, errors::Errors, names, options};

/// A parameter that has passed all rules that concern it alone.
pub(super) struct Param {
    ident: Ident,
    ty: Type,
    role: Role,
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
}

/// A parameter with `#[ask]`.
pub(super) struct Question {
    pub(super) key: Key,
    /// `None`: the message of the form.
    pub(super) message: Option<Expr>,
    pub(super) kind: Kind,
}

/// The key of a question.
pub(super) enum Key {
    /// Known now: it can be compared with others by the macro.
    Literal(LitStr),
    /// The key of the form, or else the name of the parameter.
    OfForm(LitStr),
}

/// How a question is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Form,
    Confirmation,
}

impl Param {
    pub(super) fn new(raw: &RawParam, errors: &Errors) -> Option<Self> {
        signature::check_type(&raw.ty, errors);
        if let [condition, ..] = &*raw.conditions {
            errors.push(condition, "a parameter has no conditions: put `#[cfg(…)]` on the tool");
        }
        let ident = signature::name(raw, errors);
        let role = Role::new(raw, ident.as_ref(), errors);
        Some(Self { ident: ident?, ty: raw.ty.clone(), role: role? })
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

    pub(super) fn argument(&self) -> Option<&Argument> {
        match &self.role {
            Role::Argument(argument) => Some(argument),
            Role::Question(_) => None,
        }
    }
}

impl Role {
    fn new(raw: &RawParam, ident: Option<&Ident>, errors: &Errors) -> Option<Self> {
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
            (Some(ask), None) => {
                Question::new(ask, raw, ident, errors).map(Box::new).map(Self::Question)
            }
            (None, arg) => Argument::new(arg, raw, ident, errors).map(Self::Argument),
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
        arg: Option<&Attribute>,
        raw: &RawParam,
        ident: Option<&Ident>,
        errors: &Errors,
    ) -> Option<Self> {
        let tokens = arg.map(|arg| options::tokens(arg, errors)).unwrap_or_default();
        let [name, description] =
            options::read("`#[arg]`", tokens, ["name", "description"], errors);
        let name = match name {
            Some(name) => name.literal(errors),
            None => ident.map(literal_of),
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
        Some(Self { name: name?, description })
    }
}

impl Question {
    fn new(
        ask: &Attribute,
        raw: &RawParam,
        ident: Option<&Ident>,
        errors: &Errors,
    ) -> Option<Self> {
        let tokens = options::tokens(ask, errors);
        let known = ["key", "message", "confirm"];
        let [key, message, confirm] =
            options::read("`#[ask]` on a parameter", tokens, known, errors);
        if let [doc, ..] = &*raw.docs {
            errors.push(
                doc,
                "the user never sees the docs of a question: write `#[ask(message = \"…\")]`, \
                 and docs on the fields of its struct",
            );
        }
        let message_key = message.is_some();
        let message = message.and_then(|message| message.message(errors));
        let confirm = confirm.map(|confirm| confirm.flag(errors));
        if let Some(confirm) = confirm.as_ref().filter(|_| !message_key) {
            errors.push(
                confirm,
                "a confirmation needs a message: write `#[ask(confirm, message = \"…\")]`",
            );
        }
        let kind = if confirm.is_some() { Kind::Confirmation } else { Kind::Form };
        let key = match key {
            Some(key) => key.literal(errors).map(Key::Literal),
            None => ident.map(|ident| Key::by_default(ident, kind)),
        };
        let key = key?.checked(errors);
        Some(Self { key, message, kind })
    }
}

impl Key {
    /// A confirmation has no struct that could have another key.
    fn by_default(ident: &Ident, kind: Kind) -> Self {
        match kind {
            Kind::Confirmation => Self::Literal(literal_of(ident)),
            Kind::Form => Self::OfForm(literal_of(ident)),
        }
    }

    fn checked(self, errors: &Errors) -> Self {
        let (Self::Literal(text) | Self::OfForm(text)) = &self;
        if let Some(fault) = names::key_fault(&text.value()) {
            errors.push(text, fault);
        }
        self
    }

    pub(super) fn literal(&self) -> Option<&LitStr> {
        match self {
            Self::Literal(key) => Some(key),
            Self::OfForm(_) => None,
        }
    }
}

/// A parameter's name as it goes over the wire.
fn literal_of(ident: &Ident) -> LitStr {
    LitStr::new(&names::on_the_wire(ident), ident.span())
}

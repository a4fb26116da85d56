//! The model of one question: what is asked, under which key, and when.
//!
//! What its expressions mention, and so when it can be asked, is `rounds.rs`.

use syn::{Attribute, Expr, Ident, LitStr};

use super::parse::RawParam;
use crate::{
    errors::Errors,
    names,
    options::{self, Setting},
};

/// A parameter with `#[ask]`.
pub(super) struct Question {
    pub(super) kind: Kind,
    /// `None` for what asks under its own keys.
    pub(super) key: Option<Key>,
    /// `None`: the message of the form, or a kind without one.
    pub(super) message: Option<Expr>,
    /// It is asked only if this holds.
    pub(super) when: Option<Expr>,
    /// A no ends the call, though the question may go unasked.
    pub(super) is_required: bool,
    /// The answer may be an argument of the call.
    pub(super) is_argument: bool,
}

/// How a question is asked.
pub(super) enum Kind {
    Form,
    Confirmation,
    Page(Box<Page>),
    Sample(Expr),
    Roots,
    /// By a future that yields the parameter.
    With(Expr),
}

/// A page that the user opens.
pub(super) struct Page {
    pub(super) url: Expr,
    pub(super) until: Option<Expr>,
}

/// The key of a question.
pub(super) enum Key {
    /// Known now: it can be compared with others by the macro.
    Literal(LitStr),
    /// The key of the form, or else the name of the parameter.
    OfForm(LitStr),
}

impl Question {
    pub(super) fn new(
        ask: &Attribute,
        raw: &RawParam,
        ident: Option<&Ident>,
        errors: &Errors,
    ) -> Option<Self> {
        let tokens = options::tokens(ask, errors);
        let known = [
            "key", "message", "confirm", "url", "until", "sample", "roots", "with", "when",
            "required", "argument",
        ];
        let [key, message, confirm, url, until, sample, roots, with, when, required, argument] =
            options::read("`#[ask]` on a parameter", tokens, known, errors);
        if let [doc, ..] = &*raw.docs {
            errors.push(
                doc,
                "the user never sees the docs of a question: write `#[ask(message = \"…\")]`, \
                 and docs on the fields of its struct",
            );
        }
        check_kinds([&confirm, &url, &sample, &roots, &with], errors);
        let mut parts = Parts { message, until, argument, key };
        let kind = if let Some(confirm) = confirm {
            parts.refuse_for("a confirmation", &["until", "argument"], errors);
            parts.demand_message("a confirmation", "confirm", &confirm.flag(errors), errors);
            Kind::Confirmation
        } else if let Some(url) = url {
            parts.refuse_for("a page", &["argument"], errors);
            parts.demand_message("a page", "url = …", url.key(), errors);
            let until = parts.until.take().and_then(|until| until.expression(errors));
            Kind::Page(Box::new(Page { url: url.expression(errors)?, until }))
        } else if let Some(sample) = sample {
            parts.refuse_for("the client's model", &["message", "until", "argument"], errors);
            Kind::Sample(sample.expression(errors)?)
        } else if let Some(roots) = roots {
            parts.refuse_for("the client's roots", &["message", "until", "argument"], errors);
            roots.flag(errors);
            Kind::Roots
        } else if let Some(with) = with {
            parts.refuse_for("`with`", &["key", "message", "until", "argument"], errors);
            Kind::With(with.expression(errors)?)
        } else {
            parts.refuse_for("a form", &["until"], errors);
            Kind::Form
        };
        let Parts { message, argument, key, .. } = parts;
        let message = message.and_then(|message| message.message(errors));
        let when = when.and_then(|when| when.expression(errors));
        let is_argument = argument.map(|argument| argument.flag(errors)).is_some();
        let required = required.map(|flag| flag.flag(errors));
        if let Some(flag) = &required {
            check_required(flag, &kind, when.is_some(), errors);
        }
        let is_required = required.is_some();
        let key = match (&kind, key) {
            (Kind::With(_), _) => None,
            (_, Some(key)) => Some(Key::Literal(key.literal(errors)?)),
            // Only a struct could have another key.
            (Kind::Form, None) => Some(Key::OfForm(names::literal_of(ident?))),
            (_, None) => Some(Key::Literal(names::literal_of(ident?))),
        };
        if let Some(Key::Literal(text) | Key::OfForm(text)) = &key
            && let Some(fault) = names::key_fault(&text.value())
        {
            errors.push(text, fault);
        }
        Some(Self { kind, key, message, when, is_required, is_argument })
    }

    /// Everything that may use what stands above the question.
    pub(super) fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let of_kind = match &self.kind {
            Kind::Page(page) => [Some(&page.url), page.until.as_ref()],
            Kind::Sample(expression) | Kind::With(expression) => [Some(expression), None],
            Kind::Form | Kind::Confirmation | Kind::Roots => [None, None],
        };
        [self.message.as_ref(), self.when.as_ref()].into_iter().chain(of_kind).flatten()
    }

    /// The key, where the macro knows it.
    pub(super) fn literal_key(&self) -> Option<&LitStr> {
        match self.key.as_ref()? {
            Key::Literal(key) => Some(key),
            Key::OfForm(_) => None,
        }
    }
}

/// Options that not every kind takes.
struct Parts {
    message: Option<Setting>,
    until: Option<Setting>,
    argument: Option<Setting>,
    key: Option<Setting>,
}

impl Parts {
    fn refuse_for(&self, kind: &str, refused: &[&str], errors: &Errors) {
        for (name, setting) in [
            ("key", &self.key),
            ("message", &self.message),
            ("until", &self.until),
            ("argument", &self.argument),
        ] {
            let Some(setting) = setting.as_ref().filter(|_| refused.contains(&name)) else {
                continue;
            };
            let why = match name {
                "key" => "what it calls asks under keys of its own",
                "message" => "there is nobody who would read it",
                "until" => "only a page, `url = …`, has something to wait for",
                _ => "an answer that the model gives in the user's place is none",
            };
            errors.push(setting.key(), format_args!("`{name}` does not go with {kind}: {why}"));
        }
    }

    fn demand_message(&self, kind: &str, option: &str, place: &Ident, errors: &Errors) {
        if self.message.is_none() {
            errors.push(
                place,
                format_args!("{kind} needs a message: write `#[ask({option}, message = \"…\")]`"),
            );
        }
    }
}

/// A no must be able to end the call, and the type must not say so already.
fn check_required(flag: &Ident, kind: &Kind, has_when: bool, errors: &Errors) {
    if matches!(kind, Kind::Sample(_) | Kind::Roots | Kind::With(_)) {
        errors.push(
            flag,
            "`required` goes with what a user can say no to: a form, `confirm` or `url`",
        );
    } else if !has_when {
        errors.push(
            flag,
            "`required` goes with `when`: without it, a parameter of the type itself ends the call on a no",
        );
    }
}

fn check_kinds(kinds: [&Option<Setting>; 5], errors: &Errors) {
    let mut kinds = kinds.into_iter().flatten();
    let Some(first) = kinds.next() else { return };
    for other in kinds {
        let (first, name) = (first.key(), other.key());
        errors.push(
            name,
            format_args!("`{first}` and `{name}` are two kinds of question: write one of them"),
        );
    }
}

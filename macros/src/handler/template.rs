//! The URI of a resource, and the variables of a template, as the macro knows them.
//!
//! What the runtime cannot match is refused here (RFC 6570, level 1 and `{+name}`).

use syn::LitStr;

use super::{kind::Kind, param::Param};
use crate::errors::Errors;

/// The text that stands first in `#[resource]` and `#[resource_template]`.
pub(super) struct Uri {
    pub(super) text: LitStr,
    variables: Vec<String>,
}

impl Uri {
    pub(super) fn new(text: LitStr, kind: Kind, errors: &Errors) -> Self {
        let value = text.value();
        let push = |message: String| errors.add(syn::Error::new(text.span(), message));
        let scheme = value.split(':').next().unwrap_or_default();
        let letters = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        if !value.contains(':') || scheme.is_empty() || !scheme.chars().all(letters) {
            push("a URI begins with its scheme, as in `config://app`".to_owned());
        }
        let mut variables = Vec::new();
        match (kind, parts(&value)) {
            (Kind::Template, Err(fault)) => push(fault),
            (Kind::Template, Ok(found)) if found.is_empty() => push(
                "a template has variables in braces, as in `notes://{id}`: without one it is a \
                 `#[resource]`"
                    .to_owned(),
            ),
            (Kind::Template, Ok(found)) => variables = found,
            (_, Ok(found)) if found.is_empty() => {}
            _ => push(
                "the URI of a resource has no braces: for one with variables write \
                 `#[resource_template(…)]`"
                    .to_owned(),
            ),
        }
        Self { text, variables }
    }

    /// Each variable is the name of a parameter.
    pub(super) fn check(&self, params: &[Param], errors: &Errors) {
        for variable in &self.variables {
            let is_read = params.iter().any(|param| {
                param.argument().is_some_and(|argument| argument.name.value() == *variable)
            });
            if !is_read {
                let text = format!(
                    "the template names `{{{variable}}}`, and no parameter has this name: add \
                     `{variable}: String`"
                );
                errors.add(syn::Error::new(self.text.span(), text));
            }
        }
    }

    /// Whether the template has this variable.
    pub(super) fn names(&self, name: &str) -> bool {
        self.variables.iter().any(|variable| variable == name)
    }
}

/// The variables, or what is wrong with the template.
fn parts(text: &str) -> Result<Vec<String>, String> {
    let mut variables: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        if before.contains('}') {
            break;
        }
        let Some((inside, behind)) = after.split_once('}') else {
            return Err("a `{` of this template is never closed".to_owned());
        };
        let name = inside.strip_prefix('+').unwrap_or(inside);
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(fits) {
            return Err(format!(
                "`{{{inside}}}` is no variable that can be matched: write `{{name}}` for one segment, or \
                 `{{+name}}` for a path"
            ));
        }
        if variables.iter().any(|known| known == name) {
            return Err(format!("the template has `{{{name}}}` twice: name each variable once"));
        }
        if behind.starts_with('{') {
            return Err(format!(
                "nothing stands between `{{{inside}}}` and the variable behind it, so that no URI can be \
                 split there: write a text between them"
            ));
        }
        variables.push(name.to_owned());
        rest = behind;
    }
    if rest.contains('}') {
        return Err("a `}` of this template was never opened".to_owned());
    }
    Ok(variables)
}

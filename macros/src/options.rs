//! The options of an attribute: `key`, `key = value`, separated by commas.
//!
//! Duplicates, unknown keys and values of the wrong kind are refused here for all macros; what an
//! option means is not known.

use proc_macro2::{Span, TokenStream};
use syn::{
    Attribute, Expr, ExprLit, Ident, Lit, LitBool, LitStr, Meta, Path, Token,
    ext::IdentExt,
    parse::{ParseStream, Parser},
    token,
};

use crate::errors::Errors;

/// One option as written; the key stays with its value so that later rules can point at it.
pub(crate) struct Setting {
    key: Ident,
    value: Option<Expr>,
}

/// The options of an attribute, taken by name.
pub(crate) struct Settings(Vec<Setting>);

/// The options of the attribute `owner`, in the order of `known`.
pub(crate) fn read<const N: usize>(
    owner: &str,
    tokens: TokenStream,
    known: [&'static str; N],
    errors: &Errors,
) -> [Option<Setting>; N] {
    let mut settings = Settings::read(owner, tokens, &known, errors);
    known.map(|name| settings.take(name))
}

impl Settings {
    /// The options of the attribute `owner` that are among `known`.
    pub(crate) fn read(owner: &str, tokens: TokenStream, known: &[&str], errors: &Errors) -> Self {
        let mut found: Vec<Setting> = Vec::new();
        for setting in settings(owner, tokens, known, errors) {
            let key = &setting.key;
            if !known.iter().any(|name| key == name) {
                errors.push(key, unknown(owner, &key.to_string(), known));
            } else if found.iter().any(|other| other.key == *key) {
                errors.push(key, format_args!("`{key}` is given twice: remove one of them"));
            } else {
                found.push(setting);
            }
        }
        Self(found)
    }

    /// The option, if it is there and was not taken.
    pub(crate) fn take(&mut self, name: &str) -> Option<Setting> {
        let position = self.0.iter().position(|setting| setting.key == name)?;
        Some(self.0.remove(position))
    }
}

/// The tokens in the parentheses of a helper attribute, such as `#[ask(…)]` on a parameter.
pub(crate) fn tokens(attribute: &Attribute, errors: &Errors) -> TokenStream {
    match &attribute.meta {
        Meta::Path(_) => TokenStream::new(),
        Meta::List(list) => list.tokens.clone(),
        Meta::NameValue(pair) => {
            let name = crate::attributes::name(attribute);
            let option = match &*name {
                "ask" => "message",
                "choice" => "title",
                _ => "name",
            };
            errors.push(
                pair.eq_token,
                format_args!("options stand in parentheses: write `#[{name}({option} = …)]`"),
            );
            TokenStream::new()
        }
    }
}

fn unknown(owner: &str, key: &str, known: &[&str]) -> String {
    format!("unknown option `{key}`: {owner} takes {}", listed(known))
}

fn nameless(owner: &str, known: &[&str]) -> String {
    format!(
        "an option has a name in front of its value, `name = …`: {owner} takes {}",
        listed(known)
    )
}

fn listed(known: &[&str]) -> String {
    let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    known.join(", ")
}

/// What could be read; after a syntax error there is nothing to go on with.
fn settings(owner: &str, tokens: TokenStream, known: &[&str], errors: &Errors) -> Vec<Setting> {
    let mut settings = Vec::new();
    let parser = |input: ParseStream<'_>| {
        while !input.is_empty() {
            settings.push(setting(input, || nameless(owner, known))?);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    };
    errors.take(parser.parse2(tokens));
    settings
}

fn setting(input: ParseStream<'_>, nameless: impl Fn() -> String) -> syn::Result<Setting> {
    let key = input.call(Ident::parse_any);
    let key = key.map_err(|error| syn::Error::new(error.span(), nameless()))?;
    if input.peek(token::Paren) {
        return Err(input.error(format_args!("write the value as `{key} = …`")));
    }
    let value = match input.parse::<Option<Token![=]>>()? {
        Some(_) => Some(bare(input.parse()?)),
        None => None,
    };
    Ok(Setting { key, value })
}

/// The expression without the invisible groups around a fragment of `macro_rules!`.
fn bare(value: Expr) -> Expr {
    let mut value = value;
    while let Expr::Group(group) = value {
        value = *group.expr;
    }
    value
}

impl Setting {
    pub(crate) fn key(&self) -> &Ident {
        &self.key
    }

    /// Any expression.
    pub(crate) fn expression(self, errors: &Errors) -> Option<Expr> {
        let Self { key, value } = self;
        if value.is_none() {
            errors.push(&key, format_args!("`{key}` needs a value: `{key} = …`"));
        }
        value
    }

    /// A text for the user: any expression, but no literal that was meant to be a format string.
    pub(crate) fn message(self, errors: &Errors) -> Option<Expr> {
        let message = self.expression(errors)?;
        if let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &message
            && let Some(name) = captured(&text.value())
        {
            errors.push(
                text,
                format_args!(
                    "the user would read `{{{name}}}` as it stands: write `message = format!(\"…\")` to have \
                     its value there"
                ),
            );
        }
        Some(message)
    }

    /// A string literal, because the macro itself has to know the text.
    pub(crate) fn literal(self, errors: &Errors) -> Option<LitStr> {
        let key = self.key.clone();
        match self.expression(errors)? {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text),
            other => {
                errors.push(other, format_args!("`{key}` takes a string literal: `{key} = \"…\"`"));
                None
            }
        }
    }

    /// A key without a value.
    pub(crate) fn flag(self, errors: &Errors) -> Ident {
        let Self { key, value } = self;
        if let Some(value) = value {
            errors.push(value, format_args!("`{key}` takes no value: write `{key}` alone"));
        }
        key
    }

    /// `true` or `false`.
    pub(crate) fn switch(self, errors: &Errors) -> Option<bool> {
        let key = self.key.clone();
        match self.expression(errors)? {
            Expr::Lit(ExprLit { lit: Lit::Bool(LitBool { value, .. }), .. }) => Some(value),
            other => {
                errors.push(other, format_args!("`{key}` takes `true` or `false`"));
                None
            }
        }
    }

    /// A path; serde's habit of writing it as a string is understood too.
    pub(crate) fn path(self, errors: &Errors) -> Option<Path> {
        let key = self.key.clone();
        match self.expression(errors)? {
            Expr::Path(path) if path.qself.is_none() => Some(path.path),
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => errors.take(text.parse()),
            other => {
                errors.push(other, format_args!("`{key}` takes a path: `{key} = my::askback`"));
                None
            }
        }
    }
}

/// The first name in braces of a text that looks like a format string.
fn captured(text: &str) -> Option<&str> {
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let inside = &rest[open + 1..];
        let close = inside.find('}')?;
        let name = inside[..close].split(':').next().unwrap_or_default();
        if syn::parse_str::<Ident>(name).is_ok() {
            return Some(&inside[..close]);
        }
        rest = &inside[close + 1..];
    }
    None
}

/// The place of an attribute as a whole, where no narrower one is known.
pub(crate) fn call_site() -> Ident {
    Ident::new("attribute", Span::call_site())
}

#[cfg(test)]
mod tests {
    use quote::{ToTokens, quote};

    use super::*;

    fn texts(tokens: TokenStream) -> Vec<String> {
        let errors = Errors::new();
        let [name, _, flag] = read("`#[tool]`", tokens, ["name", "title", "confirm"], &errors);
        name.and_then(|name| name.literal(&errors));
        flag.map(|flag| flag.flag(&errors));
        match errors.finish(Some(())) {
            Ok(()) => Vec::new(),
            Err(error) => error.into_iter().map(|error| error.to_string()).collect(),
        }
    }

    #[test]
    fn settings_come_out_in_the_order_of_the_known_names() {
        let errors = Errors::new();
        let tokens = quote!(title = "T", name = "n");
        let [name, title] = read("`#[tool]`", tokens, ["name", "title"], &errors);
        let name = name.unwrap().literal(&errors).unwrap();
        let title = title.unwrap().expression(&errors).unwrap();
        assert_eq!(name.value(), "n");
        assert_eq!(title.to_token_stream().to_string(), "\"T\"");
        errors.finish(Some(())).unwrap();
    }

    #[test]
    fn a_literal_from_a_macro_is_a_literal() {
        let literal = proc_macro2::Group::new(proc_macro2::Delimiter::None, quote!("n"));
        assert!(texts(quote!(name = #literal)).is_empty());
    }

    #[test]
    fn unknown_and_double_options_are_told_together() {
        assert_eq!(
            texts(quote!(name = "a", nam = "b", name = "c")),
            [
                "unknown option `nam`: `#[tool]` takes `name`, `title`, `confirm`",
                "`name` is given twice: remove one of them",
            ]
        );
    }

    #[test]
    fn a_value_of_the_wrong_kind_says_which_is_right() {
        assert_eq!(texts(quote!(name = 1)), ["`name` takes a string literal: `name = \"…\"`"]);
        assert_eq!(texts(quote!(name)), ["`name` needs a value: `name = …`"]);
        assert_eq!(
            texts(quote!(confirm = true)),
            ["`confirm` takes no value: write `confirm` alone"]
        );
        assert_eq!(texts(quote!(name("a"))), ["write the value as `name = …`"]);
        assert_eq!(
            texts(quote!("a")),
            ["an option has a name in front of its value, `name = …`: \
              `#[tool]` takes `name`, `title`, `confirm`"]
        );
    }
}

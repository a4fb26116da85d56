//! Doc comments as texts: descriptions of tools and arguments, titles of choices.
//!
//! Docs that are no literal (`#[doc = include_str!("…")]`) become expressions; their text is never
//! known here.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Attribute, Expr, ExprLit, Lit, Meta, spanned::Spanned};

use crate::paths::{self, Root};

/// A text that a handler shows.
pub(crate) enum Text {
    /// Known now.
    Literal(String),
    /// Doc comments of which at least one is no literal.
    Pieces(Vec<Expr>),
    /// The value of an option: anything that becomes a `String`.
    Given(Box<Expr>),
}

impl Text {
    /// The text of the doc comments, if there is any.
    pub(crate) fn of_docs(attributes: &[Attribute]) -> Option<Self> {
        let pieces: Vec<Expr> = attributes.iter().filter_map(value).map(normalized).collect();
        let literals: Option<Vec<String>> = pieces.iter().map(literal).collect();
        match literals {
            None => Some(Self::Pieces(pieces)),
            Some(lines) => {
                let text = trimmed(&lines.join("\n")).to_owned();
                (!text.is_empty()).then_some(Self::Literal(text))
            }
        }
    }

    /// The text of an option.
    pub(crate) fn given(value: Expr) -> Self {
        Self::Given(Box::new(value))
    }

    /// An expression that has the text as a `String`.
    pub(crate) fn string(&self, root: &Root) -> TokenStream {
        let (string, private) = (paths::string(), root.private());
        match self {
            // Not `String::from`, which a module without a prelude does not see.
            Self::Literal(text) => quote!(::std::borrow::ToOwned::to_owned(#text)),
            Self::Pieces(pieces) => quote!(#private::join_docs(&[#(#pieces),*])),
            Self::Given(value) => {
                let into = quote_spanned!(value.span()=> ::core::convert::Into::<#string>::into);
                quote!(#into(#value))
            }
        }
    }
}

/// The first paragraph in one line, as a title; docs that are no literal have none.
pub(crate) fn title(attributes: &[Attribute]) -> Option<String> {
    let Text::Literal(text) = Text::of_docs(attributes)? else { return None };
    let paragraph = text.lines().map(str::trim).take_while(|line| !line.is_empty());
    Some(paragraph.collect::<Vec<_>>().join(" "))
}

/// The value of `#[doc = …]`; `#[doc(hidden)]` and the like have none.
fn value(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => Some(&pair.value),
        _ => None,
    }
}

fn literal(piece: &Expr) -> Option<String> {
    match piece {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

fn normalized(piece: &Expr) -> Expr {
    let Some(text) = literal(piece) else { return piece.clone() };
    let stars = has_stars(&text);
    let lines: Vec<&str> = text.lines().map(|line| without_margin(line, stars)).collect();
    let text = syn::LitStr::new(&lines.join("\n"), piece.span());
    Expr::Lit(ExprLit { attrs: Vec::new(), lit: Lit::Str(text) })
}

/// Whether a `/** … */` comment draws a line of stars at its left.
fn has_stars(text: &str) -> bool {
    let mut rest = text.lines().skip(1).map(str::trim).filter(|line| !line.is_empty()).peekable();
    rest.peek().is_some() && rest.all(|line| line.starts_with('*'))
}

/// The line without the one space after `///`.
fn without_margin(line: &str, stars: bool) -> &str {
    let line = match line.trim_start().strip_prefix('*') {
        Some(rest) if stars => rest,
        _ => line,
    };
    line.strip_prefix(' ').unwrap_or(line).trim_end()
}

/// The text without the blank lines around it; an indented first line stays so.
fn trimmed(text: &str) -> &str {
    let text = text.trim_end();
    let blank = text.len() - text.trim_start().len();
    let start = text[..blank].rfind('\n').map_or(0, |newline| newline + 1);
    &text[start..]
}

#[cfg(test)]
mod tests {
    use syn::{ItemStruct, parse_str};

    use super::*;

    fn attributes(docs: &str) -> Vec<Attribute> {
        parse_str::<ItemStruct>(&format!("{docs}\nstruct S;")).unwrap().attrs
    }

    fn text(docs: &str) -> Option<String> {
        Text::of_docs(&attributes(docs)).map(|text| text.string(&Root::new(None)).to_string())
    }

    #[test]
    fn one_leading_space_is_dropped_and_lines_are_joined() {
        let docs = "/// Greets.\n///\n///     code\n#[doc(hidden)]";
        assert_eq!(
            text(docs).unwrap(),
            r#":: std :: borrow :: ToOwned :: to_owned ("Greets.\n\n    code")"#
        );
    }

    #[test]
    fn a_block_comment_loses_its_stars() {
        let docs = "/** First.\n  * Second.\n  */";
        assert_eq!(
            text(docs).unwrap(),
            r#":: std :: borrow :: ToOwned :: to_owned ("First.\nSecond.")"#
        );
    }

    #[test]
    fn no_docs_and_empty_docs_are_no_text() {
        assert_eq!(text(""), None);
        assert_eq!(text("///\n///"), None);
    }

    #[test]
    fn docs_that_are_no_literal_are_joined_at_run_time() {
        assert_eq!(
            text("/// A\n#[doc = include_str!(\"x.md\")]").unwrap(),
            r#":: askback :: __private :: join_docs (& ["A" , include_str ! ("x.md")])"#
        );
    }

    #[test]
    fn a_title_is_the_first_paragraph_in_one_line() {
        let docs = attributes("/// Very\n/// large\n///\n/// More.");
        assert_eq!(title(&docs).unwrap(), "Very large");
    }
}

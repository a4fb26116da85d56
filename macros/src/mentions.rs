//! Which names an expression mentions.
//!
//! Two answers to two questions: [`any`] never misses a name (a question that is asked later than
//! it could be does no harm), [`free`] leaves out what the expression binds itself (an error about
//! a name that is not meant does). Neither knows what the names stand for.

use std::collections::HashSet;

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Expr, ExprAssign, ExprPath, Lit, Macro, PatIdent, Token,
    parse::Parser,
    punctuated::Punctuated,
    visit::{self, Visit},
};

use crate::names::plain;

/// All names in the expression's tokens and in the braces of its string literals, except those
/// after a `.` and after `::`.
pub(crate) fn any(expression: &Expr) -> HashSet<String> {
    let mut found = Vec::new();
    scan(expression.to_token_stream(), &mut found);
    found.iter().map(plain).collect()
}

/// The names that the expression uses and does not bind.
pub(crate) fn free(expression: &Expr) -> Vec<Ident> {
    let mut uses = Uses::default();
    uses.visit_expr(expression);
    let Uses { used, bound } = uses;
    used.into_iter().filter(|name| !bound.contains(&plain(name))).collect()
}

fn scan(tokens: TokenStream, found: &mut Vec<Ident>) {
    let mut before = Before::default();
    for token in tokens {
        match &token {
            TokenTree::Group(group) => scan(group.stream(), found),
            TokenTree::Ident(name) if !before.hides_a_name() => found.push(name.clone()),
            TokenTree::Literal(literal) => found.extend(captures_of(literal)),
            _ => {}
        }
        before.note(&token);
    }
}

/// The two characters of punctuation in front of a token.
#[derive(Default)]
struct Before([Option<char>; 2]);

impl Before {
    fn note(&mut self, token: &TokenTree) {
        let mark = match token {
            TokenTree::Punct(mark) => Some(mark.as_char()),
            _ => None,
        };
        self.0 = [self.0[1], mark];
    }

    /// After a single `.` stands a field or method, after `::` an item, after `'` a lifetime.
    fn hides_a_name(&self) -> bool {
        matches!(self.0, [first, Some('.')] if first != Some('.'))
            || matches!(self.0, [Some(':'), Some(':')] | [_, Some('\'')])
    }
}

fn captures_of(literal: &Literal) -> Vec<Ident> {
    match Lit::new(literal.clone()) {
        Lit::Str(text) => captures(&text.value(), text.span()),
        _ => Vec::new(),
    }
}

/// The names that a format string captures: `{name}`, `{name:?}`, `{:>width$}`, `{:.prec$}`.
fn captures(text: &str, span: Span) -> Vec<Ident> {
    let inside = text.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let words = inside.flat_map(|(inside, _)| {
        let (name, format) = inside.split_once(':').unwrap_or((inside, ""));
        let widths = format.split('$').rev().skip(1).map(last_word);
        [name.trim()].into_iter().chain(widths)
    });
    words.filter_map(|word| name_of(word, span)).collect()
}

/// The name before a `$`, without the flags of the format.
fn last_word(format: &str) -> &str {
    let start = format.rfind(|c: char| !c.is_alphanumeric() && c != '_');
    let word = start.map_or(format, |start| &format[start..]);
    word.trim_start_matches(|c: char| !c.is_alphabetic() && c != '_')
}

fn name_of(word: &str, span: Span) -> Option<Ident> {
    let mut name = syn::parse_str::<Ident>(word).ok()?;
    name.set_span(span);
    Some(name)
}

#[derive(Default)]
struct Uses {
    used: Vec<Ident>,
    bound: HashSet<String>,
}

impl<'ast> Visit<'ast> for Uses {
    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        self.used.extend(path.path.get_ident().cloned());
        visit::visit_expr_path(self, path);
    }

    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        self.bound.insert(plain(&pattern.ident));
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        let arguments = Punctuated::<Expr, Token![,]>::parse_terminated;
        match arguments.parse2(call.tokens.clone()) {
            Ok(arguments) => arguments.iter().for_each(|argument| self.macro_argument(argument)),
            // A syntax of its own: every name in it counts.
            Err(_) => scan(call.tokens.clone(), &mut self.used),
        }
    }
}

impl Uses {
    /// An argument of `format!` and its like, where `name = value` binds a name.
    fn macro_argument(&mut self, argument: &Expr) {
        match argument {
            Expr::Assign(ExprAssign { left, right, .. }) => {
                self.bound.insert(left.to_token_stream().to_string());
                self.visit_expr(right);
            }
            Expr::Lit(literal) => {
                if let Lit::Str(text) = &literal.lit {
                    self.used.extend(captures(&text.value(), text.span()));
                }
            }
            other => self.visit_expr(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use syn::parse_str;

    use super::*;

    fn all(expression: &str) -> Vec<String> {
        let names = any(&parse_str(expression).unwrap());
        names.into_iter().collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn unbound(expression: &str) -> Vec<String> {
        free(&parse_str(expression).unwrap()).iter().map(plain).collect()
    }

    #[test]
    fn names_in_format_strings_are_mentions() {
        assert_eq!(
            all(r#""{name:>width$} {:.prec$} {other:?} {0} {{no}}""#),
            ["name", "no", "other", "prec", "width"]
        );
        assert_eq!(unbound(r#"format!("{n:08} {t:>0w$}")"#), ["n", "t", "w"]);
    }

    #[test]
    fn fields_methods_and_path_tails_are_no_mentions() {
        assert_eq!(all("a.b.c(d).0"), ["a", "d"]);
        assert_eq!(all("x..y"), ["x", "y"]);
        assert_eq!(all("m::who(z)"), ["m", "z"]);
        assert_eq!(all("r#type"), ["type"]);
    }

    #[test]
    fn what_the_expression_binds_is_not_free() {
        assert_eq!(unbound("match a { Some(b) => b, None => c }"), ["a", "c"]);
        assert_eq!(unbound("xs.iter().map(|b| b + n)"), ["xs", "n"]);
        assert_eq!(unbound(r#"format!("{b} {c}", b = a)"#), ["c", "a"]);
        assert_eq!(unbound(r#"{ let b = a; format!("{b}") }"#), ["a"]);
        assert_eq!(unbound("S { b: 1, c }"), ["c"]);
    }

    #[test]
    fn a_plain_text_uses_no_names_and_is_only_ordered_by_them() {
        assert!(unbound(r#""use {b}""#).is_empty());
        assert_eq!(all(r#""use {b}""#), ["b"]);
    }

    #[test]
    fn a_macro_with_its_own_syntax_uses_every_name_in_it() {
        assert_eq!(unbound("own!(a => b; c)"), ["a", "b", "c"]);
    }
}

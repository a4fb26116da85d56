//! Tests of what `#[tool]` and `#[handlers]` come to.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Item;

use super::super::{expand as expand_as, expand_block, kind};

fn expand(options: TokenStream, function: TokenStream) -> String {
    expand_as(kind::Kind::Tool, options, function).to_string()
}

#[test]
fn a_tool_with_errors_keeps_its_type_its_constructor_and_its_call() {
    let output = expand_as(
        kind::Kind::Tool,
        quote!(titel = "x"),
        quote!(
            pub async fn greet(#[ask] who: Answer<Name>, #[arg(name = "c")] city: String) -> u8 {
                1
            }
        ),
    );
    let file: syn::File = syn::parse2(output.clone()).unwrap();
    let kinds = file.items.iter().map(|item| match item {
        Item::Macro(_) => "error",
        Item::Struct(_) => "type",
        Item::Fn(_) => "constructor",
        Item::Impl(item) if item.trait_.is_some() => "trait",
        Item::Impl(_) => "call",
        _ => "other",
    });
    assert_eq!(
        kinds.collect::<Vec<_>>(),
        ["error", "type", "constructor", "call", "trait", "trait"]
    );
    let text = output.to_string();
    assert!(text.contains("city : String) -> u8 { 1 }"), "{text}");
    assert!(!text.contains("# [ask") && !text.contains("# [arg"), "{text}");
}

#[test]
fn a_parameter_that_a_message_uses_is_used() {
    let text = expand(
        quote!(),
        quote!(
            async fn f(a: u8, b: u8, #[ask(message = format!("{a}"))] c: C) {}
        ),
    );
    let call = "fn call (# [allow (unused_variables)] a : u8 , b : u8 , c : C)";
    assert!(text.contains(call), "{text}");
}

#[test]
fn a_method_with_the_attribute_stays_a_method() {
    let text = expand(
        quote!(),
        quote!(
            async fn f(&self, #[ask] a: A) {}
        ),
    );
    assert!(text.ends_with("async fn f (& self , a : A) { }"), "{text}");
    assert!(!text.contains("struct"), "{text}");
}

#[test]
fn attributes_go_where_they_belong() {
    let output = expand_as(
        kind::Kind::Tool,
        quote!(),
        quote! {
            /// Docs.
            #[cfg(unix)]
            #[allow(dead_code)]
            #[inline]
            fn f(#[allow(unused)] a: u8) {}
        },
    );
    let text = output.to_string();
    let count = |part: &str| text.matches(part).count();
    assert_eq!(count("# [cfg (unix)]"), 4, "type, constructor, call and trait: {text}");
    assert_eq!(count("doc = r\" Docs.\""), 2, "type and constructor: {text}");
    assert_eq!(count("# [inline]"), 1, "call: {text}");
    assert!(text.contains("call (# [allow (unused)] a : u8)"), "{text}");
}

#[test]
fn questions_of_one_round_are_asked_together_and_others_alone() {
    let text = expand(
        quote!(),
        quote! {
            async fn f(
                #[ask] a: A,
                #[ask(key = "k", message = "m")] b: A,
                #[ask(message = g(&b))] c: A,
            ) {}
        },
    );
    assert_eq!(text.matches("pin ! (async").count(), 2, "{text}");
    assert_eq!(text.matches(":: all (").count(), 1, "{text}");
    assert!(text.contains(". ask (cx , \"k\" , :: core :: convert :: Into"), "{text}");
    assert!(text.contains(":: into (\"m\")) . await"), "{text}");
    assert!(text.contains(". ask (cx , __ASKBACK_KEY_2 , :: core :: convert :: Into"), "{text}");
    assert!(text.contains(":: into (g (& b))) . await ?"), "{text}");
    assert_eq!(text.matches(":: assert_message (").count(), 1, "only `a` has none: {text}");
    assert_eq!(text.matches(":: assert_distinct (").count(), 2, "`b` and `c`: {text}");
}

#[test]
fn a_plain_function_runs_where_it_may_block() {
    let text = expand(
        quote!(),
        quote!(
            fn f(a: u8) -> u8 {
                a
            }
        ),
    );
    let call = ":: askback :: __private :: blocking (move || f :: call (a)) . await ?";
    assert!(text.contains(call), "{text}");
}

#[test]
fn a_chosen_return_type_is_not_written_out() {
    let text = expand(
        quote!(),
        quote!(
            async fn f() -> impl IntoReply {
                1
            }
        ),
    );
    assert!(text.contains(":: replies () . of (f :: call () . await)"), "{text}");
}

/// Nothing that generated code names depends on what the user has in scope.
#[test]
fn every_path_is_absolute() {
    let output = expand_as(
        kind::Kind::Tool,
        quote!(title = "t", crate = mine),
        quote!(
            async fn f(#[arg(description = "d")] a: u8, #[ask] b: B, #[ask] c: B) {}
        ),
    );
    assert_eq!(relative(output), ["B", "__ASKBACK_KEY_1", "__ASKBACK_KEY_2", "f", "u8"]);
    let output = expand_block(
        quote!(crate = mine),
        &quote! {
            impl S {
                #[resource_template("a://{a}")]
                fn f(&self, #[arg(description = "d")] a: u8, #[ask] b: B) {}
            }
        },
    );
    assert_eq!(relative(output), ["B", "S", "Self", "__ASKBACK_KEY_1", "u8"]);
}

/// The first segments of all relative paths but those of local variables.
fn relative(output: TokenStream) -> Vec<String> {
    let file: syn::File = syn::parse2(output).unwrap();
    let mut paths = Relative(Vec::new());
    syn::visit::visit_file(&mut paths, &file);
    paths.0.sort();
    paths.0.dedup();
    let is_local = |name: &String| {
        ["answer_", "source_", "field_"].iter().any(|start| name.starts_with(start))
            || ["a", "b", "c", "cx", "arguments", "service", "self", "all"].contains(&&**name)
    };
    paths.0.retain(|name| !is_local(name));
    paths.0
}

/// The first segments of paths that start nowhere absolute.
struct Relative(Vec<String>);

impl<'ast> syn::visit::Visit<'ast> for Relative {
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let first = path.segments.first().unwrap().ident.to_string();
        if path.leading_colon.is_none() && first != "mine" {
            self.0.push(first);
        }
        syn::visit::visit_path(self, path);
    }
}

//! What the macros make of one example for each feature, beside the examples in `tests/expand`, so
//! that a change of generated code is seen in review.
//!
//! It says nothing of whether the code is right; the tests against the wire do.

use std::{fs, path::Path};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Item, Meta};

use crate::{attributes, choice, form, handler};

#[test]
fn expansions_are_those_that_were_reviewed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expand");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".expanded.rs").is_none().then_some(name))
        .filter_map(|name| Some(name.strip_suffix(".rs")?.to_owned()))
        .collect();
    names.sort();
    assert!(names.len() >= 7, "there is one for each feature: {names:?}");
    let overwrite = std::env::var("EXPAND").is_ok_and(|value| value == "overwrite");
    let mut changed = Vec::new();
    for name in names {
        let input = fs::read_to_string(folder.join(format!("{name}.rs"))).unwrap();
        let found = expanded(&input);
        let place = folder.join(format!("{name}.expanded.rs"));
        if overwrite {
            fs::write(&place, &found).unwrap();
        }
        let kept = fs::read_to_string(&place).unwrap_or_default();
        if kept != found {
            changed.push(format!("--- {name}\n{found}"));
        }
    }
    let how = "if they are right: EXPAND=overwrite cargo test --package askback-macros snapshots";
    assert!(changed.is_empty(), "{}\n{how}", changed.join("\n"));
}

/// The file with our attributes expanded.
fn expanded(input: &str) -> String {
    let file = syn::parse_file(input).unwrap();
    let items: TokenStream = file.items.into_iter().map(expand).collect();
    let text = prettyplease::unparse(&syn::parse2(items).unwrap());
    assert!(!text.contains("compile_error"), "an example has no mistakes: {text}");
    text
}

fn expand(mut item: Item) -> TokenStream {
    let attributes = match &mut item {
        Item::Fn(item) => &mut item.attrs,
        Item::Struct(item) => &mut item.attrs,
        Item::Enum(item) => &mut item.attrs,
        Item::Impl(item) => &mut item.attrs,
        _ => panic!("an example is a function, a struct, an enum or a block"),
    };
    let ours = [
        "tool",
        "prompt",
        "resource",
        "resource_template",
        "complete",
        "handlers",
        "ask",
        "choice",
    ];
    let taken = attributes::take(attributes, &ours);
    let [attribute] = &*taken else { panic!("an example has one attribute of ours") };
    let (options, item) = (options(attribute), item.into_token_stream());
    match &*attributes::name(attribute) {
        "tool" => handler::expand(handler::Kind::Tool, options, item),
        "prompt" => handler::expand(handler::Kind::Prompt, options, item),
        "resource" => handler::expand(handler::Kind::Resource, options, item),
        "resource_template" => handler::expand(handler::Kind::Template, options, item),
        "complete" => handler::expand(handler::Kind::Completer, options, item),
        "handlers" => handler::expand_block(options, &item),
        "ask" => form::expand(options, item),
        _ => choice::expand(options, item),
    }
}

fn options(attribute: &Attribute) -> TokenStream {
    match &attribute.meta {
        Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    }
}

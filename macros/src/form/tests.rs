//! Tests of `#[ask]` on a struct, from its tokens.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Item, ItemStruct, parse_quote};

use super::model::{self, Form};
use crate::{errors::Errors, paths::Root, stand_in};

/// The error texts, each with the source it underlines.
fn texts(options: &str, item: &str) -> Vec<(String, String)> {
    let errors = Errors::new();
    let (_, options) = model::options(options.parse().unwrap(), &errors);
    let form = Form::new(options, syn::parse_str(item).unwrap(), &errors);
    let Err(error) = errors.finish(form) else { return Vec::new() };
    let place = |error: &syn::Error| error.span().source_text().unwrap_or_default();
    error.into_iter().map(|error| (place(&error), error.to_string())).collect()
}

fn assert_errors(options: &str, item: &str, expected: &[(&str, &str)]) {
    let found = texts(options, item);
    let found: Vec<_> = found.iter().map(|(place, text)| (&**place, &**text)).collect();
    assert_eq!(found, expected, "{item}");
}

/// The checked types, as statements.
fn checks(item: ItemStruct) -> String {
    let errors = Errors::new();
    let (_, options) = model::options(TokenStream::new(), &errors);
    let form = Form::new(options, Item::Struct(item), &errors);
    let form = errors.finish(form).map_err(|error| error.to_string()).unwrap();
    let root = Root::new(Some(parse_quote!(a)));
    form.checks().iter().map(|check| check.statement(&root).to_string()).collect()
}

#[test]
fn checks_come_before_the_derives_and_the_derives_before_the_struct() {
    let text = super::expand(
        quote!(key = "who", message = "Your name?"),
        quote! {
            /// Who.
            #[serde(rename_all = "UPPERCASE")]
            struct Name { name: String }
        },
    );
    let text = text.to_string();
    let parts = [
        ":: __private :: field :: < String > ()",
        "# [derive (:: askback :: __private :: serde :: Deserialize",
        "Who.",
        "rename_all",
        "struct Name",
        "KEY : :: core :: option :: Option < & 'static :: core :: primitive :: str > = \
         :: core :: option :: Option :: Some (\"who\")",
        "Some (\"Your name?\")",
        "FORM . of :: < Self > ()",
    ];
    let places: Vec<Option<usize>> = parts.iter().map(|part| text.find(part)).collect();
    assert!(places.iter().all(Option::is_some), "{places:?} {text}");
    assert!(places.is_sorted(), "{places:?} {text}");
}

#[test]
fn fields_that_are_not_asked_for_are_not_checked() {
    let found = checks(parse_quote! {
        struct S {
            #[serde(skip)] a: A,
            #[serde(rename = "x", skip_deserializing)] b: B,
            #[serde(flatten)] c: C,
            #[schemars(with = "D")] d: Other,
            #[serde(with = "module")] e: E,
            #[schemars(schema_with = "function")] f: F,
            g: Option<Box<Self>>,
            #[cfg(unix)] h: H,
        }
    });
    let expected = quote! {
        a::__private::flattened::<C>();
        a::__private::field::<D>();
    };
    let last = quote!(#[cfg(unix)] a::__private::field::<H>(););
    let joined: String = [expected.to_string(), last.to_string()].concat();
    let squeeze = |text: &str| text.replace(' ', "");
    assert_eq!(squeeze(&found), squeeze(&joined));
}

#[test]
fn without_derive_none_is_added() {
    let text = super::expand(
        quote!(derive = false),
        quote!(
            struct Name {
                name: String,
            }
        ),
    )
    .to_string();
    assert!(!text.contains("# [derive"), "{text}");
    assert!(text.contains("impl :: askback :: __private :: Elicit for Name"), "{text}");
}

#[test]
fn only_a_struct_with_named_fields_is_a_form() {
    assert_errors(
        "",
        "enum E { A }",
        &[("enum", "a form is a struct: use `#[choice]` for an enum of choices")],
    );
    let text = "a form is a struct with named fields, such as `struct S { name: String }`";
    assert_errors("", "struct S(String);", &[("(String)", text)]);
    assert_errors("", "struct S;", &[("S", text)]);
    assert_errors(
        "",
        "struct S<T> { a: T }",
        &[(
            "T",
            "a form has no generics and no lifetimes: write out the types, and `String` for a text",
        )],
    );
    assert!(texts("", "fn f() {}")[0].1.starts_with("`#[ask]` stands on a struct"));
}

#[test]
fn options_and_fields_are_judged_together() {
    assert_errors(
        "keyy = \"a\", key = \"roots_1\"",
        "struct S { #[ask] a: A, #[ask(key = \"x\")] b: B }",
        &[
            (
                "keyy",
                "unknown option `keyy`: `#[ask]` on a struct takes `key`, `message`, `derive`, `unchecked`, `crate`",
            ),
            (
                "\"roots_1\"",
                "`roots_1` is reserved for questions without a key: write another, such as `\"who\"`",
            ),
            (
                "#[ask]",
                "every field is asked for: remove `#[ask]`, and write what the user reads as a doc \
                 comment",
            ),
            ("key", "unknown option `key`: `#[ask]` on a field takes `allow_secret`, `unchecked`"),
        ],
    );
}

#[test]
fn a_form_with_errors_is_emitted_without_helper_attributes_and_still_a_form() {
    let text = stand_in::item(
        quote! {
            #[serde(default)]
            struct S(#[ask] #[serde(skip)] #[schemars(title = "a")] u8);
        },
        "ask",
        stand_in::form,
        &Root::new(None),
    );
    let text = text.to_string();
    assert!(text.starts_with("struct S (u8) ;"), "{text}");
    assert!(text.contains("Deserialize < 'de > for S"), "{text}");
    assert!(text.contains("Elicit for S"), "{text}");
}

#[test]
fn attributes_that_a_derive_below_reads_stay() {
    let text = stand_in::item(
        quote!(
            #[derive(Deserialize)]
            struct S {
                #[serde(skip)]
                #[schemars(title = "a")]
                a: u8,
            }
        ),
        "ask",
        stand_in::form,
        &Root::new(None),
    );
    let text = text.to_string();
    assert!(text.contains("serde (skip)"), "{text}");
    assert!(!text.contains("schemars (title"), "{text}");
    assert!(!text.contains("Deserialize < 'de > for S"), "{text}");
}

#[test]
fn a_field_that_looks_like_a_secret_is_refused_unless_its_author_knows_better() {
    let found =
        texts("", "struct S { password: String, #[ask(allow_secret)] tokens: u32, name: String }");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, "password");
    assert!(found[0].1.contains("`cx.open_url(…)`") && found[0].1.contains("allow_secret"));
}

#[test]
fn an_unchecked_field_or_form_has_no_checks() {
    assert!(
        checks(parse_quote!(
            struct S {
                #[ask(unchecked)]
                a: A,
            }
        ))
        .is_empty()
    );
    let whole = super::expand(
        quote!(unchecked),
        quote!(
            struct S {
                a: A,
            }
        ),
    )
    .to_string();
    assert!(!whole.contains("field ::"), "{whole}");
}

#[test]
fn braces_in_a_plain_message_are_told() {
    let found = texts("message = \"Hello {name}, {{x}} {}\"", "struct S { a: String }");
    assert!(found[0].1.contains("`{name}`") && found[0].1.contains("format!"), "{found:?}");
    assert!(texts("message = \"{} or {0} or {a b}\"", "struct S { a: String }").is_empty());
}

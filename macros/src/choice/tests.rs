//! Tests of `#[choice]`, from its tokens.

use quote::quote;

use super::model::{self, Choice};
use crate::{errors::Errors, paths::Root, stand_in};

/// The error texts, each with the source it underlines.
fn texts(options: &str, item: &str) -> Vec<(String, String)> {
    let errors = Errors::new();
    let (_, options) = model::options(options.parse().unwrap(), &errors);
    let choice = Choice::new(options, syn::parse_str(item).unwrap(), &errors);
    let Err(error) = errors.finish(choice) else { return Vec::new() };
    let place = |error: &syn::Error| error.span().source_text().unwrap_or_default();
    error.into_iter().map(|error| (place(&error), error.to_string())).collect()
}

fn assert_errors(item: &str, expected: &[(&str, &str)]) {
    let found = texts("", item);
    let found: Vec<_> = found.iter().map(|(place, text)| (&**place, &**text)).collect();
    assert_eq!(found, expected, "{item}");
}

/// The trap of feasibility part 7: schemars moves documented variants out of their order.
#[test]
fn variants_are_listed_in_their_order_with_their_titles() {
    let output = super::expand(
        quote!(),
        quote! {
            enum Size {
                /// Very
                /// small
                ///
                /// Really.
                Small,
                Plain,
                /// Docs.
                #[choice(title = "Big one")]
                Big,
                #[schemars(title = "Old")]
                Old,
                #[serde(skip)]
                Hidden,
                #[serde(other)]
                Unknown,
                #[cfg(unix)]
                Unix,
            }
        },
    );
    let option = quote!(::core::option::Option);
    let schema = quote! {
        ::askback::__private::choice_schema(&[
            ::askback::__private::variant(&Self::Small, #option::Some("Very small")),
            ::askback::__private::variant(&Self::Plain, #option::None),
            ::askback::__private::variant(&Self::Big, #option::Some("Big one")),
            ::askback::__private::variant(&Self::Old, #option::Some("Old")),
            #[cfg(unix)]
            ::askback::__private::variant(&Self::Unix, #option::None)
        ])
    };
    let text = output.to_string();
    assert!(text.contains(&schema.to_string()), "{text}");
    assert!(!text.contains("# [choice") && !text.contains("# [schemars"), "{text}");
    assert!(text.contains("# [serde (skip)] Hidden"), "{text}");
}

#[test]
fn serde_is_derived_and_the_schema_is_not() {
    let text = super::expand(
        quote!(),
        quote!(
            #[derive(Debug, Serialize)]
            enum E {
                A,
            }
        ),
    )
    .to_string();
    assert!(
        text.starts_with("# [derive (:: askback :: __private :: serde :: Deserialize)]"),
        "{text}"
    );
    assert!(
        text.contains("impl :: askback :: __private :: schemars :: JsonSchema for E"),
        "{text}"
    );
    assert!(text.contains("impl :: askback :: __private :: Field for E"), "{text}");
    assert!(text.contains("impl :: askback :: __private :: Choice for E"), "{text}");
    let bare = super::expand(
        quote!(derive = false),
        quote!(
            enum E {
                A,
            }
        ),
    )
    .to_string();
    assert!(!bare.contains("# [derive"), "{bare}");
}

#[test]
fn only_an_enum_of_unit_variants_is_a_choice() {
    assert_errors(
        "struct S { a: u8 }",
        &[("struct", "a choice is an enum of unit variants: use `#[ask]` for a struct")],
    );
    assert_errors(
        "enum E { A(u8), B { c: u8 }, D }",
        &[
            ("(u8)", "a choice has no data: write `A` alone"),
            ("{ c: u8 }", "a choice has no data: write `B` alone"),
        ],
    );
    let nothing =
        "a choice has at least one variant that can be chosen: write one, such as `Other`";
    assert_errors("enum E {}", &[("E", nothing)]);
    assert_errors("enum E { #[serde(skip)] A }", &[("E", nothing)]);
    assert_errors(
        "enum E<T> { A }",
        &[("T", "a choice has no generics and no lifetimes: its variants carry no data")],
    );
}

#[test]
fn what_would_change_the_text_on_the_wire_is_refused() {
    assert_errors(
        "#[derive(schemars::JsonSchema)] #[serde(tag = \"t\")] #[schemars(inline)] \
         enum E { #[serde(skip_serializing)] A, #[schemars(rename = \"x\")] B }",
        &[
            (
                "schemars::JsonSchema",
                "`#[choice]` writes `JsonSchema` itself: remove it from the derive",
            ),
            (
                "tag = \"t\"",
                "a choice is sent as a plain string, which `tag` would change: remove it",
            ),
            (
                "#[schemars(inline)]",
                "`#[choice]` writes the schema itself: a variant takes `#[choice(title = \"…\")]`, \
                 and names come from `#[serde(…)]`",
            ),
            (
                "skip_serializing",
                "a variant that can be chosen needs a name: use `skip` to hide it",
            ),
            (
                "rename = \"x\"",
                "`#[choice]` writes the schema itself: of schemars' options a variant takes \
                 `title`, and names come from `#[serde(rename = \"…\")]`",
            ),
        ],
    );
}

#[test]
fn a_variant_has_one_title() {
    assert_errors(
        "enum E { #[choice(title = \"a\")] #[schemars(title = \"b\")] A, #[choice(name = \"x\")] B }",
        &[
            ("\"b\"", "the title of this variant is given twice: remove one of them"),
            ("name", "unknown option `name`: `#[choice]` on a variant takes `title`"),
        ],
    );
}

#[test]
fn a_choice_with_errors_is_emitted_without_helper_attributes_and_still_a_choice() {
    let item = quote!(
        enum E {
            #[choice(titl = "x")]
            #[serde(rename = "a")]
            A(u8),
        }
    );
    let text = stand_in::item(item, "choice", stand_in::choice, &Root::new(None)).to_string();
    assert!(text.starts_with("enum E { A (u8) , }"), "{text}");
    for bound in ["Deserialize < 'de >", "Serialize", "JsonSchema", "Field", "Choice"] {
        assert!(text.contains(&format!("{bound} for E")), "{bound}: {text}");
    }
}

//! Tests of `#[tool]` from its tokens: models, error texts and what they underline.

mod expansions;

use super::{kind, model::Handler, parse, question::Kind};
use crate::errors::Errors;

/// The model, or the error texts, each with the source it underlines.
fn model(options: &str, function: &str) -> Result<Handler, Vec<(String, String)>> {
    let errors = Errors::new();
    let (_, options) = parse::options(kind::Kind::Tool, options.parse().unwrap(), &errors);
    let function = errors.take(parse::function(kind::Kind::Tool, &function.parse().unwrap()));
    let tool =
        function.as_ref().and_then(|function| Handler::new(options, function, false, &errors));
    errors.finish(tool).map_err(|error| {
        let each = error.into_iter();
        let place = |error: &syn::Error| error.span().source_text().unwrap_or_default();
        each.map(|error| (place(&error), error.to_string())).collect()
    })
}

fn texts(options: &str, function: &str) -> Vec<(String, String)> {
    model(options, function).err().unwrap_or_default()
}

fn assert_errors(function: &str, expected: &[(&str, &str)]) {
    let found = texts("", function);
    let found: Vec<_> = found.iter().map(|(place, text)| (&**place, &**text)).collect();
    assert_eq!(found, expected, "{function}");
}

/// The names of the questions, round by round.
fn rounds(function: &str) -> Vec<Vec<String>> {
    let tool = model("", function).map_err(|errors| format!("{errors:?}")).unwrap();
    let name = |at: &usize| tool.params()[*at].ident().to_string();
    tool.rounds().iter().map(|round| round.iter().map(name).collect()).collect()
}

#[test]
fn a_question_is_asked_one_round_after_the_latest_answer_it_uses() {
    let found = rounds(
        r#"async fn f(
            n: u8,
            #[ask(message = "one")] a: A,
            #[ask(message = format!("{n} {a:?}"))] b: A,
            #[ask(message = format!("{}", n))] c: A,
            #[ask(message = match &b { Some(c) => c.text(), None => a.text() })] d: A,
        ) {}"#,
    );
    assert_eq!(found, [vec!["a", "c"], vec!["b"], vec!["d"]]);
}

#[test]
fn a_capture_in_a_format_string_is_a_use() {
    let found = rounds(
        r#"async fn f(#[ask] who: A, #[ask(message = format!("{:>who$}", 1))] b: A, #[ask] c: A) {}"#,
    );
    assert_eq!(found, [vec!["who", "c"], vec!["b"]]);
}

#[test]
fn a_field_or_method_of_the_same_name_is_no_use() {
    let found =
        rounds(r#"async fn f(n: N, #[ask] a: A, #[ask(message = n.a.to_string())] b: A) {}"#);
    assert_eq!(found, [["a", "b"]]);
}

#[test]
fn raw_names_are_the_same_names() {
    let tool = model("", "async fn r#fn(#[ask(key = \"k\")] r#type: A, r#in: u8) {}").ok().unwrap();
    assert_eq!(tool.name().value(), "fn");
    assert_eq!(tool.params()[1].argument().unwrap().name.value(), "in");
    assert_eq!(
        rounds("async fn f(#[ask] r#type: A, #[ask(message = m(r#type))] b: A) {}").len(),
        2
    );
}

#[test]
fn a_later_name_is_an_error_at_its_use() {
    assert_errors(
        r#"async fn f(#[ask(message = format!("{b}"))] a: A, #[ask] b: A) {}"#,
        &[(
            r#""{b}""#,
            "`a` uses `b`, which is asked later: move `b` above `a`, because a question may use only \
             arguments and answers above it",
        )],
    );
    assert_errors(
        "async fn f(#[ask(message = city.clone())] a: A, city: String) {}",
        &[(
            "city",
            "`a` uses `city`, which is written below it: move `city` above `a`, because a question may \
             use only arguments and answers above it",
        )],
    );
}

#[test]
fn a_later_name_that_the_message_binds_itself_is_no_error() {
    assert_errors("async fn f(#[ask(message = x().map(|b| b.0))] a: A, #[ask] b: A) {}", &[]);
    assert_errors("async fn f(b: u8, #[ask(message = format!(\"{b}\"))] a: A) {}", &[]);
}

#[test]
fn the_second_of_two_equal_keys_is_refused() {
    assert_errors(
        r#"async fn f(#[ask(key = "k")] a: A, #[ask(key = "k")] b: A) {}"#,
        &[(
            r#""k""#,
            "the key `k` is already used by another question of this handler: write another with \
             `#[ask(key = \"…\")]`",
        )],
    );
    assert_errors(
        r#"async fn f(#[ask(key = "ok")] a: A, #[ask(confirm, message = "?")] ok: bool) {}"#,
        &[(
            "ok",
            "the key `ok` is already used by another question of this handler: write another with \
             `#[ask(key = \"…\")]`",
        )],
    );
}

#[test]
fn reserved_and_empty_keys_are_refused() {
    let found =
        texts("", r#"async fn f(#[ask(key = "sampling_1")] a: A, #[ask(key = "")] b: A) {}"#);
    assert!(found[0].1.starts_with("`sampling_1` is reserved"), "{found:?}");
    assert!(found[1].1.starts_with("a key is not empty: write one"), "{found:?}");
    let found = texts("", "async fn f(#[ask] elicitation_1: A) {}");
    assert_eq!(found[0].0, "elicitation_1");
}

#[test]
fn two_arguments_of_one_name_are_refused() {
    assert_errors(
        r#"async fn f(a: u8, #[arg(name = "a")] b: u8) {}"#,
        &[(
            r#""a""#,
            "the name `a` is already used by another argument of this tool: write another with \
             `#[arg(name = \"…\")]`",
        )],
    );
    // A reference is something of the call and takes no name away.
    assert_errors(r#"async fn f(cx: &Context, #[arg(name = "cx")] b: u8) {}"#, &[]);
}

#[test]
fn a_confirmation_needs_a_message() {
    assert_errors(
        "async fn f(#[ask(confirm)] ok: Confirmed) {}",
        &[("confirm", "a confirmation needs a message: write `#[ask(confirm, message = \"…\")]`")],
    );
    let tool = model("", r#"fn f(#[ask(confirm, message = "?")] ok: bool) {}"#).ok().unwrap();
    let question = tool.params()[0].question().unwrap();
    assert!(matches!(question.kind, Kind::Confirmation));
    assert_eq!(question.literal_key().unwrap().value(), "ok");
}

#[test]
fn a_parameter_has_one_role_and_one_attribute_of_each_kind() {
    assert_errors(
        "async fn f(#[ask] #[arg(name = \"b\")] a: A) {}",
        &[(
            "#[arg(name = \"b\")]",
            "a parameter is either asked for with `#[ask]` or an argument with `#[arg]`: remove one \
             of them",
        )],
    );
    assert_errors(
        "async fn f(#[ask] #[ask(key = \"b\")] a: A) {}",
        &[("#[ask(key = \"b\")]", "`#[ask]` stands here twice: write all options into one")],
    );
    assert_errors(
        "async fn f(/** Docs. */ #[ask] a: A, #[cfg(unix)] b: u8) {}",
        &[
            (
                "/** Docs. */",
                "the user never sees the docs of a question: write `#[ask(message = \"…\")]`, and docs \
             on the fields of its struct",
            ),
            ("#[cfg(unix)]", "a parameter has no conditions: put `#[cfg(…)]` on the tool"),
        ],
    );
}

#[test]
fn what_does_not_go_with_a_kind_is_told() {
    assert_errors(
        "async fn f(#[ask(confirm, url = u, message = \"m\")] a: A, #[ask(url = u)] b: (), \
         #[ask(sample = s, message = \"m\")] c: C, #[ask(roots = 1)] d: D, \
         #[ask(with = w, key = \"k\")] e: E, #[ask(until = u)] g: G, \
         #[ask(confirm, argument, message = \"m\")] h: H) {}",
        &[
            ("url", "`confirm` and `url` are two kinds of question: write one of them"),
            ("url", "a page needs a message: write `#[ask(url = …, message = \"…\")]`"),
            (
                "message",
                "`message` does not go with the client's model: there is nobody who would read it",
            ),
            ("1", "`roots` takes no value: write `roots` alone"),
            ("key", "`key` does not go with `with`: what it calls asks under keys of its own"),
            (
                "until",
                "`until` does not go with a form: only a page, `url = …`, has something to wait for",
            ),
            (
                "argument",
                "`argument` does not go with a confirmation: an answer that the model gives in the \
                 user's place is none",
            ),
        ],
    );
}

#[test]
fn what_a_question_uses_decides_when_it_is_asked() {
    let asked = rounds(
        "async fn f(cx: &Context, #[ask] a: A, #[ask(roots)] b: B, #[ask(sample = s(&b))] c: C, \
         #[ask(confirm, when = a.x, message = \"m\")] d: D, #[ask(with = w(cx, &c))] e: E, \
         #[ask(url = |id| u(id, &d), message = \"m\")] g: G) {}",
    );
    assert_eq!(asked, [vec!["a", "b"], vec!["c", "d"], vec!["e", "g"]]);
}

#[test]
fn borrowed_arguments_are_told_the_owned_type() {
    assert_errors(
        "async fn f(a: &str, b: &[u8], c: &mut u8, d: impl Copy, e: &Context, g: Vec<impl Copy>) {}",
        &[
            ("&str", "arguments are owned: write `String`"),
            ("&[u8]", "arguments are owned: write `Vec<…>`"),
            ("&mut u8", "arguments are owned: write the type without `&mut`, or `&Context`"),
            ("impl Copy", "write out the type, such as `String`: `impl Trait` has no schema"),
            ("impl Copy", "write out the type, such as `String`: `impl Trait` has no schema"),
        ],
    );
}

#[test]
fn a_question_is_a_plain_name_and_other_parameters_may_be_taken_apart() {
    let text = "a question is a plain name: write `name: Type` and take it apart in the body";
    assert_errors(
        "async fn f(Args(a): Args<A>, _: &Context, mut d: D, #[ask] B(b): B, #[ask] _: C) {}",
        &[("B(b)", text), ("_", text)],
    );
    let tool = model("", "async fn f(mut a: A, Args(b): Args<B>) {}").ok().unwrap();
    let names: Vec<String> = tool.params().iter().map(|param| param.ident().to_string()).collect();
    assert_eq!(names, ["a", "param_1"]);
}

#[test]
fn a_tool_is_a_free_function_that_is_not_generic() {
    assert_errors(
        "const unsafe extern \"C\" fn f<T>(a: T) where T: Copy {}",
        &[
            ("T", "a tool is not generic: write out the types"),
            ("where T: Copy", "a tool has no `where` clause: write out the types"),
            ("const", "a tool is an `async fn` or a plain `fn`, without `const`"),
            ("unsafe", "a tool is an `async fn` or a plain `fn`, without `unsafe`"),
            ("extern \"C\"", "a tool is an `async fn` or a plain `fn`, without `extern`"),
        ],
    );
    let found = texts("", "async fn f<'a>(cx: &'a Context) {}");
    assert!(found[0].1.starts_with("a tool has no lifetime parameters"), "{found:?}");
    let found = texts("", "async fn f(&self) {}");
    assert!(found[0].1.contains("put `#[handlers]` on the `impl` block"), "{found:?}");
    let found = texts("", "struct S;");
    assert!(found[0].1.starts_with("`#[tool]` stands on a free function"), "{found:?}");
}

#[test]
fn independent_mistakes_are_told_together() {
    let found = texts(
        "name = \"a b\", titel = \"x\"",
        "async fn f(a: &str, #[ask(confirm)] ok: bool, #[arg(nam = \"x\")] b: u8) {}",
    );
    let places: Vec<&str> = found.iter().map(|(place, _)| &**place).collect();
    assert_eq!(places, ["titel", "\"a b\"", "&str", "confirm", "nam"]);
}

//! Forms of every shape: held against their grammar (`tests/schema/form.json`), shown on each revision,
//! and answered (M-ELI-3, M-ELI-4, L-ELI-1).

use std::{collections::BTreeSet, path::Path, sync::LazyLock};

use askback::{
    Elicit, Form, FormOption, Revision,
    prelude::*,
    testing::{Client, Response},
};
use askback_tests::{
    Call, Piped, Served, accept,
    handshake::{forms, plain_call, respond},
    question,
};
use jsonschema::Validator;
use proptest::prelude::*;
use serde_json::{Value, json};

static GRAMMAR: LazyLock<Validator> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/form.json");
    let text = std::fs::read_to_string(path).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
});

#[track_caller]
fn in_grammar(form: &Value) {
    let errors: Vec<String> = GRAMMAR.iter_errors(form).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{form:#}");
}

fn written<T: Elicit>() -> Value {
    let form = T::form().unwrap_or_else(|error| panic!("{error}"));
    let written = serde_json::from_str(form.requested_schema()).unwrap();
    in_grammar(&written);
    written
}

/// A tag.
#[choice]
#[serde(rename_all = "lowercase")]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Tag {
    A,
    B,
    C,
}

/// A tag with titles, the documented ones not first.
#[choice]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Titled {
    Plain,
    /// With a window
    Front,
    #[choice(title = "Back room")]
    Back,
}

/// Everything that a form can hold.
#[ask(key = "all", message = "All of it?")]
struct Everything {
    /// A text
    #[schemars(length(min = 1, max = 10))]
    text: String,
    #[schemars(email)]
    mail: Option<String>,
    small: u8,
    large: i64,
    ratio: f64,
    single: Option<f32>,
    letter: char,
    yes: bool,
    tag: Tag,
    titled: Option<Titled>,
    #[schemars(length(min = 1, max = 2))]
    tags: Vec<Tag>,
    set: Option<BTreeSet<Titled>>,
    #[serde(default)]
    plain_set: std::collections::HashSet<Tag>,
}

/// Says what it was told.
#[tool]
async fn all(#[ask] all: Everything) -> String {
    format!("{:?} {:?} {:?}", all.tags, all.set, all.plain_set.len())
}

/// Says which tags.
#[ask(key = "tags", message = "Which?")]
struct Tags {
    #[schemars(length(min = 1, max = 2))]
    tags: Vec<Tag>,
}

/// Says which tags.
#[tool]
async fn tagged(#[ask] tags: Answer<Tags>) -> String {
    format!("{:?}", tags.accepted().map(|tags| tags.tags))
}

/// All of it goes out and comes back.
#[tokio::test]
async fn everything_is_answered() {
    for revision in [Revision::V2025_11_25, Revision::V2026_07_28] {
        let client = Client::new(Server::new("s", "1").tool(all)).revision(revision);
        let content = json!({
            "text": "é", "small": 255, "large": -1, "ratio": 1, "letter": "x", "yes": true, "tag": "c",
            "tags": ["b"], "set": ["Back", "Plain"], "plain_set": ["a", "b"], "mail": null,
        });
        let reply = client.answer("all", content).call("all", ()).await;
        assert_eq!(reply.text(), "[B] Some({Plain, Back}) 2", "{revision}");
    }
}

/// M-ELI-4: the rows of the grammar's table, in order of declaration.
#[test]
fn every_kind_of_field_is_in_the_grammar() {
    let form = written::<Everything>();
    let properties = &form["properties"];
    let names: Vec<&String> = properties.as_object().unwrap().keys().collect();
    assert_eq!(
        names,
        [
            "text",
            "mail",
            "small",
            "large",
            "ratio",
            "single",
            "letter",
            "yes",
            "tag",
            "titled",
            "tags",
            "set",
            "plain_set"
        ]
    );
    let rooms = json!([
        {"const": "Plain", "title": "Plain"},
        {"const": "Front", "title": "With a window"},
        {"const": "Back", "title": "Back room"},
    ]);
    for (name, expected) in [
        ("tag", json!({"type": "string", "enum": ["a", "b", "c"]})),
        ("titled", json!({"type": "string", "oneOf": rooms})),
        (
            "tags",
            json!({
                "type": "array",
                "items": {"type": "string", "enum": ["a", "b", "c"]},
                "minItems": 1,
                "maxItems": 2,
            }),
        ),
        ("set", json!({"type": "array", "items": {"anyOf": rooms}})),
    ] {
        assert_eq!(properties[name], expected, "{name}");
    }
    assert_eq!(
        form["required"],
        json!(["text", "small", "large", "ratio", "letter", "yes", "tag", "tags"])
    );
}

#[test]
fn b12_several_choices_are_asked_for_and_read_back() {
    let served = Served::start(Server::new("s", "1").tool(tagged));
    let asked = served.call(&Call::new("tagged"));
    in_grammar(&question(&asked, "tags")["requestedSchema"]);
    let answer = |tags: Value| {
        served.call(
            &Call::new("tagged").retry(&asked, json!({"tags": accept(json!({"tags": tags}))})),
        )
    };
    let done = answer(json!(["a", "b"]));
    assert_eq!(done["result"]["content"][0]["text"], "Some([A, B])");
    for (wrong, reason) in [
        (json!([]), "at least 1 choice"),
        (json!(["a", "zzz"]), "must be one of"),
        (json!("a"), "list of choices"),
        (json!(["a", "b", "c"]), "at most 2 choices"),
        (json!(["a", "a"]), "twice"),
        (json!([1]), "must be one of"),
        (json!(null), "required"),
    ] {
        let again = answer(wrong.clone());
        let message = question(&again, "tags")["message"].as_str().unwrap();
        assert!(message.starts_with("`tags`") && message.contains(reason), "{wrong}: {message}");
    }
}

/// L-ELI-1: lists of choices have no form on 2025-06-18, and nobody is shown half of one.
#[test]
fn a_list_of_choices_is_not_asked_of_those_who_cannot_show_it() {
    for (revision, right) in [("2025-06-18", false), ("2025-11-25", true)] {
        let mut piped = Piped::start(Server::new("s", "1").tool(tagged));
        piped.open(revision, forms(revision));
        piped.send(&plain_call(1, "tagged", json!({})));
        if right {
            let asked = piped.asked(revision);
            let answer = respond(&asked, accept(json!({"tags": ["c"]})));
            assert_eq!(piped.answer(&answer)["result"]["content"][0]["text"], "Some([C])");
        } else {
            let refused = piped.receive();
            assert_eq!(refused["result"]["isError"], true);
            let text = refused["result"]["content"][0]["text"].as_str().unwrap();
            assert!(text.contains(revision), "{text}");
        }
    }
}

/// Chooses an account, known only at run time.
#[tool]
async fn account(cx: &Context, accounts: Vec<String>) -> String {
    let options = accounts.iter().map(|id| FormOption::titled(id, format!("Account {id}")));
    match cx.choose("Which account?", options).key("account").await {
        Answer::Accepted(account) => account,
        no => format!("{no:?}"),
    }
}

/// Chooses some of them.
#[tool]
async fn accounts(cx: &Context, accounts: Vec<String>) -> String {
    let chosen = cx.choose_several("Which?", accounts, 1, 2).key("accounts").await;
    chosen.accepted().unwrap_or_default().join("+")
}

/// Asks with a form made at run time, inline and by return.
#[tool]
async fn made(cx: &Context, most: i64) -> Result<Reply<String>, askback::FormError> {
    let form = Form::builder()
        .string("name")
        .length(1, 5)
        .integer("count")
        .range(1, most)
        .optional()
        .boolean("gift")
        .default_value(true)
        .build()?;
    let Some(answer) = cx.answers().with_form("made", &form) else {
        return Ok(InputRequired::new().elicit_with("made", "Made?", &form).into());
    };
    let Answer::Accepted(content) = answer else { return Ok(Reply::Done("no".into())) };
    let again = cx.ask_with(format!("Again up to {most}?"), &form).key("again").await;
    let again = again.accepted().and_then(|again| again.integer("count"));
    let (name, count) = (content.text("name").unwrap_or("-"), content.integer("count"));
    Ok(Reply::Done(format!("{name} {count:?} {:?} {again:?}", content.boolean("gift"))))
}

const ERAS: [Revision; 2] = [Revision::V2025_11_25, Revision::V2026_07_28];

#[tokio::test]
async fn forms_are_made_of_values_at_run_time() {
    let server = || Server::new("s", "1").tool(account).tool(accounts).tool(made);
    let ids = json!({"accounts": ["a1", "a2", "a3"]});
    for revision in ERAS {
        let client = || Client::new(server()).revision(revision);
        let chosen = client().answer_with("account", |question| {
            in_grammar(&question.requested_schema);
            let options = &question.requested_schema["properties"]["choice"]["oneOf"];
            assert_eq!(options[1], json!({"const": "a2", "title": "Account a2"}));
            Response::accept(json!({"choice": "a2"}))
        });
        assert_eq!(chosen.call("account", &ids).await.text(), "a2", "{revision}");
        let no = client().decline("account").call("account", &ids).await;
        assert_eq!(no.text(), "Declined");
        // What was not offered is asked again, and so is too much.
        let stubborn = client()
            .answer("account", json!({"choice": "a9"}))
            .answer("account", json!({"choice": "a1"}));
        let reply = stubborn.call("account", &ids).await;
        assert_eq!((reply.text(), reply.asked().len()), ("a1", 2));
        let several = client()
            .answer("accounts", json!({"choice": ["a1", "a2", "a3"]}))
            .answer("accounts", json!({"choice": ["a3", "a1"]}));
        assert_eq!(several.call("accounts", &ids).await.text(), "a3+a1");
        let made = client()
            .answer("made", json!({"name": "Ada", "count": 10}))
            .answer("made", json!({"name": "Ada", "count": 3}))
            .answer("again", json!({"name": "Bo", "count": 2.0, "gift": false}));
        let reply = made.call("made", json!({"most": 9})).await;
        assert_eq!(reply.text(), "Ada Some(3) Some(true) Some(2)", "{revision}");
        assert_eq!(reply.asked(), ["made", "made", "again"]);
    }
}

/// A choice of nothing cannot be answered: the call fails and says why.
#[tokio::test]
async fn a_choice_of_nothing_is_a_fault() {
    for revision in ERAS {
        let client = Client::new(Server::new("s", "1").tool(account)).revision(revision);
        let reply = client.call("account", json!({"accounts": []})).await;
        assert_eq!(reply.error_code(), Some(-32603), "{revision}");
    }
}

/// A single number is not larger than its type, and the reason names its field.
#[tokio::test]
async fn a_number_fits_its_type() {
    /// A ratio.
    #[ask(key = "ratio", message = "Ratio?")]
    struct Ratio {
        ratio: f32,
    }
    /// Says it.
    #[tool]
    async fn ratio(#[ask] ratio: Ratio) -> String {
        ratio.ratio.to_string()
    }
    let client = Client::new(Server::new("s", "1").tool(ratio));
    let client = client.answer("ratio", json!({"ratio": 1e39})).answer_with("ratio", |question| {
        assert!(
            question.message.starts_with("`ratio` must be a smaller number"),
            "{}",
            question.message
        );
        Response::accept(json!({"ratio": 1.5}))
    });
    assert_eq!(client.call("ratio", ()).await.text(), "1.5");
}

/// B62: what looks like a secret is refused by the macro (`tests/ui/form/secret.rs`), unless its author
/// knows better.
#[test]
fn b62_a_secret_is_no_field_of_a_form() {
    /// How much to say.
    #[ask]
    struct Budget {
        #[ask(allow_secret)]
        tokens: u32,
    }
    assert_eq!(written::<Budget>()["properties"]["tokens"]["type"], "integer");
}

/// A type of somebody else's, whose schema is flat, is checked when the server is built.
#[test]
fn an_unchecked_form_is_checked_when_the_server_is_built() {
    #[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
    enum Foreign {
        One,
        Two,
    }
    /// A number that is spelled out.
    #[ask(key = "n", message = "Which?")]
    struct Number {
        #[ask(unchecked)]
        number: Foreign,
    }
    /// Cannot be a form, and nobody has looked.
    #[ask(key = "n", message = "Which?", unchecked)]
    struct Nested {
        parts: Vec<Vec<String>>,
    }
    /// Takes one.
    #[tool]
    async fn fine(#[ask] n: Number) -> &'static str {
        match n.number {
            Foreign::One => "1",
            Foreign::Two => "2",
        }
    }
    /// Takes the other.
    #[tool]
    async fn wrong(#[ask] n: Nested) -> String {
        n.parts.len().to_string()
    }
    assert_eq!(
        written::<Number>()["properties"]["number"],
        json!({"type": "string", "enum": ["One", "Two"]})
    );
    assert!(Server::new("s", "1").tool(fine).build().is_ok());
    let error = Server::new("s", "1").tool(wrong).build().unwrap_err().to_string();
    assert!(error.contains("`wrong`") && error.contains("`parts`"), "{error}");
}

/// A field as it may be written down at run time.
fn field() -> impl Strategy<Value = (&'static str, bool, u8)> {
    let kinds = prop::sample::select(vec![
        "string", "email", "date", "integer", "number", "boolean", "choice", "choices",
    ]);
    (kinds, any::<bool>(), 0_u8..4)
}

fn form(fields: &[(&'static str, bool, u8)]) -> Form {
    let mut form = Form::builder();
    for (position, (kind, required, size)) in fields.iter().enumerate() {
        let name = format!("{kind}{position}");
        let size = u64::from(*size);
        let options = || (0..=size).map(|number| FormOption::titled(format!("v{number}"), "V"));
        form = match *kind {
            "string" => form.string(name).length(size, size + 3),
            "email" => form.email(name),
            "date" => form.date(name).title("A day"),
            "integer" => form.integer(name).range(-3, i64::try_from(size).unwrap()),
            "number" => form.number(name).range(0, 10),
            "boolean" => form.boolean(name),
            "choice" => form.choice(name, options()),
            _ => form.choices(name, options()).items(0, size),
        };
        if !required {
            form = form.optional();
        }
    }
    form.build().unwrap()
}

/// Values that may or may not fit.
fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        "[a-zé]{0,7}".prop_map(Value::from),
        Just(json!("a@b.example")),
        Just(json!("2026-02-28")),
        Just(json!("v0")),
        (-5_i64..7).prop_map(Value::from),
        (-1.0_f64..11.0).prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        prop::collection::vec(prop::sample::select(vec!["v0", "v1", "v2", "x"]), 0..4)
            .prop_map(|values| json!(values.into_iter().collect::<BTreeSet<_>>())),
        Just(Value::Null),
    ]
}

/// Asks with whatever form the test has made.
#[tool]
async fn anything(cx: &Context, fields: Vec<(String, bool, u8)>) -> String {
    let kinds = ["string", "email", "date", "integer", "number", "boolean", "choice", "choices"];
    let fields: Vec<_> = fields
        .into_iter()
        .map(|(kind, required, size)| {
            (*kinds.iter().find(|known| **known == kind).unwrap(), required, size)
        })
        .collect();
    let answer = cx.ask_with("Anything?", &form(&fields)).key("anything").await;
    answer.is_accepted().to_string()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// The published form is in the grammar; what an independent validator takes, the server takes, and
    /// what it refuses is asked again.
    #[test]
    fn a_form_and_a_validator_agree_on_every_answer(
        fields in prop::collection::vec(field(), 0..5),
        values in prop::collection::vec(value(), 5),
    ) {
        let form = form(&fields);
        let schema: Value = serde_json::from_str(form.requested_schema()).unwrap();
        in_grammar(&schema);
        let mut content = json!({});
        for (position, (kind, ..)) in fields.iter().enumerate() {
            // Null is how a client leaves a field out.
            if !values[position].is_null() {
                content[format!("{kind}{position}")] = values[position].clone();
            }
        }
        let options = jsonschema::options().should_validate_formats(true);
        let right = options.build(&schema).unwrap().is_valid(&content);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let asked = runtime.block_on(async {
            let client = Client::new(Server::new("s", "1").tool(anything));
            let client = client.answer("anything", &content).decline("anything");
            client.call("anything", json!({"fields": fields})).await.asked().len()
        });
        prop_assert_eq!(asked, if right { 1 } else { 2 }, "{} for {}", content, schema);
    }
}

/// `legacy.md` part 6: titles in the way of older clients, where the author wants them so.
#[test]
fn titles_of_a_choice_can_be_enum_names() {
    #[ask]
    struct Picked {
        #[schemars(extend("enumNames" = ["First", "Second", "Third"]))]
        tag: Tag,
    }
    let choice = json!({
        "type": "string", "enum": ["a", "b", "c"], "enumNames": ["First", "Second", "Third"],
    });
    assert_eq!(written::<Picked>()["properties"]["tag"], choice);
    let [a, b, c] = [("a", "First"), ("b", "Second"), ("c", "Third")]
        .map(|(value, title)| FormOption::titled(value, title));
    let built = Form::builder().choice("tag", [a, b, c]).enum_names().build().unwrap();
    let built: Value = serde_json::from_str(built.requested_schema()).unwrap();
    assert_eq!(built["properties"]["tag"], choice);
    in_grammar(&built);

    #[ask]
    struct TooFew {
        #[schemars(extend("enumNames" = ["First"]))]
        tag: Tag,
    }
    let refused = TooFew::form().unwrap_err().to_string();
    assert!(refused.contains("`tag`") && refused.contains("enumNames"), "{refused}");
    let misplaced = Form::builder().string("a").enum_names().build().unwrap_err().to_string();
    assert!(misplaced.contains("`enum_names`") && misplaced.contains("`a`"), "{misplaced}");
}

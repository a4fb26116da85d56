//! Forms from real derives, and answers held against them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::*;

#[derive(Deserialize, Serialize, Default, PartialEq, Debug)]
#[serde(rename_all = "kebab-case")]
enum Size {
    #[default]
    Small,
    ExtraLarge,
}

impl JsonSchema for Size {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Size".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        choice_schema(&[variant(&Self::Small, None), variant(&Self::ExtraLarge, Some("XL"))])
    }
}

// Plain, as schemars derives it: a doc comment would become the description of the field.
#[derive(Deserialize, JsonSchema)]
enum Plain {
    One,
    Two,
}

fn of<T: JsonSchema>() -> Value {
    let form = Form::of::<T>().unwrap_or_else(|error| panic!("{error}"));
    serde_json::from_str(form.requested_schema()).unwrap()
}

fn property<T: JsonSchema>() -> Value {
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct Holder<T> {
        x: T,
    }
    of::<Holder<T>>()["properties"]["x"].clone()
}

/// M-ELI-4, B01, B03, B09: every scalar of Rust has its form, without null, `$ref` or odd formats.
#[test]
fn every_scalar_has_its_form() {
    const SAFE: i64 = 9_007_199_254_740_991;
    for (found, expected) in [
        (property::<String>(), json!({"type": "string"})),
        (property::<Option<String>>(), json!({"type": "string"})),
        (property::<char>(), json!({"type": "string", "minLength": 1, "maxLength": 1})),
        (property::<bool>(), json!({"type": "boolean"})),
        (property::<f64>(), json!({"type": "number"})),
        (property::<Option<f32>>(), json!({"type": "number"})),
        (property::<u8>(), json!({"type": "integer", "minimum": 0, "maximum": 255})),
        (property::<i8>(), json!({"type": "integer", "minimum": -128, "maximum": 127})),
        (property::<u16>(), json!({"type": "integer", "minimum": 0, "maximum": 65535})),
        (
            property::<Option<i32>>(),
            json!({"type": "integer", "minimum": i32::MIN, "maximum": i32::MAX}),
        ),
        (property::<u32>(), json!({"type": "integer", "minimum": 0, "maximum": u32::MAX})),
        (property::<i64>(), json!({"type": "integer", "minimum": -SAFE, "maximum": SAFE})),
        (property::<u64>(), json!({"type": "integer", "minimum": 0, "maximum": SAFE})),
        (property::<usize>(), json!({"type": "integer", "minimum": 0, "maximum": SAFE})),
        (property::<Plain>(), json!({"type": "string", "enum": ["One", "Two"]})),
        (property::<Option<Plain>>(), json!({"type": "string", "enum": ["One", "Two"]})),
    ] {
        assert_eq!(found.to_string(), expected.to_string());
    }
    let titled = json!({
        "type": "string",
        "oneOf": [{"const": "small", "title": "small"}, {"const": "extra-large", "title": "XL"}],
    });
    assert_eq!(property::<Size>(), titled);
    assert_eq!(property::<Option<Size>>(), titled);
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only its schema is looked at")]
struct Order {
    /// What to bring
    #[schemars(title = "Dish", length(min = 2, max = 30))]
    zucchini: String,
    #[serde(rename = "howMany")]
    #[schemars(range(min = 1, max = 9))]
    count: u8,
    /// The size
    #[serde(default)]
    size: Size,
    #[serde(default = "five")]
    stars: i32,
    #[schemars(email)]
    mail: Option<String>,
    #[serde(skip)]
    secret: Vec<String>,
    #[serde(default)]
    note: Option<String>,
    #[serde(flatten)]
    address: Address,
}

/// Where.
#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only its schema is looked at")]
struct Address {
    street: String,
}

fn five() -> i32 {
    5
}

/// M-ELI-3, B15, B25: in order of declaration, with defaults and what the attributes say.
#[test]
fn attributes_are_honoured_and_the_order_is_that_of_the_struct() {
    let form = Form::of::<Order>().unwrap();
    let expected = json!({
        "type": "object",
        "properties": {
            "zucchini": {
                "type": "string",
                "title": "Dish",
                "description": "What to bring",
                "minLength": 2,
                "maxLength": 30,
            },
            "howMany": {"type": "integer", "minimum": 1, "maximum": 9},
            "size": {
                "type": "string",
                "description": "The size",
                "oneOf": [
                    {"const": "small", "title": "small"},
                    {"const": "extra-large", "title": "XL"},
                ],
                "default": "small",
            },
            "stars": {"type": "integer", "minimum": i32::MIN, "maximum": i32::MAX, "default": 5},
            "mail": {"type": "string", "format": "email"},
            "note": {"type": "string"},
            "street": {"type": "string"},
        },
        "required": ["zucchini", "howMany", "street"],
    });
    assert_eq!(form.requested_schema(), expected.to_string());
}

/// The same question has the same digest in every process, and no other question has it.
#[test]
fn the_digest_is_of_the_form_and_the_message() {
    let of = |form: Form, message: &str| form.digest_with(message);
    let order = || Form::of::<Order>().unwrap();
    assert_eq!(of(order(), "What?"), of(order(), "What?"));
    let address = Form::of::<Address>().unwrap();
    assert_ne!(of(order(), "What?"), of(address, "What?"));
    for message in ["", "What", "What? ", "\0What?", &"What?".repeat(30)] {
        assert_ne!(of(order(), "What?"), of(order(), message), "{message}");
    }
}

#[test]
fn a_struct_without_fields_is_an_empty_form() {
    #[derive(JsonSchema)]
    struct Nothing {}
    assert_eq!(of::<Nothing>(), json!({"type": "object", "properties": {}}));
}

/// B13, B16, B24: what a form cannot say is refused with the field and the way out.
#[test]
#[expect(dead_code, reason = "only the schemas are looked at")]
fn b13_what_a_form_cannot_say_is_refused_by_name() {
    #[derive(JsonSchema)]
    struct Nested {
        who: Address,
    }
    #[derive(JsonSchema)]
    struct List {
        who: Vec<String>,
    }
    #[derive(JsonSchema)]
    struct Map {
        who: std::collections::HashMap<String, String>,
    }
    #[derive(JsonSchema)]
    struct Pair {
        who: (u8, u8),
    }
    #[derive(JsonSchema)]
    struct Any {
        who: Value,
    }
    #[derive(JsonSchema)]
    enum Data {
        A(String),
        B,
    }
    #[derive(JsonSchema)]
    struct WithData {
        who: Data,
    }
    #[derive(JsonSchema)]
    struct Recursive {
        who: Option<Box<Self>>,
    }
    #[derive(JsonSchema)]
    struct Pattern {
        #[schemars(regex(pattern = r"^a+$"))]
        who: String,
    }
    #[derive(JsonSchema)]
    struct Flat {
        a: u8,
        #[serde(flatten)]
        rest: std::collections::HashMap<String, String>,
    }
    let refusals = [
        Form::of::<Nested>(),
        Form::of::<List>(),
        Form::of::<Map>(),
        Form::of::<Pair>(),
        Form::of::<Any>(),
        Form::of::<WithData>(),
        Form::of::<Recursive>(),
        Form::of::<Pattern>(),
    ];
    for refusal in refusals {
        let error = refusal.unwrap_err().to_string();
        assert!(error.starts_with("the field `who` "), "{error}");
    }
    assert!(Form::of::<Pattern>().unwrap_err().to_string().contains("`pattern`"));
    for error in [Form::of::<Flat>(), Form::of::<String>(), Form::of::<Data>()] {
        assert!(error.unwrap_err().to_string().contains("struct with named fields"));
    }
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only its schema is looked at")]
struct Answers {
    #[schemars(length(min = 1, max = 3))]
    text: String,
    #[schemars(range(max = 120))]
    age: Option<u8>,
    id: Option<i64>,
    #[schemars(range(min = 0.5))]
    ratio: Option<f64>,
    yes: Option<bool>,
    size: Option<Size>,
}

fn check(content: &str) -> Result<String, String> {
    let form = Form::of::<Answers>().unwrap();
    form.check(Some(content)).map_err(|violation| violation.to_string())
}

/// M-ELI-15, B02, B17, B18, B35: what fits comes out in one way.
#[test]
fn what_fits_is_written_in_one_way() {
    for (content, expected) in [
        (r#"{"text":"a"}"#, r#"{"text":"a"}"#),
        (
            r#"{ "age" : 3.0 , "text" : "\u00e9\u00e9\u00e9" }"#,
            r#"{"text":"\u00e9\u00e9\u00e9","age":3}"#,
        ),
        (r#"{"text":"a","age":null,"x":{"y":[]}}"#, r#"{"text":"a"}"#),
        (r#"{"text":"a","age":1e1}"#, r#"{"text":"a","age":10}"#),
        (r#"{"text":"a","id":-9007199254740991}"#, r#"{"text":"a","id":-9007199254740991}"#),
        (r#"{"text":"a","ratio":1}"#, r#"{"text":"a","ratio":1}"#),
        (r#"{"text":"a","ratio":0.5,"yes":true}"#, r#"{"text":"a","ratio":0.5,"yes":true}"#),
        (r#"{"size":"extra\u002dlarge","text":"a"}"#, r#"{"text":"a","size":"extra\u002dlarge"}"#),
    ] {
        assert_eq!(check(content).as_deref(), Ok(expected), "{content}");
    }
    let empty = Form::of::<Size>().is_err() && Form::of::<Answers>().unwrap().check(None).is_err();
    assert!(empty);
}

/// M-ELI-10, B17, B32: the reason names field and rule, and never the value.
#[test]
fn what_does_not_fit_has_a_reason_without_the_value() {
    let with = |member: &str| format!("{{\"text\":\"a\",{member}}}");
    for (content, reason) in [
        ("7".to_owned(), "the answer has no fields"),
        ("[1]".to_owned(), "the answer has no fields"),
        ("\"x\"".to_owned(), "the answer has no fields"),
        ("{}".to_owned(), "`text` is required"),
        (r#"{"text":null}"#.to_owned(), "`text` is required"),
        (r#"{"text":"a","text":"b"}"#.to_owned(), "`text` is given twice"),
        (r#"{"text":""}"#.to_owned(), "`text` must have at least 1 character"),
        (r#"{"text":"7703"}"#.to_owned(), "`text` must have at most 3 characters"),
        (r#"{"text":7703}"#.to_owned(), "`text` must be a text"),
        (r#"{"text":["7703"]}"#.to_owned(), "`text` must be a text"),
        (with(r#""age":"7703""#), "`age` must be a whole number"),
        (with(r#""age":3.5"#), "`age` must be a whole number"),
        (with(r#""age":1e400"#), "`age` must be a whole number"),
        (with(r#""age":true"#), "`age` must be a whole number"),
        (with(r#""age":7703"#), "`age` must be at most 120"),
        (with(r#""age":-7703"#), "`age` must be at least 0"),
        (with(r#""id":9007199254740993"#), "`id` must be at most 9007199254740991"),
        (with(&format!("\"id\":{}", "9".repeat(60))), "`id` must be a whole number"),
        (with(r#""ratio":0.4"#), "`ratio` must be at least 0.5"),
        (with(r#""ratio":1e400"#), "`ratio` must be a number"),
        (with(r#""ratio":"7703""#), "`ratio` must be a number"),
        (with(r#""yes":"7703""#), "`yes` must be yes or no"),
        (with(r#""yes":1"#), "`yes` must be yes or no"),
        (with(r#""size":"7703""#), "`size` must be one of: small, extra-large"),
        (with(r#""size":{}"#), "`size` must be one of: small, extra-large"),
    ] {
        assert_eq!(check(&content).as_ref().map_err(|reason| &**reason), Err(reason), "{content}");
    }
}

#[test]
fn formats_are_checked() {
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct Formats {
        #[schemars(extend("format" = "date"))]
        date: Option<String>,
        #[schemars(extend("format" = "date-time"))]
        time: Option<String>,
        #[schemars(url)]
        uri: Option<String>,
        #[schemars(email)]
        email: Option<String>,
    }
    let form = Form::of::<Formats>().unwrap();
    for (field, right, wrong) in [
        ("date", vec!["2032-02-29", "2031-12-01"], vec!["2033-02-29", "2031-13-01", "1.12.26", ""]),
        (
            "time",
            vec!["2031-12-01T10:00:00Z", "2031-12-01t23:59:60.25+01:30"],
            vec!["2031-12-01", "2031-12-01T10:00Z", "2031-12-01T25:00:00Z", "2031-12-01T10:00:00"],
        ),
        ("uri", vec!["https://a.b/c?d", "mailto:a@b"], vec!["a.b", "://x", "http:", "http://a b"]),
        ("email", vec!["a@b", "\u{e4}.b+c@d.e"], vec!["a", "@b", "a@", "a b@c"]),
    ] {
        let check = |text: &str| form.check(Some(&json!({field: text}).to_string()));
        right.iter().for_each(|text| assert!(check(text).is_ok(), "{field} {text}"));
        wrong.iter().for_each(|text| assert!(check(text).is_err(), "{field} {text}"));
    }
}

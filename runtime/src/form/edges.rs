//! The edges of forms: where a range, a format or a default could say one thing and the check
//! another, and answers as public reports describe them.

use std::cell::RefCell;

use schemars::JsonSchema;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::Form;

fn check<T: JsonSchema>(content: &str) -> Result<String, String> {
    let form = Form::of::<T>().unwrap();
    form.check(Some(content)).map_err(|violation| violation.to_string())
}

fn read<T: JsonSchema + DeserializeOwned>(content: Option<&str>) -> T {
    let checked = Form::of::<T>().unwrap().check(content).unwrap();
    serde_json::from_str(&checked).unwrap()
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only its schema is looked at")]
struct Ranges {
    #[schemars(range(min = -0.5, max = 10.5))]
    float: Option<i32>,
    #[schemars(range(min = -5, max = 300))]
    narrow: Option<u8>,
    #[schemars(range(max = 18_446_744_073_709_551_615_u64))]
    wide: Option<u64>,
}

/// M-ELI-4: the range on the wire is one of integers, and one that the type can hold.
#[test]
fn the_range_of_an_integer_is_whole_and_fits_its_type() {
    let form: Value =
        serde_json::from_str(Form::of::<Ranges>().unwrap().requested_schema()).unwrap();
    let expected = json!({
        "float": {"type": "integer", "minimum": 0, "maximum": 10},
        "narrow": {"type": "integer", "minimum": 0, "maximum": 255},
        "wide": {"type": "integer", "minimum": 0, "maximum": u64::MAX},
    });
    assert_eq!(form["properties"].to_string(), expected.to_string());
}

/// B18: the author's range wins over the safe one, and then no digit may be lost.
#[test]
fn the_check_holds_the_range_that_was_shown() {
    for (content, expected) in [
        (r#"{"float":11}"#, Err("`float` must be at most 10")),
        (r#"{"float":-1}"#, Err("`float` must be at least 0")),
        (r#"{"float":10}"#, Ok(r#"{"float":10}"#)),
        (r#"{"narrow":256}"#, Err("`narrow` must be at most 255")),
        (r#"{"wide":9007199254740993.0}"#, Ok(r#"{"wide":9007199254740993}"#)),
        (r#"{"wide":18446744073709551615}"#, Ok(r#"{"wide":18446744073709551615}"#)),
        (r#"{"wide":4503599627370497.4}"#, Err("`wide` must be a whole number")),
    ] {
        let found = check::<Ranges>(content);
        assert_eq!(found.as_deref().map_err(|reason| &**reason), expected, "{content}");
    }
}

thread_local! {
    static SCHEMA: RefCell<Value> = const { RefCell::new(Value::Null) };
}

/// A field whose schema is the one that the test has set.
struct Given;

impl JsonSchema for Given {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Given".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        SCHEMA.take().try_into().unwrap()
    }
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is looked at")]
struct Holder {
    x: Given,
}

/// M-ELI-4, B16: a rule that a form cannot say is refused by its keyword, never dropped.
#[test]
fn every_keyword_that_has_a_meaning_is_refused_by_name() {
    for (schema, keyword) in [
        (json!({"type": "string", "pattern": "^a$"}), "pattern"),
        (json!({"type": "string", "format": "uuid"}), "format: uuid"),
        (json!({"type": "string", "contentEncoding": "base64"}), "contentEncoding"),
        (json!({"type": "string", "enum": ["a"], "minLength": 1}), "minLength"),
        (json!({"type": "integer", "multipleOf": 5}), "multipleOf"),
        (json!({"type": "integer", "exclusiveMinimum": 0}), "exclusiveMinimum"),
        (json!({"type": "integer", "exclusiveMaximum": 0}), "exclusiveMaximum"),
        (json!({"type": "integer", "format": "unix-time"}), "format: unix-time"),
        (json!({"type": "integer", "enum": [1, 2]}), "enum"),
        (json!({"type": "number", "format": "decimal"}), "format: decimal"),
        (json!({"type": "number", "multipleOf": 0.5}), "multipleOf"),
        (json!({"type": "boolean", "const": true}), "const"),
        (json!({"type": "boolean", "not": {"const": true}}), "not"),
    ] {
        SCHEMA.set(schema.clone());
        let error = Form::of::<Holder>().expect_err(&schema.to_string()).to_string();
        assert!(error.starts_with(&format!("the field `x` has `{keyword}`")), "{schema}: {error}");
    }
}

/// M-ELI-4: a default is an answer to its field.
#[test]
fn a_default_that_is_no_answer_is_refused_by_name() {
    for schema in [
        json!({"type": "string", "default": {"a": 1}}),
        json!({"type": "string", "maxLength": 2, "default": "abc"}),
        json!({"type": "string", "enum": ["a"], "default": 1}),
        json!({"type": "string", "enum": ["a"], "default": "b"}),
        json!({"type": "integer", "default": "5"}),
        json!({"type": "integer", "format": "uint8", "default": 256}),
        json!({"type": "number", "maximum": 1, "default": 2}),
        json!({"type": "boolean", "default": "yes"}),
        json!({"type": "array", "items": {"enum": ["a", "b"]}, "default": ["c"]}),
    ] {
        SCHEMA.set(schema.clone());
        let error = Form::of::<Holder>().expect_err(&schema.to_string()).to_string();
        assert!(error.starts_with("the default of the field `x` must "), "{schema}: {error}");
    }
}

/// B13: what is not flat is refused, whatever it looks like, and nothing panics.
#[test]
fn what_is_no_scalar_is_refused_as_not_flat() {
    for schema in [
        json!(true),
        json!({}),
        json!({"$ref": "#"}),
        json!({"type": "null"}),
        json!({"type": ["string", "integer"]}),
        json!({"type": 7}),
        json!({"type": "array", "items": {"type": "string"}}),
        json!({"type": "object", "properties": {"a": {"type": "string"}}}),
        json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        json!({"anyOf": [{"type": "null"}]}),
        json!({"anyOf": [true, {"type": "null"}]}),
        json!({"oneOf": [{"const": "a"}, {"type": "object"}]}),
    ] {
        SCHEMA.set(schema.clone());
        let error = Form::of::<Holder>().expect_err(&schema.to_string()).to_string();
        assert!(error.starts_with("the field `x` is not a string"), "{schema}: {error}");
    }
}

#[derive(Debug, Deserialize, JsonSchema, PartialEq)]
struct Defaults {
    #[serde(default = "five")]
    n: i32,
    #[serde(default)]
    s: String,
    #[serde(default = "yes")]
    flag: bool,
}

fn five() -> i32 {
    5
}

fn yes() -> bool {
    true
}

/// B15, B29: defaults are shown, and what is left out, or is null, has its default.
#[test]
fn a_field_that_is_left_out_has_its_default() {
    let form = Form::of::<Defaults>().unwrap();
    let form: Value = serde_json::from_str(form.requested_schema()).unwrap();
    let shown = ["n", "s", "flag"].map(|name| form["properties"][name]["default"].clone());
    assert_eq!(shown, [json!(5), json!(""), json!(true)]);
    assert_eq!(form.get("required"), None);
    let expected = Defaults { n: 5, s: String::new(), flag: true };
    for content in [None, Some("null"), Some("{}"), Some(r#"{"n":null,"s":null,"flag":null}"#)] {
        assert_eq!(read::<Defaults>(content), expected, "{content:?}");
    }
}

#[derive(Debug, Deserialize, JsonSchema, PartialEq)]
struct Envelope {
    action: String,
    content: String,
}

/// B31: fields may be called like parts of the envelope.
#[test]
fn fields_named_like_the_envelope_are_fields() {
    let read: Envelope = read(Some(r#"{"content":"x","action":"archive"}"#));
    assert_eq!(read, Envelope { action: "archive".to_owned(), content: "x".to_owned() });
    let nested = r#"{"action":"accept","content":{"action":"archive","content":"x"}}"#;
    assert_eq!(check::<Envelope>(nested), Err("`content` must be a text".to_owned()));
}

/// B32: a name is named when it comes twice, and text that is none is no panic.
#[test]
fn what_cannot_be_read_has_its_own_reason() {
    for (content, reason) in [
        (r#"{"action":"a","content":"x","content":null}"#, "`content` is given twice"),
        (r#"{"action":"a","content":"\ud800"}"#, "`content` must be a text"),
        (r#"{"\ud800":1,"action":"a","content":"x"}"#, "the answer could not be read"),
    ] {
        assert_eq!(check::<Envelope>(content), Err(reason.to_owned()), "{content}");
    }
}

/// RFC 3339: an offset is `Z` or hours and minutes, not both.
#[test]
fn a_time_has_one_offset() {
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct When {
        #[schemars(extend("format" = "date-time"))]
        at: String,
    }
    let at = |text: &str| check::<When>(&json!({"at": text}).to_string());
    assert!(at("2031-12-01T10:00:00-01:30").is_ok());
    for wrong in ["Z01:30", "Z+01:30", "+1:30", "+01:30:00", "+01", "", "+24:00"] {
        let reason = at(&format!("2031-12-01T10:00:00{wrong}")).expect_err(wrong);
        assert!(reason.starts_with("`at` must be a date and time"), "{wrong}: {reason}");
    }
}

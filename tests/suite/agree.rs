//! Schemas and values agree: what is written fits the output schema, what fits the input schema is read,
//! and what does not is refused with its place.

use std::{
    collections::BTreeMap,
    net::IpAddr,
    num::{NonZeroI64, NonZeroU16},
};

use askback::prelude::*;
use askback_tests::{Call, Piped, Served, check, handshake::plain_call, request};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all(serialize = "SCREAMING_SNAKE_CASE", deserialize = "camelCase"))]
struct TwoNames {
    shared_name: u32,
    #[serde(skip_serializing)]
    #[expect(dead_code, reason = "it is read, and that is all")]
    only_in: u8,
    #[serde(skip_deserializing)]
    only_out: u8,
    #[serde(default)]
    with_default: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    maybe: Option<IpAddr>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Internal {
    One { n: i16 },
    Two { list: Vec<u32> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    One(u8),
    Two { n: u64 },
    Three,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    N(i32),
    Pair(u8, u8),
    S(String),
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum External {
    Unit,
    One(NonZeroU16),
    Two(u8, i32),
    Three { deep: Option<u128> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Newtype(i8);

#[derive(Serialize, Deserialize, JsonSchema)]
struct Extra {
    extra: u16,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Flat {
    name: String,
    #[serde(flatten)]
    rest: Extra,
}

/// For each type, a tool that reads it, tells it as text, and one that returns it.
macro_rules! tools {
    ($($name:ident: $type:ty = [$($good:tt)*], bad [$($bad:tt)*];)*) => {
        $(
            /// Reads a value and returns it.
            #[tool]
            async fn $name(value: $type) -> Result<Json<$type>, String> {
                Ok(Json(value))
            }
        )*

        fn server() -> Server {
            Server::new("s", "1")$(.tool($name))*
        }

        fn rows() -> Vec<(&'static str, Value, Value)> {
            vec![$((stringify!($name), json!([$($good)*]), json!([$($bad)*]))),*]
        }
    };
}

tools! {
    names: TwoNames = [{"sharedName": 1, "onlyIn": 2}, {"sharedName": 1.0, "onlyIn": 2, "withDefault": 3.0, "maybe": "::1"}],
        bad [{"sharedName": 1}, {"sharedName": 1.5, "onlyIn": 2}];
    internal: Internal = [{"kind": "one", "n": 5.0}, {"kind": "two", "list": [1, 2.0]}],
        bad [{"kind": "one", "n": 5.5}, {"kind": "six"}];
    adjacent: Adjacent = [{"t": "One", "c": 5.0}, {"t": "Two", "c": {"n": 3.0}}, {"t": "Three"}],
        bad [{"t": "One", "c": 256}];
    untagged: Untagged = [5.0, [1.0, 2], "x"], bad [5.5, [1], true];
    external: External = ["Unit", {"One": 3.0}, {"Two": [1.0, -2.0]}, {"Three": {"deep": 1.0}}, {"Three": {}}],
        bad ["None", {"One": 0}, {"Two": [1, 2.5]}, {"Three": {"deep": -1}}];
    newtype: Newtype = [5, -5.0], bad [128, 1.5, "5"];
    flat: Flat = [{"name": "n", "extra": 7.0}], bad [{"name": "n", "extra": 65536}, {"name": "n"}];
    small: u32 = [0, 4_294_967_295_u32, 7.0], bad [-1, 4_294_967_296_u64, 7.5];
    signed: i32 = [-2_147_483_648, 5.0], bad [2_147_483_648_u64];
    wide: u64 = [18_446_744_073_709_551_615_u64, 5.0], bad [-1, 0.5];
    huge: i128 = [-1, 1.0], bad [1.5];
    nonzero: NonZeroI64 = [-1, 2.0], bad [0];
    float: f64 = [5.0, 5, 5.5], bad ["5"];
    any: Value = [5.0, null, {"a": [5.0]}], bad [];
    list: Vec<Newtype> = [[], [1.0, 2]], bad [[1, 2.5], {}];
    tuple: (u8, String, Option<i64>) = [[1.0, "a", null], [2, "b", 3.0]], bad [[1, "a", "x"]];
    numbers: BTreeMap<u16, i32> = [{}, {"7": 1.0}], bad [{"x": 1}, {"7": 1.5}];
    words: BTreeMap<String, Vec<u8>> = [{"a": [1.0]}], bad [{"a": [256]}];
    array: [u8; 2] = [[1, 2.0]], bad [[1, -2]];
    yes: bool = [true], bad [1, "true"];
    address: IpAddr = ["::1", "10.0.0.1"], bad [5];
}

fn validator(schema: &Value) -> jsonschema::Validator {
    jsonschema::validator_for(schema).unwrap()
}

fn listed() -> Vec<Value> {
    let served = Served::start(server());
    let listed = served.post(&request("tools/list", json!({}))).send().json();
    check("tools/list", &listed);
    listed["result"]["tools"].as_array().unwrap().clone()
}

/// N32 (M-TOOL-9), N20: on both eras, what the schema takes is read, what is written fits, and what the
/// schema refuses is refused.
#[test]
fn n32_n20_what_is_written_fits_and_what_fits_is_read() {
    let tools = listed();
    let served = Served::start(server());
    let mut piped = Piped::start(server());
    piped.open("2025-11-25", json!({}));
    let mut id = 1;
    for (name, good, bad) in rows() {
        let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
        let (input, output) = (validator(&tool["inputSchema"]), validator(&tool["outputSchema"]));
        let of = |values: &Value, is_good: bool| {
            values.as_array().unwrap().iter().map(|v| (v.clone(), is_good)).collect::<Vec<_>>()
        };
        for (value, is_good) in [of(&good, true), of(&bad, false)].concat() {
            let arguments = json!({"value": value});
            assert_eq!(input.is_valid(&arguments), is_good, "{name} {arguments} {tool}");
            id += 1;
            let modern = served.call(&Call::new(name).arguments(arguments.clone()));
            let kept = piped.answer(&plain_call(id, name, arguments.clone()));
            for answer in [&modern["result"], &kept["result"]] {
                assert_eq!(answer["isError"] != true, is_good, "{name} {arguments} {answer}");
            }
            let result = &modern["result"];
            if is_good {
                let written = &result["structuredContent"];
                assert!(output.is_valid(written), "{name} {written} {tool}");
            } else {
                let text = result["content"][0]["text"].as_str().unwrap();
                assert!(text.starts_with("argument `value"), "{text}");
            }
        }
    }
}

fn formats(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            found.extend(members.get("format").and_then(Value::as_str).map(str::to_owned));
            members.values().for_each(|value| formats(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| formats(value, found)),
        _ => {}
    }
}

/// F22, N17: both bounds of a number of up to 32 bits, and no format that no draft has.
#[test]
fn f22_n17_bounds_are_published_and_foreign_formats_are_not() {
    let tools = listed();
    let mut found = Vec::new();
    tools.iter().for_each(|tool| formats(tool, &mut found));
    assert_eq!(found, Vec::<String>::new());
    let small = tools.iter().find(|tool| tool["name"] == "small").unwrap();
    for schema in [&small["inputSchema"]["properties"]["value"], &small["outputSchema"]] {
        assert_eq!((&schema["minimum"], &schema["maximum"]), (&json!(0), &json!(u32::MAX)));
    }
}

#[derive(Deserialize, JsonSchema)]
struct Order {
    #[expect(dead_code, reason = "it is read, and that is all")]
    items: Vec<Newtype>,
}

/// Takes all arguments as one value.
#[tool]
async fn order(_order: Args<Order>) -> &'static str {
    "ordered"
}

/// N27, N20: the place inside a struct of all arguments.
#[test]
fn n27_an_error_names_its_place() {
    let served = Served::start(server().tool(order));
    let text = |tool: &str, arguments: Value| {
        let answer = served.call(&Call::new(tool).arguments(arguments));
        answer["result"]["content"][0]["text"].as_str().unwrap().to_owned()
    };
    assert_eq!(text("order", json!({"items": [1.0]})), "ordered");
    let wrong = text("order", json!({"items": [1, "x"]}));
    assert_eq!(wrong, "argument `items[1]`: invalid type: string \"x\", expected i8");
    let wrong = text("words", json!({"value": {"a": [1, 256]}}));
    assert!(wrong.starts_with("argument `value.a[1]`: invalid value: integer `256`"), "{wrong}");
    assert_eq!(text("order", json!({})), "`arguments`: missing field `items`");
}

//! Schemas of arguments, and arguments themselves.

use std::collections::BTreeSet;

use askback::prelude::*;
use askback_tests::{Call, Served, request};
use serde_json::{Value, json};

use super::{listed, served, text};

/// A filter.
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Filter {
    kind: Kind,
    weight: u8,
}

/// What a filter is about.
#[derive(serde::Deserialize, schemars::JsonSchema)]
enum Kind {
    Name,
    Size,
}

/// A tree.
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Node {
    name: String,
    kids: Vec<Self>,
}

/// Searches.
#[tool]
async fn search(
    limit: Option<u32>,
    page: Option<usize>,
    ratio: Option<f32>,
    filters: Option<Vec<Filter>>,
) -> String {
    let filters: Vec<String> = filters
        .into_iter()
        .flatten()
        .map(|Filter { kind, weight }| format!("{}{weight}", matches!(kind, Kind::Name)))
        .collect();
    format!("{limit:?} {page:?} {ratio:?} {filters:?}")
}

/// Counts the names of a tree.
#[tool]
async fn tree(root: Node) -> String {
    fn count(node: &Node) -> usize {
        usize::from(!node.name.is_empty()) + node.kids.iter().map(count).sum::<usize>()
    }
    count(&root).to_string()
}

/// Says the time.
#[tool]
async fn now() -> &'static str {
    "now"
}

/// Knows its call.
#[tool]
async fn aware(cx: &Context) -> String {
    cx.is_retry().to_string()
}

/// Says a number, after a yes.
#[tool]
async fn number(id: i64, #[ask(confirm, message = format!("{id}?"))] _ok: Confirmed) -> String {
    id.to_string()
}

fn server() -> Server {
    Server::new("s", "1").tool(search).tool(tree).tool(now).tool(aware).tool(number)
}

fn called(tool: &str, arguments: Value) -> Value {
    Served::start(server()).call(&Call::new(tool).arguments(arguments))
}

/// Every value under a keyword, wherever it stands.
fn under(schema: &Value, keyword: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    match schema {
        Value::Object(members) => {
            for (name, value) in members {
                if name == keyword && !value.is_object() {
                    found.insert(value.to_string());
                }
                found.append(&mut under(value, keyword));
            }
        }
        Value::Array(items) => {
            items.iter().for_each(|item| found.append(&mut under(item, keyword)))
        }
        _ => {}
    }
    found
}

#[test]
fn b01_an_optional_field_has_one_type_and_is_not_required() {
    let schema = &listed(server(), "search")["inputSchema"];
    assert_eq!(schema["properties"]["limit"]["type"], "integer");
    assert_eq!(schema.get("required"), None);
    let asked = served().call(&Call::new("who"));
    let form = &asked["result"]["inputRequests"]["who"]["params"]["requestedSchema"];
    assert_eq!(form["properties"]["nick"]["type"], "string");
    assert_eq!(form["required"], json!(["name"]));
    assert!(!form.to_string().contains("null"), "{form}");
}

#[test]
fn b02_null_and_absent_are_the_same_for_an_optional_argument() {
    for (arguments, limit) in
        [(json!({}), "None"), (json!({"limit": null}), "None"), (json!({"limit": 5}), "Some(5)")]
    {
        assert!(text(&called("search", arguments)).starts_with(limit));
    }
}

#[test]
fn b03_integer_widths_are_no_formats() {
    let schema = &listed(server(), "search")["inputSchema"];
    assert_eq!(under(schema, "format"), BTreeSet::new());
    assert_eq!(schema["properties"]["page"]["minimum"], 0);
}

#[test]
fn b05_every_reference_resolves_from_the_root() {
    for tool in ["search", "tree"] {
        let schema = &listed(server(), tool)["inputSchema"];
        for reference in under(schema, "$ref") {
            let pointer = reference.trim_matches('"').strip_prefix('#').unwrap().to_owned();
            assert!(schema.pointer(&pointer).is_some(), "{reference} in {schema}");
        }
    }
    let filters = json!({"filters": [{"kind": "Name", "weight": 3}]});
    assert!(text(&called("search", filters)).ends_with("[\"true3\"]"));
}

#[test]
fn b08_a_tool_without_arguments_has_an_empty_closed_object() {
    let empty = json!({"type": "object", "properties": {}, "additionalProperties": false});
    for tool in ["now", "aware"] {
        assert_eq!(listed(server(), tool)["inputSchema"], empty, "{tool}");
    }
}

#[test]
fn b18_no_digit_of_an_integer_is_lost_on_its_way_through_a_question() {
    let served = Served::start(server());
    for id in [9_007_199_254_740_993_i64, i64::MIN, i64::MAX] {
        let call = Call::new("number").arguments(json!({"id": id}));
        let asked = served.call(&call);
        let message = &asked["result"]["inputRequests"]["ok"]["params"]["message"];
        assert_eq!(*message, format!("{id}?"));
        let yes = json!({"ok": {"action": "accept", "content": {"confirm": true}}});
        assert_eq!(text(&served.call(&call.retry(&asked, yes))), id.to_string());
    }
    let too_large = called("number", json!({"id": u64::MAX}));
    assert_eq!(too_large["result"]["isError"], true);
}

#[test]
fn b19_a_misspelt_argument_is_an_error_that_names_it() {
    for (arguments, named) in [(json!({"Limit": 1}), "`Limit`"), (json!({"limit": "1"}), "`limit`")]
    {
        let answer = called("search", arguments);
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        assert!(text(&answer).contains(named), "{answer}");
    }
}

#[test]
fn b20_arguments_are_an_object_or_left_out() {
    let served = Served::start(server());
    let mut none = Call::new("now");
    none.params.remove("arguments");
    assert_eq!(text(&served.call(&none)), "now");
    for wrong in [json!(null), json!([1]), json!("x"), json!(7)] {
        let reply = served.post(&none.clone().arguments(wrong.clone()).json()).send();
        assert_eq!((reply.status, reply.code()), (400, -32602), "{wrong}");
    }
}

#[test]
fn b21_wrong_arguments_are_told_to_the_model() {
    for (arguments, named) in [(json!({}), "`id`"), (json!({"id": "x"}), "`id`")] {
        let answer = called("number", arguments);
        assert_eq!(answer["result"]["isError"], true);
        assert!(text(&answer).contains(named), "{answer}");
    }
    assert_eq!(called("nobody", json!({}))["error"]["code"], -32602);
}

#[test]
fn b24_a_recursive_argument_has_a_finite_schema_and_is_read() {
    assert!(listed(server(), "tree").to_string().len() < 2000);
    let leaf = json!({"name": "c", "kids": []});
    let root = json!({"name": "a", "kids": [{"name": "b", "kids": [leaf]}]});
    assert_eq!(text(&called("tree", json!({"root": root}))), "3");
}

#[test]
fn b25_the_list_is_the_same_bytes_every_time() {
    let list = || {
        let served = Served::start(server());
        served.post(&request("tools/list", json!({}))).send().body
    };
    let first = list();
    assert!((0..4).all(|_| list() == first));
    let names = ["search", "tree", "now", "aware", "number"];
    let positions: Vec<usize> =
        names.iter().map(|name| first.find(&format!("\"name\":\"{name}\"")).unwrap()).collect();
    assert!(positions.is_sorted(), "{positions:?}");
}

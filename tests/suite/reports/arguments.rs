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

#[test]
fn b06_the_root_of_a_schema_is_an_object_with_its_properties() {
    /// A search.
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct Search {
        query: String,
        limit: Option<u32>,
        inner: Option<Filter>,
    }

    /// Searches by one struct.
    #[tool]
    async fn by_struct(search: Args<Search>) -> String {
        let Args(search) = search;
        let inner = search.inner.map(|filter| filter.weight);
        format!("{} {:?} {inner:?}", search.query, search.limit)
    }

    /// A tree at the root.
    #[tool]
    async fn by_tree(root: Args<Node>) -> String {
        let Args(root) = root;
        root.kids.len().to_string()
    }

    let server = || Server::new("s", "1").tool(by_struct).tool(by_tree);
    let schema = &listed(server(), "by_struct")["inputSchema"];
    assert_eq!(schema["type"], "object");
    assert_eq!(
        schema["properties"]["limit"],
        json!({"type": "integer", "minimum": 0, "maximum": u32::MAX})
    );
    assert_eq!(schema["required"], json!(["query"]));
    assert_eq!(schema["additionalProperties"], false);
    assert_eq!((schema.get("title"), &schema["description"]), (None, &json!("A search.")));
    // A root that refers to itself has a copy of itself to refer to.
    let schema = &listed(server(), "by_tree")["inputSchema"];
    assert_eq!(schema["properties"]["name"]["type"], "string");
    let reference = schema["properties"]["kids"]["items"]["$ref"].as_str().unwrap();
    assert_eq!(schema.pointer(reference.strip_prefix('#').unwrap()).unwrap()["type"], "object");

    let served = Served::start(server());
    let call = |tool: &str, arguments: Value| {
        let answer = served.call(&Call::new(tool).arguments(arguments));
        let is_error = answer["result"]["isError"] == true;
        (text(&answer).to_owned(), is_error)
    };
    let inner = json!({"kind": "Name", "weight": 3});
    let good = call("by_struct", json!({"query": "a", "limit": null, "inner": inner}));
    assert_eq!(good, ("a None Some(3)".into(), false));
    assert_eq!(call("by_tree", json!({"name": "a", "kids": []})).0, "0");
    let missing = call("by_struct", json!({}));
    assert_eq!(missing, ("`arguments`: missing field `query`".into(), true));
    let misspelt = call("by_struct", json!({"query": "a", "limits": 3}));
    assert!(misspelt.1 && misspelt.0.starts_with("unknown argument `limits`"), "{misspelt:?}");
    assert!(misspelt.0.ends_with("are: `query`, `limit`, `inner`"), "{misspelt:?}");
    let mut body = Call::new("by_struct").arguments(json!({"query": "a"})).json().to_string();
    body = body.replace(r#"{"query":"a"}"#, r#"{"query":"a","query":"b"}"#);
    let mut twice = served.post(&Call::new("by_struct").json());
    twice = twice.body(body);
    assert_eq!(twice.send().code(), -32602, "modern.md M-TOOL-7, design A-6");
}

/// A command.
#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(tag = "op")]
enum Command {
    Add { text: String },
    Remove { id: u32 },
}

#[test]
fn b07_a_union_is_an_argument_and_never_all_of_them() {
    /// Runs a command.
    #[tool]
    async fn run(command: Command) -> String {
        match command {
            Command::Add { text } => text,
            Command::Remove { id } => id.to_string(),
        }
    }

    /// Runs a command that is all there is.
    #[tool]
    async fn run_root(command: Args<Command>) -> String {
        let Args(command) = command;
        run::call(command).await
    }

    let schema = &listed(Server::new("s", "1").tool(run), "run")["inputSchema"];
    assert_eq!((&schema["type"], schema.get("oneOf")), (&json!("object"), None));
    let served = Served::start(Server::new("s", "1").tool(run));
    let command = json!({"command": {"op": "Remove", "id": 4}});
    assert_eq!(text(&served.call(&Call::new("run").arguments(command))), "4");

    let refused = Server::new("s", "1").tool(run).tool(run_root).build().unwrap_err().to_string();
    assert!(refused.contains("`run_root`") && refused.contains("`command: Command`"), "{refused}");
}

#[test]
fn b23_anything_is_an_empty_schema_and_every_schema_is_one() {
    use std::collections::HashMap;

    #[derive(serde::Serialize, schemars::JsonSchema)]
    struct Out {
        any: Value,
        width: u8,
    }

    /// Takes anything, under names that mean something in a schema.
    #[tool]
    async fn anything(
        any: Value,
        map: HashMap<String, Value>,
        opt: Option<Value>,
        list: Vec<Value>,
        format: String,
        title: Option<String>,
        default: u8,
        r#type: String,
        properties: Option<HashMap<String, u8>>,
    ) -> Json<Out> {
        let any = json!([any, map, opt, list, format, title, r#type, properties]);
        Json(Out { any, width: default })
    }

    let server = || server().tool(anything);
    let tool = listed(server(), "anything");
    let properties = &tool["inputSchema"]["properties"];
    assert_eq!(properties["any"], json!({}));
    assert_eq!(properties["map"], json!({"type": "object"}));
    assert_eq!(properties["opt"], json!({}));
    assert_eq!(properties["list"], json!({"type": "array", "items": {}}));
    assert_eq!(properties["format"], json!({"type": "string"}));
    assert_eq!(properties["title"], json!({"type": "string"}));
    assert_eq!(
        tool["inputSchema"]["required"],
        json!(["any", "map", "list", "format", "default", "type"])
    );
    assert_eq!(tool["outputSchema"]["properties"]["any"], json!({}));
    assert_eq!(under(&tool, "format"), BTreeSet::new());

    let served = Served::start(server());
    let list = served.post(&request("tools/list", json!({}))).send().json();
    let tools = list["result"]["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 6);
    for tool in tools {
        for schema in [Some(&tool["inputSchema"]), tool.get("outputSchema")].into_iter().flatten() {
            assert!(jsonschema::draft202012::meta::is_valid(schema), "{schema:#}");
            assert!(!schema.to_string().contains("nullable"), "{schema:#}");
        }
    }
    let arguments = json!({
        "any": null, "map": {"a": 1}, "list": [], "format": "f", "default": 3, "type": "t",
    });
    let answer = served.call(&Call::new("anything").arguments(arguments));
    let structured = json!({"any": [null, {"a": 1}, null, [], "f", null, "t", null], "width": 3});
    assert_eq!(answer["result"]["structuredContent"], structured);
    assert_eq!(text(&answer), structured.to_string());
}

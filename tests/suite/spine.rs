//! The main road: discover, list, call, ask, answer, done; over HTTP and over stdio.

use askback::prelude::*;
use askback_tests::{Call, Piped, Served, accept, check, question, request};
use serde_json::{Value, json};

/// Who to greet.
#[ask(key = "who", message = "Your name?")]
struct Name {
    /// Your name
    name: String,
}

/// Greets someone by name.
#[tool]
async fn greet(#[ask] who: Answer<Name>) -> String {
    hello(who)
}

/// Greets someone by name, asking inline.
#[tool]
async fn greet_inline(cx: &Context) -> String {
    hello(cx.ask::<Name>("Your name?").key("who").await)
}

fn hello(who: Answer<Name>) -> String {
    match who {
        Answer::Accepted(Name { name }) => format!("Hello, {name}!"),
        Answer::Declined => "Hello, stranger!".into(),
        Answer::Cancelled => "Hello?".into(),
    }
}

/// Adds numbers.
#[tool(name = "add-up", title = "Add up")]
fn add(
    /// The first one
    a: i64,
    #[arg(name = "second", description = "The other one")] b: Option<i64>,
) -> Result<String, String> {
    a.checked_add(b.unwrap_or(1)).map(|sum| sum.to_string()).ok_or_else(|| "too large".to_owned())
}

fn server() -> Server {
    Server::new("greeter", "1.2.3").tool(greet).tool(greet_inline).tool(add)
}

#[track_caller]
fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {answer}"))
}

/// M-DISC-1, M-DISC-2, M-META-5, B76.
#[test]
fn discover_names_the_version_the_tools_and_the_server() {
    let served = Served::start(server().instructions("Be kind."));
    let answer = served.post(&request("server/discover", json!({}))).send().json();
    check("server/discover", &answer);
    let result = &answer["result"];
    assert_eq!(result["supportedVersions"], json!(["2026-07-28"]));
    assert_eq!(result["capabilities"], json!({"logging": {}, "tools": {}}));
    assert_eq!(result["instructions"], "Be kind.");
    let identity = &result["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!(*identity, json!({"name": "greeter", "version": "1.2.3"}));
}

/// M-DISC-3: what is not advertised is not there.
#[test]
fn a_server_without_tools_has_no_tool_methods() {
    let served = Served::start(Server::new("empty", "1"));
    let discovered = served.post(&request("server/discover", json!({}))).send().json();
    check("server/discover", &discovered);
    assert_eq!(discovered["result"]["capabilities"], json!({"logging": {}}));
    let reply = served.post(&request("tools/list", json!({}))).send();
    assert_eq!((reply.status, reply.code()), (404, -32601));
}

/// M-TOOL-2, M-TOOL-3, B08, B25, B113, B114.
#[test]
fn the_list_describes_the_tools_in_order_and_is_always_the_same() {
    let served = Served::start(server());
    let list = || served.post(&request("tools/list", json!({}))).send().json();
    let answer = list();
    check("tools/list", &answer);
    assert_eq!(
        answer["result"]["tools"],
        json!([
            {
                "name": "greet",
                "description": "Greets someone by name.",
                "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false},
            },
            {
                "name": "greet_inline",
                "description": "Greets someone by name, asking inline.",
                "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false},
            },
            {
                "name": "add-up",
                "title": "Add up",
                "description": "Adds numbers.",
                "inputSchema": {
                    "type": "object",
                    "properties": {
                        "a": {"type": "integer", "description": "The first one"},
                        "second": {"type": "integer", "description": "The other one"},
                    },
                    "required": ["a"],
                    "additionalProperties": false,
                },
            },
        ])
    );
    assert_eq!(answer, list());
}

/// M-MRTR-1, M-MRTR-3, M-MRTR-4, M-ELI-1, M-ELI-3, B26.
#[test]
fn a_tool_asks_and_finishes_with_the_answer() {
    let served = Served::start(server());
    for tool in ["greet", "greet_inline"] {
        let call = Call::new(tool);
        let asked = served.call(&call);
        let expected = json!({
            "mode": "form",
            "message": "Your name?",
            "requestedSchema": {
                "type": "object",
                "properties": {"name": {"type": "string", "description": "Your name"}},
                "required": ["name"],
            },
        });
        assert_eq!(*question(&asked, "who"), expected, "{tool}");
        let done = served.call(&call.retry(&asked, json!({"who": accept(json!({"name": "Ada"}))})));
        assert_eq!(text(&done), "Hello, Ada!", "{tool}");
        assert!(done["result"]["isError"].is_null(), "{done}");
    }
}

/// M-ELI-9, B27: three actions, and no third question.
#[test]
fn declining_and_cancelling_are_answers() {
    let served = Served::start(server());
    for (action, expected) in [("decline", "Hello, stranger!"), ("cancel", "Hello?")] {
        let call = Call::new("greet");
        let asked = served.call(&call);
        let done = served.call(&call.retry(&asked, json!({"who": {"action": action}})));
        assert_eq!(text(&done), expected);
    }
}

/// M-META-4, M-ELI-2, B56, B57.
#[test]
fn a_client_without_forms_is_told_exactly_what_is_missing() {
    let served = Served::start(server());
    for capabilities in [json!({}), json!({"elicitation": {"url": {}}}), json!({"sampling": {}})] {
        for tool in ["greet", "greet_inline"] {
            let call = Call::new(tool).capabilities(capabilities.clone());
            let reply = served.post(&call.json()).send();
            assert_eq!((reply.status, reply.code()), (400, -32021), "{capabilities}");
            let data = &reply.json()["error"]["data"];
            assert_eq!(*data, json!({"requiredCapabilities": {"elicitation": {"form": {}}}}));
        }
    }
    for capabilities in
        [json!({"elicitation": {}}), json!({"elicitation": {"form": {}, "url": {}}})]
    {
        let asked = served.call(&Call::new("greet").capabilities(capabilities));
        assert_eq!(asked["result"]["resultType"], "input_required");
    }
}

/// M-BASE-8: a capability counts for the request that declares it, and is not needed for an answer.
#[test]
fn capabilities_are_checked_for_what_goes_out_and_per_request() {
    let served = Served::start(server());
    let call = Call::new("greet");
    let asked = served.call(&call);
    let retry = call.retry(&asked, json!({"who": accept(json!({"name": "Ada"}))}));
    assert_eq!(text(&served.call(&retry.capabilities(json!({})))), "Hello, Ada!");
    let after = served.post(&Call::new("greet").capabilities(json!({})).json()).send();
    assert_eq!(after.code(), -32021);
}

/// M-STDIO-1, M-BASE-3: the same over lines, and ids come back as they were sent.
#[test]
fn stdio_serves_the_same_rounds() {
    let mut piped = Piped::start(server());
    let discovered = piped.answer(&request("server/discover", json!({})));
    check("server/discover", &discovered);
    for id in [json!("1"), json!(1), json!(-5), json!(0), json!(9_007_199_254_740_993_u64)] {
        let call = Call::new("greet").id(id.clone());
        let asked = piped.answer(&call.json());
        check("tools/call", &asked);
        assert_eq!(asked["id"], id);
        let retry = call.retry(&asked, json!({"who": accept(json!({"name": "Ad\u{e4}"}))}));
        let done = piped.answer(&retry.json());
        check("tools/call", &done);
        assert_eq!(text(&done), "Hello, Ad\u{e4}!");
    }
    assert_eq!(piped.close(), Vec::<Value>::new());
}

/// M-TOOL-7, B02, B18, B19, B20, B21: wrong arguments are for the model to read.
#[test]
fn arguments_are_read_and_wrong_ones_are_named() {
    let served = Served::start(server());
    for (arguments, expected) in [
        (json!({"a": 41}), "42"),
        (json!({"a": 41, "second": null}), "42"),
        (json!({"a": 9_007_199_254_740_993_i64, "second": 0}), "9007199254740993"),
    ] {
        let done = served.call(&Call::new("add-up").arguments(arguments));
        assert_eq!(text(&done), expected);
    }
    for (arguments, named) in [
        (json!({}), "argument `a` is required"),
        (json!({"a": "41"}), "argument `a`: invalid type: string"),
        (json!({"a": 1.5}), "argument `a`"),
        (json!({"a": 18_446_744_073_709_551_615_u64}), "argument `a`"),
        (json!({"a": null}), "argument `a`"),
        (json!({"a": 1, "b": 2}), "unknown argument `b`; the arguments are: `a`, `second`"),
        (json!({"a": i64::MAX}), "too large"),
    ] {
        let done = served.call(&Call::new("add-up").arguments(arguments.clone()));
        assert_eq!(done["result"]["isError"], true, "{arguments}: {done}");
        assert!(text(&done).contains(named), "{arguments}: {done}");
        assert!(!text(&done).contains("line"), "{done}");
    }
    let reply = served.post(&Call::new("no-such-tool").json()).send();
    assert_eq!((reply.status, reply.code()), (200, -32602));
}

/// The body is callable in unit tests, and the constructor function can be shadowed.
#[tokio::test]
async fn a_tool_is_an_ordinary_function_to_its_author() {
    let greet = 1;
    assert_eq!(greet + 1, 2);
    let answer = Answer::Accepted(Name { name: "Ada".into() });
    assert_eq!(greet::call(answer).await, "Hello, Ada!");
    assert_eq!(add::call(1, None), Ok("2".to_owned()));
}

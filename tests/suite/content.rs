//! What handlers return and say of themselves, against the schema of every revision: blocks, values,
//! icons, and schemas of the author's own.

use std::{net::TcpListener, time::Duration};

use askback::{
    Annotations, Icon, PromptMessage, ResourceContents, ResourceLink, Role, ToolBuilder, prelude::*,
};
use askback_tests::{
    Call, Piped, Served, check, check_handshake,
    handshake::{HANDSHAKES, plain, plain_call},
    request,
};
use serde_json::{Value, json};

fn blocks() -> Vec<Content> {
    let hints = || {
        Annotations::new()
            .audience([Role::User])
            .priority(0.5)
            .last_modified("2026-01-01T00:00:00Z")
    };
    let link = ResourceLink::new("a://b", "b")
        .title("B")
        .description("A link")
        .mime_type("text/plain")
        .size(3);
    let contents = ResourceContents::text("text").uri("a://b").mime_type("text/plain");
    let bytes = ResourceContents::bytes([1]).uri("a://c").mime_type("image/png");
    let all = [
        Content::text("text"),
        Content::image([1], "image/png"),
        Content::audio([1], "audio/wav"),
        Content::link(link),
        Content::resource(contents),
        Content::resource(bytes),
    ];
    all.into_iter().map(|block| block.annotated(hints())).collect()
}

/// Returns every kind of block.
#[tool(icons = [Icon::new("https://example.com/a.png").mime_type("image/png").size("48x48").dark()])]
async fn all_blocks() -> Vec<Content> {
    blocks()
}

/// Returns nothing.
#[tool]
async fn nothing() {}

/// Null.
#[tool]
async fn null() -> Json<Option<u8>> {
    Json(None)
}

/// A number.
#[tool]
async fn number() -> Json<f64> {
    Json(0.5)
}

/// A text.
#[tool]
async fn word() -> Json<String> {
    Json("word".to_owned())
}

/// Says every kind of block.
#[prompt(icons = [Icon::new("https://example.com/a.png")])]
async fn all_messages() -> Vec<PromptMessage> {
    blocks().into_iter().map(PromptMessage::user).collect()
}

/// A resource.
#[resource("a://b", icons = [Icon::new("data:image/png;base64,AA==").light()])]
async fn b() -> &'static str {
    "b"
}

/// A template.
#[resource_template("c://{id}", icons = [Icon::new("https://example.com/a.png")])]
async fn by_id(id: String) -> Option<Vec<ResourceContents>> {
    (id != "0").then(Vec::new)
}

fn server() -> Server {
    Server::new("s", "1")
        .description("A server of everything.")
        .website_url("https://example.com")
        .icons([Icon::new("https://example.com/server.png")])
        .tool(all_blocks)
        .tool(nothing)
        .tool(null)
        .tool(number)
        .tool(word)
        .prompt(all_messages)
        .resource(b)
        .resource_template(by_id)
}

const LISTS: [(&str, &str); 4] = [
    ("tools/list", "tools"),
    ("prompts/list", "prompts"),
    ("resources/list", "resources"),
    ("resources/templates/list", "resourceTemplates"),
];

/// M-TOOL-8, M-TOOL-9, M-TOOL-11: every kind of block and of value.
#[test]
fn blocks_and_values_have_their_shape() {
    let served = Served::start(server());
    let blocks = served.call(&Call::new("all_blocks"));
    let blocks = blocks["result"]["content"].as_array().unwrap();
    let kinds: Vec<&str> = blocks.iter().map(|block| block["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["text", "image", "audio", "resource_link", "resource", "resource"]);
    for block in blocks {
        let hints =
            json!({"audience": ["user"], "priority": 0.5, "lastModified": "2026-01-01T00:00:00Z"});
        assert_eq!(block["annotations"], hints);
    }
    assert_eq!(served.call(&Call::new("nothing"))["result"]["content"], json!([]));
    for (tool, value) in [("null", Value::Null), ("number", json!(0.5)), ("word", json!("word"))] {
        let answer = served.call(&Call::new(tool));
        let structured = answer["result"].as_object().unwrap().get("structuredContent");
        assert_eq!(structured, Some(&value), "{tool}");
        assert_eq!(answer["result"]["content"][0]["text"], value.to_string());
    }
    let prompt = served.post(&Call::prompt("all_messages", json!({})).json()).send().json();
    check("prompts/get", &prompt);
    assert_eq!(prompt["result"]["messages"].as_array().unwrap().len(), 6);
}

/// L-FEAT-1, M-TOOL-8: the older revisions get what they have of it.
#[test]
fn older_revisions_get_blocks_that_they_know() {
    for revision in HANDSHAKES {
        let mut piped = Piped::start(server());
        piped.open(revision, json!({}));
        let answer = piped.answer(&plain_call(1, "all_blocks", json!({})));
        check_handshake(revision, "tools/call", &answer);
        let text = answer["result"]["content"].to_string();
        assert_eq!(text.contains("\"audio\""), revision >= "2025-03-26");
        assert_eq!(text.contains("\"resource_link\""), revision >= "2025-06-18");
        assert_eq!(text.contains("lastModified"), revision >= "2025-06-18");
        for place in ["a://b", "a://c"] {
            assert!(text.contains(place), "{revision} has lost {place}: {text}");
        }
        let answer = piped.answer(&plain(json!(2), "prompts/get", json!({"name": "all_messages"})));
        check_handshake(revision, "prompts/get", &answer);
        assert_eq!(answer["result"]["messages"].as_array().unwrap().len(), 6);
        for (id, tool) in ["nothing", "null", "number", "word"].into_iter().enumerate() {
            let answer = piped.answer(&plain_call(id, tool, json!({})));
            check_handshake(revision, "tools/call", &answer);
            assert_eq!(answer["result"].get("structuredContent"), None);
        }
    }
}

/// M-ICON-1, L-FEAT-1: icons where the revision has them, on handlers and on the server.
#[test]
fn icons_are_shown_where_there_are_any() {
    let served = Served::start(server());
    for (method, member) in LISTS {
        let list = served.post(&request(method, json!({}))).send().json();
        check(method, &list);
        let icon = &list["result"][member][0]["icons"][0];
        assert!(icon["src"].is_string(), "{list}");
    }
    let answer = served.post(&request("server/discover", json!({}))).send().json();
    check("server/discover", &answer);
    let whole = json!({
        "name": "s",
        "version": "1",
        "description": "A server of everything.",
        "websiteUrl": "https://example.com",
        "icons": [{"src": "https://example.com/server.png"}],
    });
    assert_eq!(answer["result"]["_meta"]["io.modelcontextprotocol/serverInfo"], whole);
    for revision in HANDSHAKES {
        let mut piped = Piped::start(server());
        let opened = piped.open(revision, json!({}));
        let newest = revision == "2025-11-25";
        let bare = json!({"name": "s", "version": "1"});
        assert_eq!(opened["result"]["serverInfo"], if newest { whole.clone() } else { bare });
        for (method, member) in LISTS {
            let list = piped.answer(&plain(json!(1), method, json!({})));
            check_handshake(revision, method, &list);
            assert_eq!(list["result"][member][0].get("icons").is_some(), newest, "{revision}");
        }
    }
}

/// M-RES-3: nothing to read is not found, never an empty list.
#[test]
fn a_template_without_contents_is_not_found() {
    let served = Served::start(server());
    for uri in ["c://0", "c://1"] {
        let reply = served.post(&Call::read(uri).json()).send();
        assert_eq!((reply.status, reply.code()), (200, -32602), "{uri}");
        assert_eq!(reply.json()["error"]["data"]["uri"], uri);
    }
}

/// M-SEC-5, M-JS-1: a schema of the author's is passed on as it is, whatever dialect it names, and
/// nothing that it refers to is ever fetched.
#[test]
fn a_schema_is_passed_on_and_never_followed() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let place = format!("http://{}/schema.json", listener.local_addr().unwrap());
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {"a": {"$ref": place}},
        "dependencies": {"a": ["b"]},
    });
    let tool = ToolBuilder::new("act")
        .input_schema(schema.to_string())
        .handler(|_, arguments: Value| Box::pin(async move { arguments.to_string() }));
    let served = Served::start(Server::new("s", "1").tool(tool));
    let list = served.post(&request("tools/list", json!({}))).send().json();
    check("tools/list", &list);
    assert_eq!(list["result"]["tools"][0]["inputSchema"], schema);
    let done = served.call(&Call::new("act").arguments(json!({"a": 1})));
    assert_eq!(done["result"]["content"][0]["text"], "{\"a\":1}");
    std::thread::sleep(Duration::from_millis(50));
    assert!(listener.accept().is_err(), "somebody followed the reference");
}

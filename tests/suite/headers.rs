//! Eras and routing headers: what a request must say of itself, and in which order it is checked.

use askback::prelude::*;
use askback_tests::{Call, Piped, Served, request};
use serde_json::{Value, json};

/// Says hello.
#[tool]
async fn hello() -> &'static str {
    "Hello!"
}

fn served() -> Served {
    Served::start(Server::new("s", "1").tool(hello))
}

fn without(key: &str) -> Value {
    let mut message = request("tools/list", json!({}));
    let meta = message["params"]["_meta"].as_object_mut().unwrap();
    meta.remove(&format!("io.modelcontextprotocol/{key}")).unwrap();
    message
}

/// M-META-1, M-META-2, B69, B76.
#[test]
fn every_request_carries_its_metadata_except_the_client_info() {
    let served = served();
    for message in [without("protocolVersion"), without("clientCapabilities")] {
        let reply = served.post(&message).send();
        assert_eq!((reply.status, reply.code()), (400, -32602), "{message}");
    }
    for method in ["tools/list", "server/discover", "tools/call", "foo/bar"] {
        let bare = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": {}});
        let reply = served.post(&bare).send();
        assert_eq!((reply.status, reply.code()), (400, -32602), "{method}");
        let none = json!({"jsonrpc": "2.0", "id": 1, "method": method});
        assert_eq!(served.post(&none).send().code(), -32602, "{method}");
    }
    assert_eq!(served.post(&without("clientInfo")).send().status, 200);
}

/// M-META-4: capabilities of the wrong type.
#[test]
fn ill_typed_metadata_is_refused() {
    let served = served();
    for capabilities in
        [json!(true), json!(null), json!({"elicitation": true}), json!({"roots": 1})]
    {
        let call = Call::new("hello").capabilities(capabilities.clone());
        let reply = served.post(&call.json()).send();
        assert_eq!((reply.status, reply.code()), (400, -32602), "{capabilities}");
    }
    let mut loud = Call::new("hello");
    loud.params["_meta"]["io.modelcontextprotocol/logLevel"] = json!("loud");
    assert_eq!(served.post(&loud.json()).send().code(), -32602);
}

/// M-VER-1, M-VER-2, M-DISC-4, M-ERR-5, M-ERR-6, B72.
#[test]
fn a_version_that_is_not_served_is_refused_with_those_that_are() {
    let served = served();
    for version in ["1900-01-01", "2027-01-01", "2025-11-25", "v999.0.0", ""] {
        for method in ["tools/list", "server/discover"] {
            let mut message = request(method, json!({}));
            message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!(version);
            let reply = served.post(&message).set("MCP-Protocol-Version", version).send();
            assert_eq!((reply.status, reply.code()), (400, -32022), "{version}");
            let error = &reply.json()["error"];
            assert_eq!(error["data"], json!({"supported": ["2026-07-28"], "requested": version}));
            // the others are named in words.
            assert!(error["message"].as_str().unwrap().contains("2025-06-18"), "{error}");
        }
    }
}

/// M-HDR-1, M-HDR-2, M-HDR-7, M-HDR-8, B71: header and body must say the same.
#[test]
fn headers_must_be_there_and_agree_with_the_body() {
    let served = served();
    let post = || served.post(&Call::new("hello").json());
    for request in [
        post().without("MCP-Protocol-Version"),
        post().set("MCP-Protocol-Version", "2025-11-25"),
        post().header("MCP-Protocol-Version", "2026-07-28"),
        post().without("Mcp-Method"),
        post().set("Mcp-Method", "tools/list"),
        post().set("Mcp-Method", "TOOLS/CALL"),
        post().set("Mcp-Method", "=?base64?dG9vbHMvY2FsbA==?="),
        post().without("Mcp-Name"),
        post().set("Mcp-Name", "Hello"),
        post().set("Mcp-Name", "=?base64?aGVsbG8?="),
        post().header("Mcp-Name", "hello"),
    ] {
        let reply = request.send();
        assert_eq!((reply.status, reply.code()), (400, -32020), "{request:?}");
        assert_eq!(reply.json()["id"], 1);
    }
    for request in [
        post().without("Mcp-Name").header("mcp-name", "hello"),
        post().set("Mcp-Name", "  hello\t"),
        post().set("Mcp-Name", "=?base64?aGVsbG8=?="),
        post().set("MCP-Protocol-Version", " 2026-07-28 "),
        post().header("Mcp-Session-Id", "stale").header("Last-Event-ID", "3"),
    ] {
        let reply = request.send();
        assert_eq!(reply.status, 200, "{request:?}: {}", reply.body);
        assert_eq!(reply.header("mcp-session-id"), None);
    }
}

/// The order of checks of part 24: metadata, then headers, then the version, then the method.
#[test]
fn the_first_fault_in_order_is_answered() {
    let served = served();
    let mut unknown_version = request("foo/bar", json!({}));
    unknown_version["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("x");
    let reply = served.post(&without("clientCapabilities")).without("Mcp-Method").send();
    assert_eq!(reply.code(), -32602);
    assert_eq!(served.post(&unknown_version).send().code(), -32020);
    let reply = served.post(&unknown_version).set("MCP-Protocol-Version", "x").send();
    assert_eq!(reply.code(), -32022);
}

/// M-VER-9, M-HTTP-11, M-ERR-1, M-EXT-1, B78: what this revision does not have.
#[test]
fn unknown_and_removed_methods_are_not_found() {
    let served = served();
    let mut piped = Piped::start(Server::new("s", "1").tool(hello));
    for method in [
        "foo/bar",
        "ping",
        "initialize",
        "logging/setLevel",
        "resources/subscribe",
        "tasks/get",
        "prompts/list",
        "resources/list",
        "completion/complete",
    ] {
        let reply = served.post(&request(method, json!({}))).send();
        assert_eq!((reply.status, reply.code()), (404, -32601), "{method}");
        assert_eq!(reply.json()["id"], 1);
        assert_eq!(piped.answer(&request(method, json!({})))["error"]["code"], -32601, "{method}");
    }
}

/// M-BASE-6, M-HTTP-4, M-CANC-5, B79: notifications are accepted and never answered.
#[test]
fn notifications_are_accepted_without_a_word() {
    let served = served();
    let mut piped = Piped::start(Server::new("s", "1").tool(hello));
    for (method, params) in [
        ("notifications/cancelled", json!({"requestId": 99})),
        ("notifications/cancelled", json!({"requestId": {}})),
        ("notifications/initialized", json!({})),
        ("notifications/unknown", json!({"a": 1})),
        ("tools/call", json!({"name": "hello"})),
    ] {
        let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        let reply = served.post(&message).without("Mcp-Method").without("Mcp-Name").send();
        assert_eq!((reply.status, &*reply.body), (202, ""), "{message}");
        piped.send(&message);
    }
    let scalar =
        json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"_meta": "x"}});
    let reply = served.post(&scalar).send();
    assert_eq!(reply.status, 400);
    assert!(reply.json().get("id").is_none());
    piped.send(&scalar);
    assert!(piped.close().is_empty());
}

/// M-PAGE-2: the list has one page.
#[test]
fn a_cursor_that_was_never_given_out_is_refused() {
    let served = served();
    for cursor in [json!("garbage"), json!("")] {
        let reply = served.post(&request("tools/list", json!({"cursor": cursor}))).send();
        assert_eq!((reply.status, reply.code()), (200, -32602));
    }
    let reply = served.post(&request("tools/list", json!({"cursor": 7}))).send();
    assert_eq!((reply.status, reply.code()), (400, -32602));
}

/// M-HDR-1: what is named in the header, for each method that names something.
#[test]
fn every_method_that_names_something_has_its_header() {
    /// A prompt.
    #[prompt]
    async fn poem() -> &'static str {
        "A poem."
    }
    /// A resource.
    #[resource("a://b")]
    async fn b() -> &'static str {
        "b"
    }
    let served = Served::start(Server::new("s", "1").tool(hello).prompt(poem).resource(b));
    for call in [Call::new("hello"), Call::prompt("poem", json!({})), Call::read("a://b")] {
        let post = || served.post(&call.json());
        assert_eq!(post().send().status, 200, "{}", call.method);
        for wrong in [post().without("Mcp-Name"), post().set("Mcp-Name", "another")] {
            let reply = wrong.send();
            assert_eq!((reply.status, reply.code()), (400, -32020), "{}", call.method);
        }
    }
}

//! Which era a message belongs to, and what it must say of itself.

use std::time::Duration;

use askback::{Revision, prelude::*, testing::Client};
use askback_tests::{
    Call, Piped, Served, accept, check,
    handshake::{Events, HANDSHAKES, Session, forms, initialize, plain, plain_call, post, respond},
    request,
};
use serde_json::{Value, json};

use super::{client, delete_a, served, server, text, yes};

const META: &str = "io.modelcontextprotocol/";

fn without(keys: &[&str]) -> Value {
    let mut message = request("tools/list", json!({}));
    let meta = message["params"]["_meta"].as_object_mut().unwrap();
    keys.iter().for_each(|key| drop(meta.remove(&format!("{META}{key}"))));
    message
}

#[tokio::test]
async fn b58_a_handler_that_never_has_enough_is_stopped_on_old_revisions() {
    /// Asks for more, whatever the answer.
    #[tool]
    async fn more(cx: &Context) -> Reply<String> {
        let rounds = cx.carried::<u32>().unwrap_or(0) + 1;
        InputRequired::new().confirm("more", format!("More {rounds}?")).carry(&rounds).into()
    }
    let client = Client::new(Server::new("s", "1").tool(more));
    let reply = client.revision(Revision::V2025_11_25).confirm("more").call("more", ()).await;
    assert!(reply.is_error() && reply.text().contains("after 8 rounds"), "{}", reply.text());
    assert_eq!(reply.asked().len(), 8);
}

#[tokio::test]
async fn b59_one_handler_serves_both_eras() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25, Revision::V2026_07_28] {
        let reply = client().revision(revision).confirm("confirm");
        let reply = reply.call("delete", json!({"path": "/a"})).await;
        assert_eq!(reply.text(), "deleted /a", "{revision}");
        let method = &reply.rounds()[0].questions()[0].method;
        assert_eq!(method, "elicitation/create");
    }
    let served = served();
    let session = Session::open(&served, "2025-11-25", forms("2025-11-25"));
    let call = plain_call(1, "delete", json!({"path": "/b"}));
    let mut events = Events::of(&session.post(&call));
    let asked = events.asked("2025-11-25");
    session.respond(&asked, accept(json!({"confirm": true})));
    assert_eq!(events.result("2025-11-25")["content"][0]["text"], "deleted /b");
}

#[test]
fn b69_a_modern_request_without_its_metadata_is_not_executed() {
    let served = served();
    let bare = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    let empty = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}});
    for message in [bare, empty, without(&["clientCapabilities"]), without(&["protocolVersion"])] {
        let reply = served.post(&message).send();
        assert_eq!((reply.status, reply.code()), (400, -32602), "{message}");
    }
    assert_eq!(served.post(&without(&["clientInfo"])).send().status, 200);
}

#[test]
fn b70_an_incomplete_first_message_is_answered_and_the_next_is_served() {
    let mut piped = Piped::start(server());
    let mut discover = without(&["clientCapabilities"]);
    discover["method"] = json!("server/discover");
    let answer = piped.answer(&discover);
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(1), &json!(-32602)));
    check("tools/list", &piped.answer(&request("tools/list", json!({}))));
    check("tools/list", &Piped::start(server()).answer(&without(&["clientInfo"])));
}

#[test]
fn b71_headers_and_body_say_the_same() {
    let served = served();
    let post = || served.post(&delete_a().json());
    let mut older = delete_a();
    older.params["_meta"][format!("{META}protocolVersion")] = json!("2025-11-25");
    for request in [
        served.post(&older.json()),
        post().without("MCP-Protocol-Version"),
        post().set("Mcp-Method", "tools/list"),
        post().without("Mcp-Name"),
        post().set("Mcp-Name", "Delete"),
    ] {
        let reply = request.send();
        assert_eq!((reply.status, reply.code()), (400, -32020));
    }
    assert_eq!(post().without("Mcp-Name").header("mcp-name", "delete").send().status, 200);
}

#[test]
fn b72_an_unknown_version_is_refused_with_those_that_are_served() {
    let served = served();
    for version in ["1900-01-01", "2027-01-01", ""] {
        let mut call = delete_a();
        call.params["_meta"][format!("{META}protocolVersion")] = json!(version);
        let reply = served.post(&call.json()).set("MCP-Protocol-Version", version).send();
        assert_eq!((reply.status, reply.code()), (400, -32022), "{version}");
        let data = &reply.json()["error"]["data"];
        assert_eq!(*data, json!({"supported": ["2026-07-28"], "requested": version}));
    }
    let mut call = delete_a();
    call.params["_meta"][format!("{META}protocolVersion")] = json!(7);
    assert_eq!(served.post(&call.json()).set("MCP-Protocol-Version", "7").send().code(), -32602);
}

#[test]
fn b73_initialize_is_answered_with_a_version_that_has_it() {
    let served = served();
    for (asked, answered) in
        [("2026-07-28", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("1999-01-01", "2025-11-25")]
    {
        let reply = post(&served, &initialize(asked, json!({}))).send().json();
        assert_eq!(reply["result"]["protocolVersion"], answered, "{asked}");
        let answer = Piped::start(server()).answer(&initialize(asked, json!({})));
        assert_eq!(answer["result"]["protocolVersion"], answered, "{asked}");
    }
}

#[test]
fn b75_nothing_modern_is_in_an_old_session() {
    for revision in HANDSHAKES {
        let mut piped = Piped::start(server());
        let mut said = piped.open(revision, forms(revision)).to_string();
        for (id, method) in (1..).zip(["tools/list", "ping", "resources/list"]) {
            said += &piped.answer(&plain(json!(id), method, json!({}))).to_string();
        }
        piped.send(&plain_call(9, "who", json!({})));
        let next = piped.receive();
        said += &next.to_string();
        if next["method"] == "elicitation/create" {
            said += &piped.answer(&respond(&next, json!({"action": "decline"}))).to_string();
        }
        for modern in ["resultType", "ttlMs", "cacheScope", META, "inputRequests", "requestState"] {
            assert!(!said.contains(modern), "{modern} on {revision}: {said}");
        }
    }
}

#[test]
fn b76_discover_is_served_first_and_in_the_shape_of_the_schema() {
    let discover = request("server/discover", json!({}));
    for answer in [served().post(&discover).send().json(), Piped::start(server()).answer(&discover)]
    {
        check("server/discover", &answer);
        assert_eq!(answer["result"]["supportedVersions"], json!(["2026-07-28"]));
        let server_info = &answer["result"]["_meta"][format!("{META}serverInfo")];
        assert_eq!(server_info["name"], "reports");
    }
    let bad = json!({"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {}});
    assert_eq!(Piped::start(server()).answer(&bad)["error"]["code"], -32602);
}

#[test]
fn b78_an_unknown_method_is_not_found() {
    let served = served();
    let mut piped = Piped::start(server());
    for method in ["foo/bar", "ping", "initialize", "logging/setLevel"] {
        let message = request(method, json!({}));
        let reply = served.post(&message).send();
        assert_eq!((reply.status, reply.code()), (404, -32601), "{method}");
        assert_eq!(reply.json()["id"], 1);
        assert_eq!(piped.answer(&message)["error"]["code"], -32601, "{method}");
    }
}

#[test]
fn b79_notifications_are_never_answered() {
    let served = served();
    let mut piped = Piped::start(server());
    for (method, params, right) in [
        ("notifications/cancelled", json!({"requestId": 99}), 202),
        ("notifications/initialized", json!({}), 202),
        ("notifications/unknown", json!({}), 202),
        ("tools/call", json!({"name": "delete", "arguments": {"path": "/"}}), 202),
        ("notifications/progress", json!({"_meta": "x"}), 400),
    ] {
        let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        let reply = served.post(&message).without("Mcp-Method").without("Mcp-Name").send();
        assert_eq!(reply.status, right, "{method}");
        assert!(right != 202 || reply.body.is_empty(), "{method}: {}", reply.body);
        piped.send(&message);
    }
    assert!(piped.close().is_empty());
}

#[test]
fn b80_encoded_names_are_decoded_as_they_should_be() {
    /// Has a name that is not ASCII on the wire.
    #[tool]
    async fn noop() -> &'static str {
        "done"
    }
    let served = Served::start(Server::new("s", "1").tool(noop));
    let call = Call::new("noop").json();
    for (header, right) in [
        ("=?base64?bm9vcA==?=", true),
        ("=?BASE64?bm9vcA==?=", false),
        ("=?base64?%%%?=", false),
        ("=?base64??=", false),
    ] {
        let reply = served.post(&call).set("Mcp-Name", header).send();
        assert_eq!(reply.status, if right { 200 } else { 400 }, "{header}");
        assert!(right || reply.code() == -32020, "{header}");
    }
}

/// The answers of a session that was waited for by many do not wait for each other.
#[test]
fn b104_waiting_handlers_starve_nobody() {
    let options = askback::StdioOptions::new().concurrency(4);
    let mut piped = Piped::start(server().stdio_options(options));
    piped.open("2025-11-25", forms("2025-11-25"));
    let mut asked = Vec::new();
    for id in 0..4 {
        piped.send(&plain_call(id, "delete", json!({"path": id.to_string()})));
        asked.push(piped.asked("2025-11-25"));
    }
    for id in 100..300 {
        piped.send(&plain(json!(id), "tools/list", json!({})));
    }
    for id in 100..300 {
        assert_eq!(piped.receive()["id"], id);
    }
    for (id, asked) in asked.iter().enumerate() {
        let done = piped.answer(&respond(asked, accept(json!({"confirm": true}))));
        assert_eq!(text(&done), format!("deleted {id}"));
    }
}

/// B125 is measured by `soak sessions`; here, that an end is an end and the number is bounded.
#[test]
fn b125_sessions_are_capped_and_really_end() {
    let options = askback::HttpOptions::new().session_limit(3);
    let served =
        Served::start(server().http_options(options.session_idle_limit(Duration::from_secs(60))));
    for _ in 0..20 {
        let session = Session::open(&served, "2025-11-25", json!({}));
        assert!((200..300).contains(&session.delete().status));
    }
    let open: Vec<_> = (0..3).map(|_| Session::open(&served, "2025-11-25", json!({}))).collect();
    assert_eq!(post(&served, &initialize("2025-11-25", json!({}))).send().status, 503);
    drop(open[0].delete());
    let _ = Session::open(&served, "2025-11-25", json!({}));
    // A modern request leaves nothing and needs no room.
    let asked = served.call(&delete_a());
    assert_eq!(text(&served.call(&delete_a().retry(&asked, yes()))), "deleted /tmp/a");
}

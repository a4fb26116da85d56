//! Streamable HTTP. What is a test of `http.rs` as a whole is named there: B81, B82, B85, B86, B90, B95.

use std::time::Duration;

use askback::{HttpOptions, prelude::*};
use askback_tests::{
    Call, Served, accept,
    handshake::{Events, Session, forms, plain, plain_call},
};
use serde_json::json;

use super::{delete_a, served, server, text, yes};

#[test]
fn b83_accept_is_read_with_patience() {
    let served = served();
    for (accept, right) in [
        ("*/*", true),
        ("application/*, text/*;q=0.5", true),
        ("application/json", true),
        ("", true),
        ("text/html", false),
        ("application/json;q=0", false),
    ] {
        let reply = served.post(&delete_a().json()).set("Accept", accept).send();
        assert_eq!(reply.status, if right { 200 } else { 406 }, "{accept}");
        assert!(right || reply.body.contains("application/json"), "{}", reply.body);
    }
    assert_eq!(served.post(&delete_a().json()).without("Accept").send().status, 200);
}

#[test]
fn b84_a_content_type_may_have_parameters_and_capitals() {
    let served = served();
    for (value, status) in
        [("application/json; charset=utf-8", 200), ("Application/JSON", 200), ("text/plain", 415)]
    {
        let reply = served.post(&delete_a().json()).set("Content-Type", value).send();
        assert_eq!(reply.status, status, "{value}");
    }
}

#[test]
fn b87_an_unknown_session_is_gone_and_a_stale_header_is_nothing_to_a_modern_call() {
    let restarted = served();
    let old = {
        let served = served();
        Session::open(&served, "2025-11-25", json!({})).id
    };
    let session = Session::open(&restarted, "2025-11-25", json!({}));
    let ping = session.post(&plain(json!(1), "ping", json!({})));
    for gone in [
        ping.set("Mcp-Session-Id", &old).send(),
        session.get().set("Mcp-Session-Id", &old).send(),
        session.get().method("DELETE").set("Mcp-Session-Id", &old).send(),
    ] {
        assert_eq!(gone.status, 404);
    }
    let modern = restarted.post(&delete_a().json()).header("Mcp-Session-Id", &old).send();
    assert_eq!((modern.status, modern.header("mcp-session-id")), (200, None));
}

#[test]
fn b88_a_silent_stream_is_kept_alive_and_held_back_by_nobody() {
    let options = HttpOptions::new().keep_alive(Duration::from_millis(20));
    let served = Served::start(server().http_options(options));
    let session = Session::open(&served, "2025-06-18", forms("2025-06-18"));
    let call = session.post(&plain_call(1, "delete", json!({"path": "/"})));
    let reply = std::thread::scope(|scope| {
        let call = scope.spawn(move || call.send());
        std::thread::sleep(Duration::from_millis(200));
        session.respond(&json!({"id": 1}), accept(json!({"confirm": true})));
        call.join().unwrap()
    });
    assert_eq!(reply.header("x-accel-buffering"), Some("no"));
    assert_eq!(reply.header("cache-control"), Some("no-cache"));
    assert!(reply.body.matches(": keep-alive").count() > 2, "{}", reply.body);
}

#[test]
fn b89_a_stream_of_an_old_client_begins_with_a_message() {
    let served = served();
    let session = Session::open(&served, "2025-06-18", forms("2025-06-18"));
    let mut events = Events::of(&session.post(&plain_call(1, "delete", json!({"path": "/"}))));
    let first = events.event().unwrap();
    assert_eq!((first.id, first.retry), (None, None));
    assert!(first.data.unwrap().contains("elicitation/create"));
}

/// A layer in front that edits the call's metadata: answers and state survive.
#[tokio::test]
async fn b55_a_layer_that_edits_metadata_loses_nothing() {
    use http_body_util::{BodyExt, Full};
    use tower_service::Service;
    let mut service = server().into_service(HttpOptions::new()).unwrap();
    let mut layered = async |call: Call| {
        let mut message = call.json();
        message["params"]["_meta"]["traceparent"] = json!("00-1-1-00");
        message["params"]["_meta"]["progressToken"] = json!("token");
        let request = http::Request::post("http://localhost/mcp")
            .header("host", "localhost")
            .header("content-type", "application/json")
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "tools/call")
            .header("mcp-name", "delete")
            .body(Full::<bytes::Bytes>::from(message.to_string()))
            .unwrap();
        let body = service.call(request).await.unwrap().into_body().collect().await.unwrap();
        serde_json::from_slice::<serde_json::Value>(&body.to_bytes()).unwrap()
    };
    let asked = layered(delete_a()).await;
    let done = layered(delete_a().retry(&asked, yes())).await;
    assert_eq!(text(&done), "deleted /tmp/a");
}

/// Four clients at once get through with what one needs, and a little more.
#[test]
fn b127_calls_of_several_clients_do_not_wait_for_each_other() {
    /// Takes its time without a thread.
    #[tool]
    async fn nap() -> &'static str {
        tokio::time::sleep(Duration::from_millis(100)).await;
        "rested"
    }
    let served = Served::start(Server::new("s", "1").tool(nap));
    let start = std::time::Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..20 {
            scope.spawn(|| assert_eq!(text(&served.call(&Call::new("nap"))), "rested"));
        }
    });
    assert!(start.elapsed() < Duration::from_millis(1500), "{:?}", start.elapsed());
}

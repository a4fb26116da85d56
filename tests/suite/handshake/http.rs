//! Sessions over HTTP: opened, found, ended, and who may use them.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use askback::{HttpOptions, Principal, prelude::*};
use askback_tests::{
    Call, Served, accept, check_handshake,
    handshake::{
        Events, HANDSHAKES, Session, cancel, forms, initialize, plain, plain_call, post, respond,
    },
};
use http::{Method, Request};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tower_service::Service;

use super::server;

const NEWEST: &str = "2025-11-25";

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{result}"))
}

fn ada() -> Value {
    accept(json!({"name": "Ada"}))
}

fn with(options: HttpOptions) -> Served {
    Served::start(server().http_options(options))
}

/// L-SESS-1, L-SESS-2, L-SESS-4, L-SESS-5, B87.
#[test]
fn a_session_is_named_by_the_server_and_ends_for_good() {
    let served = Served::start(server());
    let list = plain(json!(1), "tools/list", json!({}));
    for revision in HANDSHAKES {
        let (one, two) = (
            Session::open(&served, revision, json!({})),
            Session::open(&served, revision, json!({})),
        );
        assert_ne!(one.id, two.id);
        assert!(one.id.len() >= 22 && one.id.bytes().all(|b| b.is_ascii_graphic()), "{}", one.id);
        let missing = one.post(&list).without("Mcp-Session-Id").send();
        assert_eq!((missing.status, missing.code()), (400, -32600));
        assert!((200..300).contains(&one.delete().status));
        for gone in [one.post(&list).send(), one.get().send(), one.delete()] {
            assert_eq!(gone.status, 404, "{gone:?}");
            assert_eq!(gone.json()["error"]["code"], -32600);
        }
        let unknown = two.post(&list).set("Mcp-Session-Id", "made-up").send();
        assert_eq!(unknown.status, 404);
        let _ = two.answer(&list);
    }
    // Nobody chooses an id (session fixation).
    let chosen = post(&served, &initialize(NEWEST, json!({}))).header("Mcp-Session-Id", "mine");
    let reply = chosen.send();
    assert_ne!(reply.header("mcp-session-id"), Some("mine"));
    // A response without a session is to nothing (rule 3 of modern.md part 6).
    let stray = post(&served, &json!({"jsonrpc": "2.0", "id": 1, "result": {}})).send();
    assert_eq!((stray.status, stray.code()), (400, -32600));
    // Only `ping` may come before.
    assert_eq!(
        post(&served, &plain(json!(1), "ping", json!({}))).send().json()["result"],
        json!({})
    );
}

/// L-SRQ-2, L-HTTP-3, L-HTTP-4: wire example 26.
#[test]
fn a_question_goes_out_on_the_stream_of_its_call() {
    let served = Served::start(server());
    for revision in ["2025-06-18", NEWEST] {
        let session = Session::open(&served, revision, forms(revision));
        let mut events = Events::of(&session.post(&plain_call(1, "greet", json!({}))));
        assert!(events.head.contains("x-accel-buffering: no"), "{}", events.head);
        let asked = events.asked(revision);
        session.respond(&asked, ada());
        assert_eq!(text(&events.result(revision)), "Hello, Ada!");
        // A call that asks nothing needs no stream.
        let plain = session.answer(&plain_call(2, "sleep", json!({"millis": 50})));
        assert_eq!(text(&plain["result"]), "50");
    }
}

/// L-SRQ-5: ids count in their own session alone.
#[test]
fn an_answer_from_another_session_is_none() {
    let served = Served::start(server());
    let (one, two) = (
        Session::open(&served, NEWEST, forms(NEWEST)),
        Session::open(&served, NEWEST, forms(NEWEST)),
    );
    let mut events = Events::of(&one.post(&plain_call(1, "greet", json!({}))));
    let asked = events.asked(NEWEST);
    two.respond(&asked, accept(json!({"name": "Mallory"})));
    one.respond(&asked, ada());
    assert_eq!(text(&events.result(NEWEST)), "Hello, Ada!");
}

/// L-SESS-3, B40: a session belongs to whoever opened it.
#[tokio::test]
async fn a_session_is_of_the_principal_who_opened_it() {
    let mut service = server().into_service(HttpOptions::new()).unwrap();
    let mut send = async |who: Option<&str>, id: Option<&str>, method: Method, message: Value| {
        let mut request = Request::builder()
            .method(method)
            .uri("/mcp")
            .header("Host", "localhost")
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream");
        if let Some(id) = id {
            request = request.header("Mcp-Session-Id", id);
        }
        let mut request = request.body(Full::<bytes::Bytes>::from(message.to_string())).unwrap();
        if let Some(who) = who {
            request
                .extensions_mut()
                .insert(Principal::new().with_subject(who).with_claim("at", "1"));
        }
        service.call(request).await.unwrap()
    };
    let opened = send(Some("ada"), None, Method::POST, initialize(NEWEST, json!({}))).await;
    let id = opened.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    let list = || plain(json!(1), "tools/list", json!({}));
    for (who, status) in [(Some("ada"), 200), (Some("bob"), 404), (None, 404)] {
        let reply = send(who, Some(&id), Method::POST, list()).await;
        assert_eq!(reply.status(), status, "{who:?}");
        let _ = reply.into_body().collect().await;
    }
    assert_eq!(send(Some("bob"), Some(&id), Method::DELETE, json!({})).await.status(), 404);
    assert_eq!(send(Some("ada"), Some(&id), Method::POST, list()).await.status(), 200);
    let anonymous = send(None, None, Method::POST, initialize(NEWEST, json!({}))).await;
    let id = anonymous.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    assert_eq!(send(Some("ada"), Some(&id), Method::POST, list()).await.status(), 404);
}

/// L-SESS-6, A-4, B61: without sessions everything works that asks nothing.
#[test]
fn without_sessions_nobody_is_asked_and_nothing_is_done() {
    let served = with(HttpOptions::new().without_sessions());
    let reply = post(&served, &initialize("2025-06-18", forms("2025-06-18"))).send();
    assert_eq!((reply.status, reply.header("mcp-session-id")), (200, None));
    assert_eq!(reply.json()["result"]["protocolVersion"], "2025-06-18");
    let call = |tool: &str, version: Option<&str>| {
        let arguments = if tool == "delete" { json!({"path": "/"}) } else { json!({}) };
        let request = post(&served, &plain_call(1, tool, arguments));
        match version {
            Some(version) => request.header("MCP-Protocol-Version", version).send().json(),
            None => request.send().json(),
        }
    };
    let refused = call("delete", Some("2025-06-18"));
    check_handshake("2025-06-18", "tools/call", &refused);
    assert_eq!(refused["result"]["isError"], true);
    assert!(text(&refused["result"]).contains("connect with a session"), "{refused}");
    let told = call("can", Some(NEWEST));
    assert!(text(&told["result"]).contains("cannot carry questions"), "{told}");
    // Without a header it is 2025-03-26 (L-VER-1).
    let told = call("can", None);
    assert!(text(&told["result"]).contains("2025-03-26"), "{told}");
    for method in ["GET", "DELETE"] {
        let reply = served.bare("").method(method).header("Accept", "text/event-stream").send();
        assert_eq!((reply.status, reply.header("allow")), (405, Some("POST, OPTIONS")), "{method}");
    }
    let stray = post(&served, &json!({"jsonrpc": "2.0", "id": 1, "result": {}})).send();
    assert_eq!(stray.status, 400);
}

/// Cell G of dispatch.md part 2: no way for a question.
#[test]
fn answers_in_json_alone_cannot_carry_questions() {
    let served = Served::start(server());
    let session = Session::open(&served, NEWEST, forms(NEWEST));
    let only_json =
        session.post(&plain_call(1, "greet", json!({}))).set("Accept", "application/json");
    let refused = only_json.send().json();
    assert_eq!(refused["result"]["isError"], true);
    assert!(text(&refused["result"]).contains("text/event-stream"), "{refused}");
    let served = with(HttpOptions::new().json_only());
    let session = Session::open(&served, NEWEST, forms(NEWEST));
    let refused = session.answer(&plain_call(1, "delete", json!({"path": "/"})));
    assert_eq!(refused["result"]["isError"], true);
    let slow = session.answer(&plain_call(1, "released", json!({"millis": 20})));
    assert_eq!(text(&slow["result"]), "false");
    // The newest revision loses nothing.
    let asked = served.call(&Call::new("greet"));
    assert_eq!(asked["result"]["resultType"], "input_required");
}

/// L-GET-1, L-GET-2, L-HTTP-2 and rule 1 of modern.md part 6.
#[test]
fn a_session_has_one_stream_for_what_belongs_to_no_call() {
    let served = Served::start(server());
    let session = Session::open(&served, "2025-06-18", json!({}));
    let mut events = Events::of(&session.get());
    assert_eq!(events.status, 200);
    assert_eq!(session.get().send().status, 409);
    assert_eq!(session.get().without("Mcp-Session-Id").send().status, 400);
    assert_eq!(session.get().set("Accept", "application/json").send().status, 406);
    let modern = session.get().set("MCP-Protocol-Version", "2026-07-28").send();
    assert_eq!((modern.status, modern.header("allow")), (405, Some("POST, OPTIONS")));
    let put = served.bare("").method("PUT").send();
    assert_eq!(put.status, 405);
    // It ends with the session.
    assert!((200..300).contains(&session.delete().status));
    assert_eq!(events.event(), None);
}

/// B88: a silent stream is kept open by comments.
#[test]
fn a_silent_stream_carries_comments() {
    let served = with(HttpOptions::new().keep_alive(Duration::from_millis(30)));
    let session = Session::open(&served, NEWEST, forms(NEWEST));
    let bytes = std::thread::scope(|scope| {
        let call = scope.spawn(|| session.post(&plain_call(1, "greet", json!({}))).send());
        std::thread::sleep(Duration::from_millis(300));
        session.respond(&json!({"id": 1}), ada());
        call.join().unwrap().body
    });
    assert!(bytes.matches(": keep-alive\n\n").count() >= 3, "{bytes}");
    assert!(bytes.contains("Hello, Ada!"));
}

/// L-HTTP-6: who hangs up does not cancel.
#[test]
fn a_call_goes_on_when_its_connection_is_lost() {
    static DONE: AtomicUsize = AtomicUsize::new(0);
    /// Waits, and notes it.
    #[tool]
    async fn note() -> &'static str {
        tokio::time::sleep(Duration::from_millis(150)).await;
        DONE.fetch_add(1, Ordering::SeqCst);
        "noted"
    }
    let served = Served::start(server().tool(note));
    let session = Session::open(&served, "2025-06-18", json!({}));
    let request = session.post(&plain_call(1, "note", json!({})));
    let mut stream = std::net::TcpStream::connect(request.addr()).unwrap();
    std::io::Write::write_all(&mut stream, &request.bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(50));
    drop(stream);
    let start = Instant::now();
    while DONE.load(Ordering::SeqCst) == 0 {
        assert!(start.elapsed() < Duration::from_secs(10), "it was cancelled");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// L-CANC-1, L-SRQ-7, B105.
#[test]
fn a_cancelled_call_ends_its_stream_without_an_answer() {
    let served = Served::start(server());
    let session = Session::open(&served, NEWEST, forms(NEWEST));
    let mut events = Events::of(&session.post(&plain_call(7, "greet", json!({}))));
    let asked = events.asked(NEWEST);
    let twice = session.post(&plain_call(7, "can", json!({}))).send().json();
    assert_eq!(twice["error"]["code"], -32600);
    assert_eq!(session.post(&cancel(7)).send().status, 202);
    let told = events.asked(NEWEST);
    assert_eq!(told["method"], "notifications/cancelled");
    assert_eq!(told["params"]["requestId"], asked["id"]);
    assert_eq!(events.message(), None);
    let _ = session.answer(&plain_call(7, "can", json!({})));
}

/// L-HTTP-8: each call answers on its own stream.
#[test]
fn several_calls_wait_at_once_each_on_its_own_stream() {
    let served = Served::start(server());
    let session = Session::open(&served, NEWEST, forms(NEWEST));
    let mut calls: Vec<Events> =
        (0..5).map(|id| Events::of(&session.post(&plain_call(id, "greet", json!({}))))).collect();
    let asked: Vec<Value> = calls.iter_mut().map(|events| events.asked(NEWEST)).collect();
    for (position, asked) in asked.iter().enumerate().rev() {
        session.respond(asked, accept(json!({"name": format!("n{position}")})));
    }
    for (position, events) in calls.iter_mut().enumerate() {
        assert_eq!(text(&events.result(NEWEST)), format!("Hello, n{position}!"));
    }
}

/// B125 and design.md part 5: a cap, and an end for those that are not used.
#[test]
fn sessions_are_bounded_and_forgotten_when_idle() {
    let limit = Duration::from_millis(240);
    let served = with(HttpOptions::new().session_limit(2).session_idle_limit(limit));
    let used = Session::open(&served, NEWEST, forms(NEWEST));
    let mut events = Events::of(&used.post(&plain_call(1, "greet", json!({}))));
    let asked = events.asked(NEWEST);
    let idle = Session::open(&served, NEWEST, json!({}));
    let full = post(&served, &initialize(NEWEST, json!({}))).send();
    assert_eq!((full.status, full.header("retry-after")), (503, Some("30")));
    let start = Instant::now();
    while post(&served, &initialize(NEWEST, json!({}))).send().status == 503 {
        assert!(start.elapsed() < Duration::from_secs(10), "the idle session is never forgotten");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(start.elapsed() > Duration::from_millis(150), "it was forgotten too early");
    assert_eq!(idle.post(&plain(json!(1), "ping", json!({}))).send().status, 404);
    // One with an open question is in use.
    used.respond(&asked, ada());
    assert_eq!(text(&events.result(NEWEST)), "Hello, Ada!");
}

/// DELETE and a shutdown end what waits.
#[test]
fn the_end_of_a_session_ends_its_calls() {
    let served = Served::start(server());
    let session = Session::open(&served, NEWEST, forms(NEWEST));
    let mut events = Events::of(&session.post(&plain_call(1, "greet", json!({}))));
    let asked = events.asked(NEWEST);
    assert!((200..300).contains(&session.delete().status));
    while let Some(message) = events.message() {
        assert!(message.get("result").is_none(), "{message}");
    }
    assert_eq!(session.post(&respond(&asked, ada())).send().status, 404);

    let session = Session::open(&served, NEWEST, forms(NEWEST));
    let mut general = Events::of(&session.get());
    let mut events = Events::of(&session.post(&plain_call(1, "greet", json!({}))));
    let _ = events.asked(NEWEST);
    let start = Instant::now();
    drop(served);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    let refused = events.result(NEWEST);
    assert!(text(&refused).contains("the connection ended"), "{refused}");
    assert_eq!(general.message(), None);
}

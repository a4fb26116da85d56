//! `requestState` on the wire: what is refused, with the same bytes, and what is not.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use askback::{HttpOptions, Key, Principal, RequestState, prelude::*};
use askback_tests::{Call, Served, accept, check, question};
use http::Request;
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tower_service::Service;

static RAN: AtomicUsize = AtomicUsize::new(0);

/// Deletes a file.
#[tool]
async fn delete(
    path: String,
    options: Option<Vec<i64>>,
    #[ask(key = "sure", confirm, message = "Sure?")] _sure: Confirmed,
) -> String {
    RAN.fetch_add(1, Ordering::Relaxed);
    format!("{path} {options:?}")
}

/// Takes the same arguments and asks the same question.
#[tool]
async fn erase(
    path: String,
    options: Option<Vec<i64>>,
    #[ask(key = "sure", confirm, message = "Sure?")] _sure: Confirmed,
) -> String {
    RAN.fetch_add(1, Ordering::Relaxed);
    format!("{path} {options:?}")
}

fn key(byte: u8) -> Key {
    Key::new([byte; 32]).unwrap()
}

fn server(state: RequestState) -> Server {
    Server::new("files", "1").tool(delete).tool(erase).request_state(state)
}

fn call() -> Call {
    Call::new("delete").arguments(json!({"path": "/tmp/a", "options": [1, 2]}))
}

fn yes() -> Value {
    json!({"sure": accept(json!({"confirm": true}))})
}

/// The answer to every state that does not verify, byte for byte (M-MRTR-8, M-MRTR-9).
const REFUSED: &str = r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid or expired requestState","data":{"reason":"invalid_request_state"}}}"#;

#[track_caller]
fn refused(served: &Served, retry: &Call) {
    let reply = served.post(&retry.json()).send();
    assert_eq!((reply.status, &*reply.body), (200, REFUSED));
}

#[track_caller]
fn done(answer: &Value) -> &str {
    assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
    answer["result"]["content"][0]["text"].as_str().unwrap_or_default()
}

/// Both modes: every byte flipped, cut, extended, re-encoded: refused with the same bytes
/// (M-MRTR-7, M-MRTR-8, B42).
#[test]
fn a_state_that_was_touched_is_refused() {
    for state in [RequestState::new(key(1)), RequestState::new(key(1)).signed()] {
        let served = Served::start(server(state));
        let asked = served.call(&call());
        let text = asked["result"]["requestState"].as_str().unwrap().to_owned();
        let with = |state: String| call().retry(&asked, yes()).with("requestState", json!(state));
        for position in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[position] = if bytes[position] == b'A' { b'B' } else { b'A' };
            refused(&served, &with(String::from_utf8(bytes).unwrap()));
        }
        let (label, rest) = text.split_once('.').unwrap();
        let (kid, data) = rest.split_once('.').unwrap();
        let other_label = if label == "e1" { "s1" } else { "e1" };
        for changed in [
            // The other mode, another version, another key, nothing inside, parts in other places.
            format!("{other_label}.{rest}"),
            format!("{}2.{rest}", &label[..1]),
            format!("{label}.AAAAAA.{data}"),
            format!("{label}.{kid}.."),
            format!("{label}.{data}.{kid}"),
            format!("{text}.{kid}"),
            // Other alphabets and paddings of the same bytes.
            text.replace('-', "+").replace('_', "/") + "=",
            text.replace('.', "%2E"),
            String::new(),
            text[..text.len() - 1].to_owned(),
            format!("{text}A"),
            format!("{text}-TAMPERED"),
            format!("{text}="),
            format!(" {text}"),
            text.to_uppercase(),
            "x".repeat(70_000),
            "\u{1f600}".to_owned(),
        ] {
            refused(&served, &with(changed));
        }
        for cut in (0..text.len()).step_by(11) {
            refused(&served, &with(text[..cut].to_owned()));
            refused(&served, &with(text[cut + 1..].to_owned()));
        }
        assert_eq!(done(&served.call(&with(text))), "/tmp/a Some([1, 2])");
    }
}

/// B38, B39, B40: other arguments, another tool, server or key.
#[test]
fn a_state_counts_for_its_call_alone() {
    let served = Served::start(server(RequestState::new(key(2))));
    let asked = served.call(&call());
    let retry = call().retry(&asked, yes());
    for arguments in [
        json!({"path": "/etc", "options": [1, 2]}),
        json!({"path": "/tmp/a", "options": [2, 1]}),
        json!({"path": "/tmp/a", "options": [1, 2, 3]}),
        json!({"path": "/tmp/a"}),
        json!({"path": "/tmp/a", "options": null}),
        json!({}),
    ] {
        refused(&served, &retry.clone().arguments(arguments));
    }
    refused(&served, &retry.clone().with("name", json!("erase")));
    let other_key = Served::start(server(RequestState::new(key(3))));
    refused(&other_key, &retry);
    let other_server = Server::new("other", "1").tool(delete);
    refused(&Served::start(other_server.request_state(RequestState::new(key(2)))), &retry);
    let replica = Served::start(server(RequestState::new(key(2))));
    assert_eq!(done(&replica.call(&retry)), "/tmp/a Some([1, 2])");
}

/// What a client may write differently: member order, white space and escapes.
#[test]
fn the_same_arguments_in_other_words_are_the_same() {
    let served = Served::start(server(RequestState::new(key(4))));
    let asked = served.call(&call());
    let retry = call().retry(&asked, yes()).json().to_string();
    for (from, to) in [
        (
            r#""arguments":{"path":"/tmp/a","options":[1,2]}"#,
            r#""arguments":{ "options" : [1, 2], "path" : "/tmp/a" }"#,
        ),
        (r#""path":"/tmp/a""#, r#""\u0070ath":"\/tmp\u002fa""#),
    ] {
        let body = retry.replace(from, to);
        assert_ne!(body, retry, "{from}");
        let answer = served.post(&call().json()).body(body).send().json();
        check("tools/call", &answer);
        assert_eq!(done(&answer), "/tmp/a Some([1, 2])");
    }
    let doubled = retry.replace(r#""path":"/tmp/a""#, r#""path":"/tmp/a","path":"/etc""#);
    let reply = served.post(&call().json()).body(doubled).send();
    assert_eq!((reply.status, reply.code()), (400, -32602));
}

/// M-MRTR-9: a state lives for its TTL.
#[test]
fn an_expired_state_is_refused() {
    let state = RequestState::new(key(5)).ttl(Duration::from_secs(1));
    let served = Served::start(server(state));
    let asked = served.call(&call());
    std::thread::sleep(Duration::from_millis(2100));
    refused(&served, &call().retry(&asked, yes()));
}

/// M-BASE-9, M-MRTR-13, B43, B96: any process with the key serves the retry; a made-up key does not.
#[test]
fn a_process_key_is_of_one_process() {
    let server = || Server::new("files", "1").tool(delete);
    let (one, other) = (Served::start(server()), Served::start(server()));
    let asked = one.call(&call());
    let retry = call().retry(&asked, yes());
    refused(&other, &retry);
    assert_eq!(done(&one.call(&retry)), "/tmp/a Some([1, 2])");
}

/// An answer to a question that comes later is not an answer yet.
#[tool]
async fn staged(cx: &Context) -> String {
    let first = cx.confirm("First?").key("first").await.is_some();
    let second = cx.confirm("Second?").key("second").await.is_some();
    format!("{first} {second}")
}

#[test]
fn an_answer_counts_only_once_its_question_was_asked() {
    let served = Served::start(Server::new("s", "1").tool(staged));
    let call = Call::new("staged");
    let yes = accept(json!({"confirm": true}));
    let one = served.call(&call);
    let both = json!({"first": yes, "second": yes});
    let two = served.call(&call.retry(&one, both));
    assert_eq!(question(&two, "second")["message"], "Second?");
    // A settled answer is not replaced by a later one.
    let change = json!({"first": {"action": "decline"}, "second": yes});
    let three = served.call(&call.retry(&two, change));
    assert_eq!(done(&three), "true true");
}

/// B66: what travels is not readable, unless the author asks for it.
#[test]
fn an_encrypted_state_shows_nothing() {
    let served = Served::start(Server::new("s", "1").tool(staged));
    let call = Call::new("staged");
    let one = served.call(&call);
    let two = served.call(&call.retry(&one, json!({"first": accept(json!({"confirm": true}))})));
    let state = two["result"]["requestState"].as_str().unwrap();
    assert!(state.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b)), "{state}");
    assert!(!two.to_string().contains("First?"), "{two}");
}

/// Sends a message through the tower service, as `who`.
async fn as_user(
    service: &mut askback::HttpService,
    message: &Value,
    who: Option<Principal>,
) -> Value {
    let mut request = Request::post("http://localhost/mcp")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/call")
        .header("mcp-name", message["params"]["name"].as_str().unwrap())
        .body(Full::<bytes::Bytes>::from(message.to_string()))
        .unwrap();
    if let Some(who) = who {
        request.extensions_mut().insert(who);
    }
    let response = service.call(request).await.unwrap();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    serde_json::from_slice(&body).unwrap()
}

/// M-MRTR-9, M-ELI-14, B40, B120, B121: bound to the user, and closed where there is none to bind to.
#[tokio::test]
async fn a_state_is_of_the_user_who_was_asked() {
    let server = server(RequestState::new(key(6)));
    let mut service = server.into_service(HttpOptions::new()).unwrap();
    let user = |subject: &str| {
        Some(Principal::new().with_issuer("https://id").with_client("app").with_subject(subject))
    };
    let nameless = || Some(Principal::new().with_issuer("https://id").with_client("app"));
    for (asker, answerer, right) in [
        (user("ada"), user("ada"), true),
        (user("ada"), user("eve"), false),
        (user("ada"), None, false),
        (None, user("ada"), false),
        (None, None, true),
        (nameless(), nameless(), false),
        (user(""), user(""), false),
        (nameless(), None, false),
        (user("ada"), user("ada").map(|ada| ada.with_client("other")), false),
    ] {
        let asked = as_user(&mut service, &call().json(), asker.clone()).await;
        let retry = call().retry(&asked, yes()).json();
        let answer = as_user(&mut service, &retry, answerer.clone()).await;
        if right {
            assert_eq!(done(&answer), "/tmp/a Some([1, 2])");
        } else {
            assert_eq!(answer.to_string(), REFUSED, "{asker:?} {answerer:?}");
        }
    }
}

/// What is wrong with the settings is said before anything is served.
#[test]
fn bad_settings_are_refused_when_the_server_is_built() {
    assert!(Key::new([1; 31]).is_err());
    for (state, named) in [
        (RequestState::new(key(1)).ttl(Duration::ZERO), "ttl"),
        (RequestState::new(key(1)).ttl(Duration::from_millis(500)), "ttl"),
        (RequestState::new(key(1)).ttl(Duration::from_secs(31 * 24 * 3600)), "ttl"),
        (RequestState::new(key(1)).max_size(0), "max_size"),
        (RequestState::new(key(1)).accepts(key(1)), "accepts"),
    ] {
        let error = server(state).build().unwrap_err().to_string();
        assert!(error.contains(named), "{error}");
    }
}

/// B44: a state that would be too large is an error that names the sizes, not a cut-off state.
#[test]
fn b44_a_state_over_the_limit_is_refused() {
    let state = || RequestState::new(key(7)).max_size(64);
    let served = Served::start(server(state()));
    let reply = served.post(&call().json()).send();
    assert_eq!(reply.code(), -32603);
    assert!(reply.body.contains("64"), "{}", reply.body);
}

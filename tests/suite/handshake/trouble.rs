//! Questions whose answer never comes, comes late, twice, as an error or as garbage (L-SRQ-3 to
//! L-SRQ-7, L-STDIO-4).

use std::time::Duration;

use askback_tests::{
    Piped, accept, check_handshake,
    handshake::{forms, plain_call, respond},
};
use serde_json::{Value, json};

use super::server;

const NEWEST: &str = "2025-11-25";

fn opened() -> Piped {
    let mut piped = Piped::start(server());
    piped.open(NEWEST, forms(NEWEST));
    piped
}

fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

fn ada() -> Value {
    accept(json!({"name": "Ada"}))
}

fn refused(answer: &Value, reason: &str) {
    check_handshake(NEWEST, "tools/call", answer);
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    assert!(text(answer).contains(reason), "{answer}");
}

/// L-SRQ-3.
#[test]
fn a_client_that_never_answers_is_told_and_given_up() {
    let mut piped = Piped::start(server().answer_timeout(Duration::from_millis(100)));
    piped.open(NEWEST, forms(NEWEST));
    piped.send(&plain_call(1, "greet", json!({})));
    let asked = piped.asked(NEWEST);
    let cancelled = piped.asked(NEWEST);
    assert_eq!(cancelled["method"], "notifications/cancelled");
    assert_eq!(cancelled["params"]["requestId"], asked["id"]);
    refused(&piped.receive(), "no answer within 0.1 s");
    // The answer that comes late finds nothing.
    piped.send(&respond(&asked, ada()));
    assert_eq!(text(&piped.answer(&plain_call(2, "can", json!({})))), "yes, on 2025-11-25");
}

/// L-SRQ-5.
#[test]
fn an_answer_counts_once_and_under_its_own_id() {
    let mut piped = opened();
    piped.send(&plain_call(1, "count", json!({})));
    let first = piped.asked(NEWEST);
    for foreign in [json!(999), json!("1"), json!(-1), json!("x")] {
        piped.send(&json!({"jsonrpc": "2.0", "id": foreign, "result": ada()}));
    }
    // Twice: the second one is no answer to the second question.
    piped.send(&respond(&first, ada()));
    piped.send(&respond(&first, accept(json!({"name": "Bob"}))));
    let second = piped.asked(NEWEST);
    assert_eq!(second["params"]["message"], "Second?");
    let answer = piped.answer(&respond(&second, accept(json!({"name": "Cy"}))));
    assert!(text(&answer).starts_with("Ada Cy"), "{answer}");
    assert!(piped.close().is_empty());
}

/// L-SRQ-4: the handler is dropped, its other questions are cancelled.
#[test]
fn an_error_for_an_answer_ends_the_call_and_its_other_questions() {
    for (error, reason) in [
        (json!({"code": -1, "message": "User rejected it"}), "error -1: User rejected it"),
        (json!({"code": -32601, "message": ""}), "error -32601"),
        (json!("broken"), "an error"),
    ] {
        let mut piped = opened();
        piped.send(&plain_call(1, "both", json!({})));
        let (one, two) = (piped.asked(NEWEST), piped.asked(NEWEST));
        piped.send(&json!({"jsonrpc": "2.0", "id": one["id"], "error": error}));
        let cancelled = piped.asked(NEWEST);
        assert_eq!(cancelled["params"]["requestId"], two["id"]);
        refused(&piped.receive(), reason);
        assert!(piped.close().is_empty());
    }
}

/// Responses that are none are never answered, so that two sides cannot shout at each other.
#[test]
fn garbage_for_an_answer_is_asked_again_or_passed_over() {
    let mut piped = opened();
    piped.send(&plain_call(1, "greet", json!({})));
    let asked = piped.asked(NEWEST);
    for garbage in [json!(null), json!([]), json!("yes"), json!({"action": "ACCEPT"})] {
        piped.send(&json!({"jsonrpc": "2.0", "id": 77, "result": garbage}));
    }
    for id in [json!(null), json!(1.5), json!({})] {
        piped.send(&json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32700, "message": ""}}));
    }
    piped.send(&json!({"jsonrpc": "2.0", "result": {}, "error": {}}));
    let again = piped.answer(&respond(&asked, json!([1])));
    assert_eq!(again["method"], "elicitation/create");
    assert_eq!(text(&piped.answer(&respond(&again, ada()))), "Hello, Ada!");
}

/// L-STDIO-4: the input ends while a question is out.
#[test]
fn the_end_of_the_input_ends_what_waits_for_an_answer() {
    let mut piped = opened();
    piped.send(&plain_call(1, "greet", json!({})));
    let _ = piped.asked(NEWEST);
    piped.send(&plain_call(2, "sleep", json!({"millis": 100})));
    let start = std::time::Instant::now();
    let rest = piped.close();
    assert!(start.elapsed() < Duration::from_secs(3));
    let by_id = |id: i64| rest.iter().find(|answer| answer["id"] == id).unwrap();
    refused(by_id(1), "the connection ended");
    assert_eq!(text(by_id(2)), "100");
}

/// Bounded, and said.
#[test]
fn a_session_has_so_many_open_questions_and_no_more() {
    let mut piped = Piped::start(server().open_questions(3));
    piped.open(NEWEST, forms(NEWEST));
    piped.send(&plain_call(1, "both", json!({})));
    let (one, two) = (piped.asked(NEWEST), piped.asked(NEWEST));
    piped.send(&plain_call(2, "both", json!({})));
    // The first of its two questions went out, and is taken back.
    let third = piped.asked(NEWEST);
    assert_eq!(piped.asked(NEWEST)["params"]["requestId"], third["id"]);
    refused(&piped.receive(), "too many questions");
    piped.send(&respond(&one, ada()));
    assert_eq!(text(&piped.answer(&respond(&two, ada()))), "true true");
}

//! Questions in mid-call, on stdio: real requests, whose answers continue the handler where it stood.

use std::time::{Duration, Instant};

use askback::StdioOptions;
use askback_tests::{
    Call, Piped, accept, check_handshake,
    handshake::{cancel, forms, initialize, plain, plain_call, respond},
    question,
};
use serde_json::{Value, json};

use super::server;

fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

fn opened(revision: &str) -> Piped {
    let mut piped = Piped::start(server());
    piped.open(revision, forms(revision));
    piped
}

fn named(name: &str) -> Value {
    accept(json!({"name": name}))
}

/// L-SRQ-2, L-ELI-1, B59: a real request, an answer by response, one result.
#[test]
fn a_question_is_a_request_and_its_answer_goes_on_with_the_call() {
    for (revision, mode) in [("2025-06-18", None), ("2025-11-25", Some("form"))] {
        for (result, said) in [
            (named("Ada"), "Hello, Ada!"),
            (json!({"action": "decline"}), "Hello, stranger!"),
            (json!({"action": "cancel"}), "Hello, stranger!"),
            (json!({"action": "decline", "content": {"name": "Ada"}}), "Hello, stranger!"),
        ] {
            let mut piped = opened(revision);
            piped.send(&plain_call("a", "greet", json!({})));
            let asked = piped.asked(revision);
            assert_eq!(asked["params"]["message"], "Your name?");
            assert_eq!(asked["params"].get("mode").and_then(Value::as_str), mode);
            let answer = piped.answer(&respond(&asked, result));
            check_handshake(revision, "tools/call", &answer);
            assert_eq!((&answer["id"], text(&answer)), (&json!("a"), said));
            assert!(piped.close().is_empty());
        }
    }
}

/// The counter at the top of a handler with two asks: 1 where it is kept, 3 where it is entered again.
#[test]
fn a_handler_runs_once_where_it_is_kept() {
    let mut piped = opened("2025-11-25");
    piped.send(&plain_call(1, "count", json!({})));
    let first = piped.asked("2025-11-25");
    let second = piped.answer(&respond(&first, named("a")));
    assert_eq!(second["params"]["message"], "Second?");
    assert_ne!(first["id"], second["id"]);
    assert_eq!(text(&piped.answer(&respond(&second, named("b")))), "a b 1");

    let call = Call::new("count");
    let first = piped.answer(&call.json());
    assert_eq!(question(&first, "first")["message"], "First?");
    let retry = call.retry(&first, json!({"first": named("a")}));
    let second = piped.answer(&retry.json());
    let retry = retry.retry(&second, json!({"second": named("b")}));
    let done = piped.answer(&retry.json());
    assert_eq!(text(&done), "a b 3");
}

/// L-ELI-1: what 2025-06-18 does not know is written as it was then.
#[test]
fn forms_are_written_as_their_revision_has_them() {
    let fields = |revision: &str| {
        let mut piped = opened(revision);
        piped.send(&plain_call(1, "shirt", json!({})));
        let asked = piped.asked(revision);
        let answer = piped.answer(&respond(&asked, accept(json!({"size": "L", "count": 2}))));
        assert_eq!(text(&answer), "2 × L, gift: false");
        asked["params"]["requestedSchema"]["properties"].clone()
    };
    let new = fields("2025-11-25");
    assert_eq!(new["size"]["oneOf"][1], json!({"const": "L", "title": "Large"}));
    assert_eq!((&new["size"]["default"], &new["count"]["default"]), (&json!("S"), &json!(1)));
    assert_eq!(new["gift"]["default"], false);
    let old = fields("2025-06-18");
    assert_eq!(old["size"]["enum"], json!(["S", "L"]));
    assert_eq!(old["size"]["enumNames"], json!(["Small", "Large"]));
    assert_eq!((old["size"].get("default"), old["count"].get("default")), (None, None));
    assert_eq!(old["gift"]["default"], false);
}

/// Several at once go out before any answer, which may come in any order.
#[test]
fn questions_that_are_open_together_go_out_together() {
    let mut piped = opened("2025-11-25");
    piped.send(&plain_call(1, "both", json!({})));
    let (one, two) = (piped.asked("2025-11-25"), piped.asked("2025-11-25"));
    assert_eq!(
        (&one["params"]["message"], &two["params"]["message"]),
        (&json!("One?"), &json!("Two?"))
    );
    piped.send(&respond(&two, named("b")));
    assert_eq!(text(&piped.answer(&respond(&one, json!({"action": "decline"})))), "false true");
}

/// An answer that does not fit is asked again, with the reason and without the value, and not for ever.
#[test]
fn answers_are_held_against_the_form() {
    let mut piped = opened("2025-11-25");
    piped.send(&plain_call(1, "greet", json!({})));
    let mut asked = piped.asked("2025-11-25");
    for wrong in
        [json!({"action": "accept", "content": {"name": 7}}), json!({"action": "maybe"}), json!(7)]
    {
        asked = piped.answer(&respond(&asked, wrong.clone()));
        let message = asked["params"]["message"].as_str().unwrap();
        assert!(message.ends_with(". Your name?"), "{wrong}: {message}");
        assert!(!message.contains('7'), "{message}");
    }
    assert_eq!(text(&piped.answer(&respond(&asked, named("Ada")))), "Hello, Ada!");
    piped.send(&plain_call(2, "greet", json!({})));
    let mut asked = piped.asked("2025-11-25");
    for _ in 0..7 {
        asked = piped.answer(&respond(&asked, accept(json!({}))));
        assert_eq!(asked["method"], "elicitation/create");
    }
    let answer = piped.answer(&respond(&asked, accept(json!({}))));
    assert_eq!(answer["result"]["isError"], true);
    assert!(text(&answer).contains("`who`"), "{answer}");
}

/// L-SRQ-1, L-ELI-2, B61: where nobody can be asked, nothing goes out and nothing is done.
#[test]
fn a_call_that_cannot_ask_is_refused_in_words() {
    for (revision, capabilities, reason) in [
        ("2025-11-25", json!({}), "did not declare"),
        ("2025-11-25", json!({"elicitation": {"url": {}}}), "did not declare"),
        ("2025-06-18", json!({"sampling": {}, "roots": {}}), "did not declare"),
        ("2025-03-26", json!({"elicitation": {}}), "revision 2025-03-26"),
        ("2024-11-05", json!({"elicitation": {"form": {}}}), "revision 2024-11-05"),
    ] {
        let mut piped = Piped::start(server());
        piped.open(revision, capabilities);
        let answer = piped.answer(&plain_call(1, "delete", json!({"path": "/etc"})));
        check_handshake(revision, "tools/call", &answer);
        assert_eq!(answer["result"]["isError"], true);
        assert!(text(&answer).contains("form elicitation"), "{answer}");
        assert!(text(&answer).contains(reason), "{answer}");
        assert!(piped.close().is_empty());
    }
}

/// L-STDIO-5, B104: one waiting call blocks nothing, and many of them take no places.
#[test]
fn everything_else_is_served_while_handlers_wait() {
    let options = StdioOptions::new().concurrency(4);
    let mut piped = Piped::start(server().stdio_options(options));
    piped.open("2025-11-25", forms("2025-11-25"));
    let mut asked = Vec::new();
    for id in 0..6 {
        piped.send(&plain_call(format!("a{id}"), "greet", json!({})));
        asked.push(piped.asked("2025-11-25"));
    }
    for id in 0..1000 {
        let modern = Call::new("sleep").id(json!(id)).arguments(json!({"millis": 0}));
        assert_eq!(text(&piped.answer(&modern.json())), "0");
    }
    for id in 0..200 {
        assert_eq!(piped.answer(&plain(json!(id), "ping", json!({})))["result"], json!({}));
    }
    for asked in asked.iter().rev() {
        assert_eq!(text(&piped.answer(&respond(asked, named("Ada")))), "Hello, Ada!");
    }
    assert!(piped.close().is_empty());
}

/// L-SRQ-7, L-CANC-1: with its call a question is cancelled, and nothing is answered.
#[test]
fn cancelling_a_call_cancels_its_questions() {
    let mut piped = opened("2025-11-25");
    piped.send(&plain_call(1, "both", json!({})));
    let (one, two) = (piped.asked("2025-11-25"), piped.asked("2025-11-25"));
    piped.send(&cancel(1));
    let mut cancelled = [piped.asked("2025-11-25"), piped.asked("2025-11-25")]
        .map(|message| message["params"]["requestId"].as_u64().unwrap());
    cancelled.sort_unstable();
    assert_eq!(cancelled.map(Value::from), [one["id"].clone(), two["id"].clone()]);
    // Late answers are ignored, and the id can be used again.
    piped.send(&respond(&one, named("late")));
    assert_eq!(text(&piped.answer(&plain_call(1, "can", json!({})))), "yes, on 2025-11-25");
    assert!(piped.close().is_empty());
}

/// A time-out of the author's is a real one here, and takes the question back.
#[test]
fn a_question_that_is_given_up_is_cancelled() {
    let mut piped = opened("2025-11-25");
    piped.send(&plain_call(1, "impatient", json!({"millis": 50})));
    let asked = piped.asked("2025-11-25");
    let cancelled = piped.asked("2025-11-25");
    assert_eq!(cancelled["params"]["requestId"], asked["id"]);
    assert_eq!(text(&piped.receive()), "too late");
    piped.send(&plain_call(2, "impatient", json!({"millis": 20_000})));
    let asked = piped.asked("2025-11-25");
    assert_eq!(text(&piped.answer(&respond(&asked, named("Ada")))), "in time");
    assert!(piped.close().is_empty());
}

/// B88 and design.md part 5: a waiting call reports progress to a client that asked for it.
#[test]
fn a_waiting_call_reports_progress() {
    let beat = Duration::from_millis(30);
    for revision in ["2025-06-18", "2025-11-25"] {
        let mut piped = Piped::start(server().heartbeat(beat));
        piped.open(revision, forms(revision));
        let mut call = plain_call(1, "greet", json!({}));
        call["params"]["_meta"] = json!({"progressToken": "token"});
        piped.send(&call);
        let asked = piped.asked(revision);
        let mut last = -1.0;
        for _ in 0..3 {
            let progress = piped.asked(revision);
            assert_eq!(progress["method"], "notifications/progress");
            assert_eq!(progress["params"]["progressToken"], "token");
            let value = progress["params"]["progress"].as_f64().unwrap();
            assert!(value > last, "{progress}");
            last = value;
        }
        piped.send(&respond(&asked, named("Ada")));
        let rest = piped.close();
        assert_eq!(text(rest.last().unwrap()), "Hello, Ada!");
    }
}

/// L-INIT-4: nobody is asked before the handshake is over; a client that never ends it is not waited
/// for without end.
#[test]
fn nobody_is_asked_before_the_handshake_is_over() {
    let mut piped = Piped::start(server().answer_timeout(Duration::from_millis(200)));
    let _ = piped.answer(&initialize("2025-11-25", forms("2025-11-25")));
    let start = Instant::now();
    let answer = piped.answer(&plain_call(1, "greet", json!({})));
    assert_eq!(answer["result"]["isError"], true);
    assert!(text(&answer).contains("notifications/initialized"), "{answer}");
    assert!(start.elapsed() >= Duration::from_millis(200));
}

/// L-SRQ-6: who asked cancels, and nobody else: the id of a question is no call of the client's.
#[test]
fn a_client_cannot_cancel_a_question() {
    let mut piped = opened("2025-11-25");
    piped.send(&plain_call("call", "greet", json!({})));
    let asked = piped.asked("2025-11-25");
    piped.send(&cancel(asked["id"].clone()));
    assert_eq!(text(&piped.answer(&respond(&asked, named("Ada")))), "Hello, Ada!");
}

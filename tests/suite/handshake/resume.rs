//! Streams that break or are let go, and are taken up again (L-RES-1 to L-RES-3).

use std::time::Duration;

use askback::HttpOptions;
use askback_tests::{
    Served, accept,
    handshake::{Event, Events, Session, cancel, forms, plain, plain_call},
};
use serde_json::{Value, json};

use super::server;

const NEWEST: &str = "2025-11-25";

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{result}"))
}

fn ada() -> Value {
    accept(json!({"name": "Ada"}))
}

fn id(event: &Event) -> String {
    event.id.clone().unwrap_or_else(|| panic!("no id: {event:?}"))
}

fn message(event: &Event) -> Value {
    serde_json::from_str(event.data.as_deref().unwrap()).unwrap()
}

fn from(session: &Session<'_>, id: &str) -> Events {
    Events::of(&session.get().header("Last-Event-ID", id))
}

/// L-RES-2, B89: a first event to come back to, and only where clients know it.
#[test]
fn a_stream_begins_with_an_event_to_come_back_to() {
    let served = Served::start(server());
    let session = Session::open(&served, NEWEST, forms(NEWEST));
    let mut events = Events::of(&session.post(&plain_call(1, "greet", json!({}))));
    let first = events.event().unwrap();
    assert_eq!(first.data.as_deref(), Some(""));
    assert!(first.retry.as_ref().unwrap().parse::<u32>().is_ok());
    let second = events.event().unwrap();
    assert_ne!(id(&first), id(&second));
    assert_eq!(message(&second)["method"], "elicitation/create");

    let older = Session::open(&served, "2025-06-18", forms("2025-06-18"));
    let mut events = Events::of(&older.post(&plain_call(1, "greet", json!({}))));
    let first = events.event().unwrap();
    assert_eq!((first.id.as_ref(), first.retry.as_ref()), (None, None));
    assert_eq!(message(&first)["method"], "elicitation/create");
}

/// L-RES-1: the question is out, the connection breaks, and the rest comes on another one.
#[test]
fn a_broken_stream_is_taken_up_where_it_broke() {
    let served = Served::start(server());
    let session = Session::open(&served, NEWEST, forms(NEWEST));
    let mut events = Events::of(&session.post(&plain_call(1, "count", json!({}))));
    let priming = id(&events.event().unwrap());
    let first = events.event().unwrap();
    drop(events);
    // From the beginning: the question again.
    let mut again = from(&session, &priming);
    assert_eq!(again.event().unwrap(), first);
    session.respond(&message(&first), ada());
    let second = again.event().unwrap();
    drop(again);
    session.respond(&message(&second), ada());
    std::thread::sleep(Duration::from_millis(100));
    // After the end: what was said while nobody listened.
    let mut rest = from(&session, &id(&second));
    assert!(text(&rest.result(NEWEST)).starts_with("Ada Ada"));
    // A client may lose that too.
    let mut rest = from(&session, &id(&second));
    assert!(text(&rest.result(NEWEST)).starts_with("Ada Ada"));
}

/// A reader that takes a stream up takes it over.
#[test]
fn the_last_reader_of_a_stream_has_it() {
    let served = Served::start(server());
    let session = Session::open(&served, NEWEST, forms(NEWEST));
    let mut one = Events::of(&session.post(&plain_call(1, "greet", json!({}))));
    let (priming, asked) = (one.event().unwrap(), one.event().unwrap());
    let mut two = from(&session, &id(&priming));
    assert_eq!(two.event().unwrap(), asked);
    assert_eq!(one.event(), None);
    session.respond(&message(&asked), ada());
    assert_eq!(text(&two.result(NEWEST)), "Hello, Ada!");
}

/// L-RES-2: the server lets the client go, which comes back for the answer.
#[test]
fn a_released_stream_is_fetched_later() {
    let served = Served::start(server());
    let session = Session::open(&served, NEWEST, forms(NEWEST));
    let mut events = Events::of(&session.post(&plain_call(1, "released", json!({"millis": 200}))));
    let priming = events.event().unwrap();
    assert_eq!(events.event(), None);
    let mut rest = from(&session, &id(&priming));
    assert_eq!(text(&rest.result(NEWEST)), "true");
    let older = Session::open(&served, "2025-06-18", json!({}));
    let answer = older.answer(&plain_call(1, "released", json!({"millis": 1})));
    assert_eq!(text(&answer["result"]), "false");
}

/// L-RES-1, L-RES-3: ids that are not this session's, or nobody's.
#[test]
fn an_event_id_is_of_its_session_and_stream_alone() {
    let served = Served::start(server());
    let one = Session::open(&served, NEWEST, forms(NEWEST));
    let two = Session::open(&served, NEWEST, forms(NEWEST));
    let mut a = Events::of(&one.post(&plain_call(1, "greet", json!({}))));
    let mut b = Events::of(&one.post(&plain_call(2, "greet", json!({}))));
    let (first, _) = (a.event().unwrap(), b.event().unwrap());
    let (asked, other) = (a.event().unwrap(), b.event().unwrap());
    // Never another stream's messages.
    let mut again = from(&one, &id(&first));
    assert_eq!(again.event().unwrap(), asked);
    one.respond(&message(&other), ada());
    one.respond(&message(&asked), accept(json!({"name": "Bo"})));
    assert_eq!(text(&again.result(NEWEST)), "Hello, Bo!");
    assert_eq!(text(&b.result(NEWEST)), "Hello, Ada!");
    let status =
        |session: &Session<'_>, id: &str| session.get().header("Last-Event-ID", id).send().status;
    assert_eq!(status(&two, &id(&first)), 404);
    let (known, _) =
        id(&first).rsplit_once('-').map(|(head, tail)| (head.to_owned(), tail.len())).unwrap();
    for unknown in
        ["", "x", "1-2", &format!("{known}-999"), &format!("{known}-x"), &format!("{known}-1-1")]
    {
        assert_eq!(status(&one, unknown), 400, "{unknown:?}");
    }
}

/// Bounded in bytes: what does not fit is gone, and said so.
#[test]
fn the_store_of_events_is_bounded() {
    let served = Served::start(server().http_options(HttpOptions::new().event_store_limit(600)));
    let session = Session::open(&served, NEWEST, forms(NEWEST));
    let mut old = Events::of(&session.post(&plain_call(1, "greet", json!({}))));
    let priming = old.event().unwrap();
    let asked = old.event().unwrap();
    session.respond(&message(&asked), ada());
    assert_eq!(text(&old.result(NEWEST)), "Hello, Ada!");
    for number in 2..6 {
        let mut events = Events::of(&session.post(&plain_call(number, "greet", json!({}))));
        let asked = events.asked(NEWEST);
        session.respond(&asked, ada());
        assert_eq!(text(&events.result(NEWEST)), "Hello, Ada!");
    }
    assert_eq!(session.get().header("Last-Event-ID", &id(&priming)).send().status, 400);
    let _ = session.answer(&plain(json!(9), "ping", json!({})));
}

/// L-RES-3, L-GET-1: a call that was cancelled has no more to say, and a client that comes back for it is
/// told so: with an empty stream it would come back for ever.
#[test]
fn a_stream_that_ended_without_an_answer_is_not_taken_up() {
    let served = Served::start(server());
    let session = Session::open(&served, NEWEST, forms(NEWEST));
    let mut events = Events::of(&session.post(&plain_call(7, "greet", json!({}))));
    let (priming, asked) = (events.event().unwrap(), events.event().unwrap());
    assert_eq!(session.post(&cancel(7)).send().status, 202);
    let cancelled = events.event().unwrap();
    assert_eq!(message(&cancelled)["method"], "notifications/cancelled");
    assert_eq!(events.event(), None);
    // What was said and may have been lost is still there.
    let mut again = from(&session, &id(&priming));
    assert_eq!((again.event(), again.event()), (Some(asked), Some(cancelled.clone())));
    assert_eq!(again.event(), None);
    let reply = session.get().header("Last-Event-ID", &id(&cancelled)).send();
    assert_eq!(reply.status, 405, "{reply:?}");
    let done = session.answer(&plain(json!(8), "tools/list", json!({})));
    assert!(done["result"]["tools"].is_array());
}

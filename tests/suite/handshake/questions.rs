//! Questions whose stream broke, or was never read: they are never lost, and what cannot be kept is not
//! asked (L-RES-1, L-GET-1, L-SRQ-2, L-SRQ-7).

use std::{
    io::Write as _,
    net::TcpStream,
    time::{Duration, Instant},
};

use askback::{HttpOptions, LogLevel, prelude::*};
use askback_tests::{
    Request, Served, accept,
    handshake::{Event, Events, Session, forms, plain_call},
};
use serde_json::{Value, json};

const NEWEST: &str = "2025-11-25";

/// Logs much, and then asks.
#[tool]
async fn chatty(cx: &Context, logs: u32, ask: bool) -> String {
    for log in 0..logs {
        cx.log(LogLevel::Error, format!("{log} {}", "x".repeat(1000)));
        if log % 10 == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    if !ask {
        return "no question".to_owned();
    }
    format!("a yes: {}", cx.confirm("After all that?").key("after").await.is_some())
}

/// Asks a long question.
#[tool]
async fn long(cx: &Context, size: usize) -> String {
    format!("a yes: {}", cx.confirm("y".repeat(size)).key("long").await.is_some())
}

/// Says nothing for a while, and then asks one thing after the other.
#[tool]
async fn silent(cx: &Context, millis: u64, questions: u32) -> String {
    tokio::time::sleep(Duration::from_millis(millis)).await;
    let mut yes = 0;
    for question in 0..questions {
        let answer = cx.confirm(format!("Question {question}?")).key(format!("q{question}")).await;
        yes += u32::from(answer.is_some());
    }
    format!("{yes} times yes")
}

/// Asks, but not for long.
#[tool]
async fn brief(cx: &Context, millis: u64) -> String {
    let patience = Duration::from_millis(millis);
    match tokio::time::timeout(patience, cx.confirm("Quick?").key("quick")).await {
        Ok(answer) => format!("a yes: {}", answer.is_some()),
        Err(_) => "too late".to_owned(),
    }
}

/// Opens a page, which is done at once.
#[tool]
async fn page(cx: &Context, logs: u32) -> String {
    let page = cx.open_url("Sign in", |id| format!("https://x.example/{id}")).key("page");
    let signed_in = page.until(|_| async { true }).await;
    for log in 0..logs {
        cx.log(LogLevel::Error, format!("{log} {}", "x".repeat(1000)));
    }
    let _ = cx.confirm("Go on?").key("go").await;
    format!("{}", signed_in.is_accepted())
}

fn with(options: HttpOptions) -> Served {
    let server = Server::new("shop", "1");
    let server = server.tool(chatty).tool(long).tool(silent).tool(brief).tool(page);
    Served::start(server.answer_timeout(Duration::from_secs(30)).http_options(options))
}

fn served() -> Served {
    with(HttpOptions::new())
}

fn yes() -> Value {
    accept(json!({"confirm": true}))
}

fn text(message: &Value) -> &str {
    message["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{message}"))
}

fn id(event: &Event) -> String {
    event.id.clone().unwrap_or_else(|| panic!("no id: {event:?}"))
}

fn from(session: &Session<'_>, id: &str) -> Events {
    Events::of(&session.get().header("Last-Event-ID", id))
}

/// The next question of a stream; what is told before it is passed over.
fn question(events: &mut Events) -> Value {
    loop {
        let message = events.message().expect("a question");
        if message["method"] == "elicitation/create" {
            return message;
        }
    }
}

/// The next answer to a call of the client's.
fn answer(events: &mut Events) -> Value {
    loop {
        let message = events.message().expect("an answer");
        if message["method"].is_null() {
            return message;
        }
    }
}

/// Sends a call, and hangs up before anything is read.
fn send_and_leave(request: &Request<'_>, after: Duration) {
    let mut stream = TcpStream::connect(request.addr()).unwrap();
    stream.write_all(&request.bytes()).unwrap();
    std::thread::sleep(after);
}

fn moment() {
    std::thread::sleep(Duration::from_millis(300));
}

/// However many calls tell however much: a client that comes back with the first id finds the question.
#[test]
fn f05_a_question_is_never_lost_behind_chatter() {
    for calls in [1, 2, 4] {
        let served = served();
        let session = Session::open(&served, NEWEST, forms(NEWEST));
        let first: Vec<String> = (0..calls)
            .map(|call| {
                let message = plain_call(call, "chatty", json!({"logs": 300, "ask": true}));
                id(&Events::of(&session.post(&message)).event().unwrap())
            })
            .collect();
        std::thread::sleep(Duration::from_millis(1500));
        for (call, first) in first.iter().enumerate() {
            let mut rest = from(&session, first);
            let asked = question(&mut rest);
            session.respond(&asked, yes());
            let done = answer(&mut rest);
            assert_eq!((&done["id"], text(&done)), (&json!(call), "a yes: true"), "of {calls}");
            // Nothing is asked again that was answered.
            drop(rest);
            let mut again = from(&session, first);
            while let Some(message) = again.message() {
                assert_ne!(message["method"], "elicitation/create", "{message}");
            }
        }
    }
}

/// Calls that are over make room too, and a question in front of all of them stays.
#[test]
fn f05_a_question_stays_while_others_come_and_go() {
    for limit in [0, 600, 10_000, 256 * 1024] {
        let served = with(HttpOptions::new().event_store_limit(limit));
        let session = Session::open(&served, NEWEST, forms(NEWEST));
        let message = plain_call(99, "silent", json!({"millis": 0, "questions": 2}));
        let mut events = Events::of(&session.post(&message));
        let first = events.event().unwrap();
        let asked = if limit == 0 { first.clone() } else { events.event().unwrap() };
        drop(events);
        for call in 0..5 {
            let message = plain_call(call, "chatty", json!({"logs": 300, "ask": false}));
            drop(Events::of(&session.post(&message)).event());
        }
        moment();
        let mut rest =
            if limit == 0 { Events::of(&session.get()) } else { from(&session, &id(&first)) };
        let again = question(&mut rest);
        assert_eq!(again, serde_json::from_str::<Value>(&asked.data.unwrap()).unwrap(), "{limit}");
        session.respond(&again, yes());
        let second = question(&mut rest);
        session.respond(&second, yes());
        assert_eq!(text(&answer(&mut rest)), "2 times yes", "{limit}");
    }
}

/// What cannot be kept is not asked: nobody waits for an answer that nobody can give.
#[test]
fn f05_a_question_without_room_fails_its_call_at_once() {
    for revision in ["2025-06-18", NEWEST] {
        let served = served();
        let session = Session::open(&served, revision, forms(revision));
        let long = |call: u32, kib: usize| plain_call(call, "long", json!({"size": kib * 1024}));
        let mut asked: Vec<_> = (0..2)
            .map(|call| {
                let mut events = Events::of(&session.post(&long(call, 100)));
                let message = question(&mut events);
                (events, message)
            })
            .collect();
        let started = Instant::now();
        for call in 2..4 {
            let refused = session.answer(&long(call, 100));
            assert_eq!(refused["result"]["isError"], true);
            let right = "not done: `long` was not answered: the questions that wait for the client";
            assert!(text(&refused).starts_with(right), "{refused}");
        }
        for (events, message) in &mut asked {
            session.respond(message, yes());
            assert_eq!(text(&answer(events)), "a yes: true");
        }
        // Room that was taken is given back, also by those that were refused.
        let mut events = Events::of(&session.post(&long(9, 200)));
        let asked = question(&mut events);
        session.respond(&asked, yes());
        assert_eq!(text(&answer(&mut events)), "a yes: true");
        let refused = session.answer(&long(10, 300));
        assert!(text(&refused).contains("262144 bytes"), "{refused}");
        assert!(started.elapsed() < Duration::from_secs(5));
    }
}

/// What belongs to a question that is out is kept as well: its cancellation, and the end of its page.
#[test]
fn f05_what_follows_a_question_is_kept_behind_it() {
    let served = served();
    let session = Session::open(&served, NEWEST, json!({"elicitation": {"form": {}, "url": {}}}));
    let mut events = Events::of(&session.post(&plain_call(1, "brief", json!({"millis": 400}))));
    let (first, asked) = (events.event().unwrap(), events.message().unwrap());
    drop(events);
    drop(Events::of(&session.post(&plain_call(2, "chatty", json!({"logs": 300, "ask": true})))));
    std::thread::sleep(Duration::from_millis(1200));
    let mut rest = from(&session, &id(&first));
    let cancelled = loop {
        let message = rest.message().unwrap();
        if message["method"] == "notifications/cancelled" {
            break message;
        }
    };
    assert_eq!(cancelled["params"]["requestId"], asked["id"]);
    assert_eq!(text(&answer(&mut rest)), "too late");

    let mut events = Events::of(&session.post(&plain_call(3, "page", json!({"logs": 300}))));
    let first = id(&events.event().unwrap());
    let page = question(&mut events);
    drop(events);
    session.respond(&page, json!({"action": "accept"}));
    moment();
    let mut rest = from(&session, &first);
    let mut complete = false;
    loop {
        let message = rest.message().unwrap();
        complete |= message["method"] == "notifications/elicitation/complete"
            && message["params"]["elicitationId"] == page["params"]["elicitationId"];
        if message["method"] == "elicitation/create" {
            session.respond(&message, yes());
            break;
        }
    }
    assert!(complete);
    assert_eq!(text(&answer(&mut rest)), "true");
}

/// A call that is silent until it asks, and whose client went before: what it asks goes to whoever listens
/// on GET, before or after, and so does what follows. An official client knows no event id then.
#[test]
fn f12_a_call_without_a_client_asks_on_the_stream_of_get() {
    for revision in ["2025-06-18", NEWEST] {
        for listens_before in [true, false] {
            let served = served();
            let session = Session::open(&served, revision, forms(revision));
            let get = || Events::of(&session.get());
            let before = listens_before.then(get);
            let message = plain_call(7, "silent", json!({"millis": 300, "questions": 2}));
            send_and_leave(&session.post(&message), Duration::from_millis(50));
            if !listens_before {
                std::thread::sleep(Duration::from_millis(600));
            }
            let mut events = before.unwrap_or_else(get);
            for _ in 0..2 {
                let asked = question(&mut events);
                session.respond(&asked, yes());
            }
            let done = answer(&mut events);
            assert_eq!((&done["id"], text(&done)), (&json!(7), "2 times yes"), "{revision}");
            // The id is free again.
            let again =
                session.post(&plain_call(7, "silent", json!({"millis": 0, "questions": 0})));
            assert_eq!(text(&again.send().json()), "0 times yes");
        }
    }
}

/// The question was sent, and nobody knows whether it was read.
#[test]
fn f12_a_question_that_was_sent_and_not_read_is_offered_again() {
    for revision in ["2025-06-18", NEWEST] {
        let served = served();
        let session = Session::open(&served, revision, forms(revision));
        let message = plain_call(7, "silent", json!({"millis": 0, "questions": 2}));
        send_and_leave(&session.post(&message), Duration::from_millis(300));
        let mut events = Events::of(&session.get());
        let first = question(&mut events);
        drop(events);
        moment();
        // Not even the stream of GET has to be read to be believed.
        let mut events = Events::of(&session.get());
        assert_eq!(question(&mut events), first, "{revision}");
        session.respond(&first, yes());
        let second = question(&mut events);
        session.respond(&second, yes());
        assert_eq!(text(&answer(&mut events)), "2 times yes", "{revision}");
    }
}

/// Who has an event id comes back with it, also late: the question is on one stream at a time, and the
/// answer where its call is read.
#[test]
fn f12_who_comes_back_for_a_stream_has_its_questions_again() {
    let served = served();
    let session = Session::open(&served, NEWEST, forms(NEWEST));
    let mut general = Events::of(&session.get());
    let message = plain_call(7, "silent", json!({"millis": 0, "questions": 1}));
    let mut events = Events::of(&session.post(&message));
    let (first, asked) = (id(&events.event().unwrap()), question(&mut events));
    drop(events);
    // Nobody comes back in time: it is offered to who listens.
    assert_eq!(question(&mut general), asked);
    let mut rest = from(&session, &first);
    assert_eq!(question(&mut rest), asked);
    let mut twice = from(&session, &first);
    assert_eq!(question(&mut twice), asked);
    assert_eq!(rest.message(), None);
    session.respond(&asked, yes());
    assert_eq!(text(&answer(&mut twice)), "1 times yes");
}

/// A call whose client has gone is waited for as long as its question may take, and no longer.
#[test]
fn f12_what_nobody_comes_for_ends_with_its_question() {
    let server = Server::new("shop", "1").tool(silent).answer_timeout(Duration::from_millis(300));
    let served = Served::start(server);
    let session = Session::open(&served, NEWEST, forms(NEWEST));
    let message = plain_call(7, "silent", json!({"millis": 200, "questions": 1}));
    send_and_leave(&session.post(&message), Duration::from_millis(50));
    std::thread::sleep(Duration::from_millis(900));
    // Neither the question nor its cancellation is for who comes now.
    let mut events = Events::of(&session.get());
    let again = session.post(&plain_call(7, "silent", json!({"millis": 0, "questions": 1})));
    let mut own = Events::of(&again);
    let asked = question(&mut own);
    session.respond(&asked, yes());
    assert_eq!(text(&answer(&mut own)), "1 times yes");
    let ended = session.delete();
    assert_eq!(ended.status, 204);
    assert_eq!(events.message(), None);
}

//! What ends with a call that ends early, and what does not (`modern.md` part 20, `legacy.md L-CANC-1`).

use std::{
    io::Write,
    net::TcpStream,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use askback::{Cancelled, Progress, State, prelude::*};
use askback_tests::{
    Call, Piped, Served, accept, check,
    handshake::{Events, Session, cancel, forms, plain_call},
};
use serde_json::json;

/// What a test sees of a handler and of the tasks that it started.
#[derive(Default)]
struct Seen {
    started: AtomicUsize,
    dropped: AtomicUsize,
    /// Tasks that were told.
    told: AtomicUsize,
    over: Mutex<Option<Cancelled>>,
}

type Shared = std::sync::Arc<Seen>;

struct Guard(Shared);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.dropped.fetch_add(1, Ordering::SeqCst);
    }
}

fn watched(cx: &Context, seen: &Shared) -> Guard {
    let (over, of_task) = (cx.cancelled(), Shared::clone(seen));
    *seen.over.lock().unwrap() = Some(over.clone());
    tokio::spawn(async move {
        over.await;
        of_task.told.fetch_add(1, Ordering::SeqCst);
    });
    seen.started.fetch_add(1, Ordering::SeqCst);
    Guard(Shared::clone(seen))
}

/// Works for ever.
#[tool]
async fn work(cx: &Context, seen: State<Shared>) -> &'static str {
    let _guard = watched(cx, &seen);
    cx.progress(Progress::at(1));
    std::future::pending().await
}

/// Works for a moment.
#[tool]
async fn moment(cx: &Context, seen: State<Shared>) -> &'static str {
    let _guard = watched(cx, &seen);
    "Done."
}

/// A name.
#[ask]
struct Name {
    name: String,
}

/// Asks.
#[tool]
async fn ask_name(cx: &Context, seen: State<Shared>) -> String {
    let _guard = watched(cx, &seen);
    let name = cx.ask::<Name>("Who?").key("who").await.accepted();
    name.map_or_else(String::new, |name| name.name)
}

fn server(seen: &Shared) -> Server {
    Server::new("s", "1").with_state(Shared::clone(seen)).tool(work).tool(moment).tool(ask_name)
}

fn eventually(what: &str, is_so: impl Fn() -> bool) {
    let until = Instant::now() + Duration::from_secs(10);
    while !is_so() {
        assert!(Instant::now() < until, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

impl Seen {
    /// The handler and its task have ended, as often as they have begun.
    fn ends(&self) {
        let started = self.started.load(Ordering::SeqCst);
        assert!(started > 0);
        eventually("the handler is dropped", || self.dropped.load(Ordering::SeqCst) == started);
        eventually("the task is told", || self.told.load(Ordering::SeqCst) == started);
        assert!(self.over.lock().unwrap().as_ref().unwrap().is_cancelled());
    }

    fn runs(&self) {
        eventually("it begins", || self.started.load(Ordering::SeqCst) == 1);
        std::thread::sleep(Duration::from_millis(30));
        assert_eq!(self.dropped.load(Ordering::SeqCst), 0);
        assert_eq!(self.told.load(Ordering::SeqCst), 0);
    }
}

/// M-CANC-1, B85: who closes the stream, or the connection before there is one, ends the call.
#[test]
fn closing_the_connection_ends_the_call_and_what_works_for_it() {
    let seen = Shared::default();
    let served = Served::start(server(&seen));
    let call = Call::new("work").progress(json!(1));
    let mut events = Events::of(&served.post(&call.json()));
    assert_eq!(events.message().unwrap()["method"], "notifications/progress");
    seen.runs();
    drop(events);
    seen.ends();

    let seen = Shared::default();
    let served = Served::start(server(&seen));
    let mut stream = TcpStream::connect(served.addr()).unwrap();
    stream.write_all(&served.post(&Call::new("work").json()).bytes()).unwrap();
    seen.runs();
    drop(stream);
    seen.ends();
}

/// M-CANC-2, L-CANC-1: on stdio, in both eras.
#[test]
fn a_cancellation_ends_the_call_and_what_works_for_it() {
    for revision in [None, Some("2024-11-05"), Some("2025-11-25")] {
        let seen = Shared::default();
        let mut piped = Piped::start(server(&seen));
        match revision {
            None => piped.send(&Call::new("work").id(json!(7)).json()),
            Some(revision) => {
                piped.open(revision, json!({}));
                piped.send(&plain_call(7, "work", json!({})));
            }
        }
        seen.runs();
        // Ids are compared with their type.
        piped.send(&cancel("7"));
        seen.runs();
        piped.send(&cancel(7));
        seen.ends();
        assert!(piped.close().is_empty());
    }
}

/// L-CANC-1, L-SESS-5: in a session over HTTP, by a cancellation and by the session's end.
#[test]
fn a_session_ends_its_calls() {
    for ends_session in [false, true] {
        let seen = Shared::default();
        let served = Served::start(server(&seen));
        let session = Session::open(&served, "2025-06-18", json!({}));
        let mut call = plain_call(7, "work", json!({}));
        call["params"]["_meta"] = json!({"progressToken": 1});
        let mut events = Events::of(&session.post(&call));
        assert_eq!(events.message().unwrap()["method"], "notifications/progress");
        seen.runs();
        if ends_session {
            assert_eq!(session.delete().status, 204);
        } else {
            assert_eq!(session.post(&cancel(7)).send().status, 202);
        }
        seen.ends();
        assert_eq!(events.message(), None);
    }
}

/// M-CANC-5: over HTTP a modern cancellation names nothing of anybody's.
#[test]
fn a_cancellation_over_http_cancels_nobody() {
    let seen = Shared::default();
    let served = Served::start(server(&seen));
    let call = Call::new("work").id(json!(7)).progress(json!(1));
    let mut events = Events::of(&served.post(&call.json()));
    assert!(events.message().is_some());
    let mut message = cancel(7);
    message["params"]["_meta"] = call.params["_meta"].clone();
    let reply = served.post(&message).send();
    assert_eq!((reply.status, &*reply.body), (202, ""));
    seen.runs();
    drop(events);
    seen.ends();
}

/// What works for a call is told of its end, however it ends.
#[test]
fn a_call_that_ends_by_itself_is_over_too() {
    let seen = Shared::default();
    let served = Served::start(server(&seen));
    check("tools/call", &served.post(&Call::new("moment").json()).send().json());
    seen.ends();
    let call = Call::new("ask_name");
    let asked = served.call(&call);
    seen.ends();
    let _ = served.call(&call.retry(&asked, json!({"who": accept(json!({"name": "Ada"}))})));
    seen.ends();
    assert_eq!(seen.started.load(Ordering::SeqCst), 3);

    // After a handshake the call goes on while it is asked, and so does what works for it.
    let seen = Shared::default();
    let revision = "2025-11-25";
    let mut piped = Piped::start(server(&seen));
    piped.open(revision, forms(revision));
    piped.send(&plain_call(1, "ask_name", json!({})));
    let question = piped.asked(revision);
    seen.runs();
    let answer = accept(json!({"name": "Ada"}));
    let done = piped.answer(&askback_tests::handshake::respond(&question, answer));
    assert_eq!(done["result"]["content"][0]["text"], "Ada");
    seen.ends();
}

//! Calls that are in flight together: their ids, their places, and that each lets the others go on
//! (`modern.md` part 20; F9, F14, F17).

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use askback::{State, StdioOptions, prelude::*};
use askback_tests::{
    Call, Piped, Served, accept,
    handshake::{Session, cancel, forms, plain_call, respond},
};
use serde_json::json;

const REVISION: &str = "2025-11-25";

/// What a test sees of its handlers.
#[derive(Default)]
struct Seen {
    started: AtomicUsize,
    inside: AtomicUsize,
    most: AtomicUsize,
    done: AtomicUsize,
    dropped: AtomicUsize,
}

struct Dropped(Arc<Seen>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.dropped.fetch_add(1, Ordering::SeqCst);
    }
}

/// Asks, and then works where few may work at a time.
#[tool]
async fn ask_and_work(cx: &Context, seen: State<Arc<Seen>>) -> &'static str {
    cx.confirm("Go on?").key("go").await;
    let inside = seen.inside.fetch_add(1, Ordering::SeqCst) + 1;
    seen.most.fetch_max(inside, Ordering::SeqCst);
    tokio::time::sleep(Duration::from_millis(30)).await;
    seen.inside.fetch_sub(1, Ordering::SeqCst);
    "done"
}

/// Computes before it waits for anything.
#[tool]
async fn compute(seen: State<Arc<Seen>>) -> &'static str {
    seen.started.fetch_add(1, Ordering::SeqCst);
    thread::sleep(Duration::from_millis(400));
    tokio::time::sleep(Duration::from_millis(20)).await;
    seen.done.fetch_add(1, Ordering::SeqCst);
    "computed"
}

/// Opens a question in every poll.
#[tool]
async fn spin(cx: &Context, seen: State<Arc<Seen>>) -> &'static str {
    let _dropped = Dropped(Arc::clone(&seen));
    loop {
        tokio::select! {
            biased;
            _ = cx.confirm("Spin?") => return "answered",
            () = tokio::task::yield_now() => {}
        }
    }
}

/// Says what it is told.
#[tool]
async fn echo(text: String) -> String {
    text
}

fn server(seen: &Arc<Seen>) -> Server {
    let server = Server::new("s", "1").with_state(Arc::clone(seen));
    server.tool(ask_and_work).tool(compute).tool(spin).tool(echo)
}

/// A place that is given up while a question is out is taken again before the handler goes on.
#[test]
fn f09_concurrency_holds_after_an_ask() {
    for places in [1, 2] {
        let seen = Arc::<Seen>::default();
        let options = StdioOptions::new().concurrency(places);
        let mut piped = Piped::start(server(&seen).stdio_options(options));
        piped.open(REVISION, forms(REVISION));
        let calls = 6;
        for id in 1..=calls {
            piped.send(&plain_call(id, "ask_and_work", json!({})));
        }
        // All of them ask, although few may run.
        let asked: Vec<_> = (0..calls).map(|_| piped.asked(REVISION)).collect();
        for question in asked {
            piped.send(&respond(&question, accept(json!({"confirm": true}))));
        }
        for _ in 0..calls {
            assert_eq!(piped.receive()["result"]["content"][0]["text"], "done");
        }
        assert_eq!(seen.most.load(Ordering::SeqCst), places);
    }
}

/// A handler that never waits lets others have their turn, and ends when nobody wants it any more.
#[test]
fn f14_an_ask_raced_against_what_is_always_ready_yields() {
    let seen = Arc::<Seen>::default();
    let mut piped = Piped::start(server(&seen).stdio_options(StdioOptions::new().concurrency(2)));
    piped.send(&Call::new("spin").id(json!(1)).json());
    let echo = Call::new("echo").id(json!(2)).arguments(json!({"text": "hi"}));
    assert_eq!(piped.answer(&echo.json())["result"]["content"][0]["text"], "hi");
    piped.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": {"requestId": 1, "_meta": Call::new("echo").json()["params"]["_meta"]}}));
    let within = std::time::Instant::now();
    while seen.dropped.load(Ordering::SeqCst) == 0 {
        assert!(within.elapsed() < Duration::from_secs(10), "it spins on");
        thread::sleep(Duration::from_millis(5));
    }
    assert!(piped.close().is_empty());
}

/// A cancel that comes while the call is polled for the first time counts (L-CANC-1).
#[test]
fn f17_a_cancel_during_the_first_poll_counts() {
    let seen = Arc::<Seen>::default();
    let served = Served::start(server(&seen));
    let session = Session::open(&served, REVISION, forms(REVISION));
    thread::scope(|scope| {
        let call = scope.spawn(|| session.post(&plain_call(7, "compute", json!({}))).send());
        while seen.started.load(Ordering::SeqCst) == 0 {
            thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(session.post(&cancel(7)).send().status, 202);
        let reply = call.join().unwrap();
        assert!(!reply.body.contains("computed"), "{reply:?}");
    });
    thread::sleep(Duration::from_millis(100));
    assert_eq!(seen.done.load(Ordering::SeqCst), 0);
    // The id is free again.
    let answer = session.answer(&plain_call(7, "echo", json!({"text": "hi"})));
    assert_eq!(answer["result"]["content"][0]["text"], "hi");
}

/// Of two requests with one id in flight one runs (L-BASE-3).
#[test]
fn f17_of_two_requests_with_one_id_one_runs() {
    let seen = Arc::<Seen>::default();
    let served = Served::start(server(&seen));
    let session = Session::open(&served, REVISION, forms(REVISION));
    thread::scope(|scope| {
        let first = scope.spawn(|| session.answer(&plain_call(7, "compute", json!({}))));
        while seen.started.load(Ordering::SeqCst) == 0 {
            thread::sleep(Duration::from_millis(5));
        }
        let second = session.answer(&plain_call(7, "compute", json!({})));
        assert_eq!(second["error"]["code"], -32600, "{second}");
        let first = first.join().unwrap();
        assert_eq!(first["result"]["content"][0]["text"], "computed", "{first}");
    });
    assert_eq!(seen.started.load(Ordering::SeqCst), 1);
}

//! stdio: lines, concurrency, cancellation and the end of the input.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use askback::{StdioOptions, prelude::*};
use askback_tests::{Call, Piped};
use serde_json::{Value, json};

/// Says hello.
#[tool]
async fn hello() -> &'static str {
    "Hello!"
}

/// Takes a time.
#[tool]
async fn sleep(millis: u64) -> String {
    tokio::time::sleep(Duration::from_millis(millis)).await;
    millis.to_string()
}

/// Blocks a thread.
#[tool]
fn block(millis: u64) -> String {
    std::thread::sleep(Duration::from_millis(millis));
    millis.to_string()
}

fn server() -> Server {
    Server::new("s", "1").tool(hello).tool(sleep).tool(block)
}

fn slow(tool: &str, id: impl Into<Value>, millis: u64) -> Value {
    Call::new(tool).id(id.into()).arguments(json!({"millis": millis})).json()
}

fn cancel(id: impl Into<Value>) -> Value {
    let params = json!({"requestId": id.into(), "reason": "enough"});
    json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
}

fn hello_as(id: impl Into<Value>) -> Value {
    Call::new("hello").id(id.into()).json()
}

/// M-STDIO-6, B98.
#[test]
fn b98_blank_lines_and_carriage_returns_are_tolerated() {
    let mut piped = Piped::start(server());
    piped.write("\n\r\n   \n");
    piped.write(format!("{}\r\n\n", hello_as(1)));
    assert_eq!(piped.receive()["id"], 1);
    // The last line may lack its end.
    piped.write(hello_as(2).to_string());
    let rest = piped.close();
    assert_eq!(rest.len(), 1);
    assert_eq!(rest[0]["id"], 2);
}

/// M-STDIO-2, M-STDIO-3, M-CANC-2, B103, B128: nothing waits for a slow call.
#[test]
fn b103_a_slow_call_blocks_neither_others_nor_its_own_cancellation() {
    let mut piped = Piped::start(server());
    piped.send(&slow("sleep", "a", 60_000));
    piped.send(&slow("block", "b", 300));
    assert_eq!(piped.answer(&hello_as(3))["id"], 3);
    piped.send(&cancel("a"));
    assert_eq!(piped.receive()["id"], "b");
    assert_eq!(piped.answer(&hello_as(4))["id"], 4);
    let start = Instant::now();
    assert!(piped.close().is_empty());
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
}

/// M-CANC-3, B105, B106: ids are told apart, and a cancelled one can be used again.
#[test]
fn b105_cancelling_touches_the_call_that_is_named_and_no_other() {
    let mut piped = Piped::start(server());
    piped.send(&cancel(99));
    assert_eq!(piped.answer(&hello_as(99))["id"], 99);
    piped.send(&slow("sleep", 7, 400));
    piped.send(&cancel("7"));
    piped.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled"}));
    let twice = piped.answer(&hello_as(7));
    assert_eq!((&twice["id"], &twice["error"]["code"]), (&json!(7), &json!(-32600)));
    assert_eq!(piped.receive()["result"]["content"][0]["text"], "400");
    assert_eq!(piped.answer(&hello_as(7))["result"]["content"][0]["text"], "Hello!");
    piped.send(&slow("sleep", 8, 300));
    piped.send(&cancel(8));
    assert_eq!(piped.answer(&hello_as(8))["result"]["content"][0]["text"], "Hello!");
    std::thread::sleep(Duration::from_millis(500));
    assert!(piped.close().is_empty());
}

/// M-STDIO-4, B100: what was accepted is answered, within the drain limit.
#[test]
fn b100_calls_in_flight_are_answered_after_the_input_ends() {
    let mut piped = Piped::start(server());
    for id in 0..20 {
        piped.send(&slow("sleep", id, 200));
    }
    let mut ids: Vec<i64> =
        piped.close().iter().map(|answer| answer["id"].as_i64().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!(ids, (0..20).collect::<Vec<_>>());
}

#[test]
fn a_call_that_never_ends_is_cancelled_at_the_drain_limit() {
    let options = StdioOptions::new().drain_limit(Duration::from_millis(200));
    let mut piped = Piped::start(server().stdio_options(options));
    piped.send(&slow("sleep", 1, 600_000));
    piped.send(&slow("sleep", 2, 10));
    let start = Instant::now();
    let rest = piped.close();
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

static TOGETHER: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

/// Counts how many of it run.
#[tool]
async fn counted() -> &'static str {
    let now = TOGETHER.fetch_add(1, Ordering::SeqCst) + 1;
    MOST.fetch_max(now, Ordering::SeqCst);
    tokio::time::sleep(Duration::from_millis(30)).await;
    TOGETHER.fetch_sub(1, Ordering::SeqCst);
    "Done."
}

/// B103: the number of calls that run is bounded; those that wait are answered, or refused as busy.
#[test]
fn calls_beyond_the_bound_wait_and_far_beyond_it_are_refused() {
    let options = StdioOptions::new().concurrency(2);
    let mut piped = Piped::start(Server::new("s", "1").tool(counted).stdio_options(options));
    for id in 0..60 {
        piped.send(&Call::new("counted").id(json!(id)).json());
    }
    let answers = piped.close();
    let busy = answers.iter().filter(|answer| answer["error"]["code"] == -32603).count();
    assert_eq!(answers.len(), 60);
    assert!((1..=60 - 34).contains(&busy), "{busy} were refused");
    assert_eq!(MOST.load(Ordering::SeqCst), 2);
}

/// B101: a line over the limit is answered with the limit, and the next one is served.
#[test]
fn b101_a_line_over_the_limit_is_skipped() {
    let options = StdioOptions::new().line_limit(1000);
    let mut piped = Piped::start(server().stdio_options(options));
    for _ in 0..100 {
        piped.write("a".repeat(10_000));
    }
    piped.write("\n");
    let answer = piped.receive();
    assert_eq!(answer["error"]["code"], -32600);
    assert!(answer["error"]["message"].as_str().unwrap().contains("1000"));
    assert_eq!(piped.answer(&hello_as(1))["id"], 1);
}

/// M-BASE-7: many calls at once, each with its own answer.
#[test]
fn answers_belong_to_their_calls() {
    let mut piped = Piped::start(server());
    for id in 0..50_u64 {
        piped.send(&slow("sleep", id, (id * 7) % 40));
    }
    for _ in 0..50 {
        let answer = piped.receive();
        let millis = (answer["id"].as_u64().unwrap() * 7) % 40;
        assert_eq!(answer["result"]["content"][0]["text"], millis.to_string());
    }
}

//! What one client can make the server hold and do has a bound.

use std::sync::atomic::{AtomicUsize, Ordering};

use askback::prelude::*;
use askback_tests::{
    Piped, Served,
    handshake::{Session, plain, plain_call},
};
use serde_json::{Value, json};

const BATCHES: &str = "2025-03-26";

static RUNS: AtomicUsize = AtomicUsize::new(0);

/// Says much.
#[tool]
async fn long(bytes: usize) -> String {
    "x".repeat(bytes)
}

/// Counts its runs.
#[tool]
fn counted() -> String {
    RUNS.fetch_add(1, Ordering::SeqCst).to_string()
}

fn server() -> Server {
    Server::new("s", "1").tool(long).tool(counted)
}

/// The answer to one batch on stdio and over HTTP.
fn both(server: fn() -> Server, batch: &Value) -> [Value; 2] {
    let mut piped = Piped::start(server());
    piped.open(BATCHES, json!({}));
    let served = Served::start(server());
    let session = Session::open(&served, BATCHES, json!({}));
    [piped.answer(batch), session.post(batch).send().json()]
}

/// Refused before anything of it runs, with one short answer (`legacy.md L-BATCH-3`).
#[test]
fn f04_a_batch_has_a_bound() {
    let lists: Vec<_> = (0..3000).map(|id| plain(json!(id), "tools/list", json!({}))).collect();
    let mut ones = vec![json!(1); 500_000];
    ones[0] = json!({"jsonrpc": "2.0", "method": "x"});
    let counted = |many: i64| (0..many).map(|id| plain_call(id, "counted", json!({}))).collect();
    let one_more: Vec<_> = counted(101);
    for batch in [lists, ones, one_more] {
        for answer in both(server, &json!(batch)) {
            assert_eq!(answer["error"]["code"], -32600, "{answer}");
            let why = answer["error"]["message"].as_str().unwrap();
            assert!(why.contains("at most 100 messages"), "{why}");
        }
    }
    assert_eq!(RUNS.load(Ordering::SeqCst), 0);
    let as_many_as_fit: Vec<_> = counted(100);
    for answer in both(server, &json!(as_many_as_fit)) {
        assert_eq!(answer.as_array().map(Vec::len), Some(100), "{answer}");
    }
    assert_eq!(RUNS.load(Ordering::SeqCst), 200);
}

/// Behind long answers no further call is started, and each is told so by its id.
#[test]
fn f04_the_answers_of_a_batch_have_a_bound() {
    let server = || server().batch_limits(50, 10_000);
    let calls: Vec<_> = (0..50).map(|id| plain_call(id, "long", json!({"bytes": 4000}))).collect();
    let mut piped = Piped::start(server());
    piped.open(BATCHES, json!({}));
    let served = Served::start(server());
    let session = Session::open(&served, BATCHES, json!({}));
    for answers in [piped.answer(&json!(calls)), session.post(&json!(calls)).send().json()] {
        let answers = answers.as_array().unwrap();
        assert_eq!(answers.len(), 50);
        let size: usize = answers.iter().map(|answer| answer.to_string().len()).sum();
        assert!(size < 30_000, "{size}");
        for answer in answers {
            let is_run = answer["result"].is_object();
            assert_eq!(is_run, answer["id"].as_i64() < Some(3), "{answer}");
            assert!(is_run || answer["error"]["code"] == -32603, "{answer}");
        }
    }
    // What follows is served.
    assert_eq!(piped.answer(&plain(json!(1), "ping", json!({})))["result"], json!({}));
    assert_eq!(session.answer(&plain(json!(1), "ping", json!({})))["result"], json!({}));
}

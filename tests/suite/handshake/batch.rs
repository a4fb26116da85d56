//! Batches, which revision 2025-03-26 alone has (L-BATCH-1 to L-BATCH-4, L-INIT-5).

use askback_tests::{
    Call, Piped, Served, check_handshake,
    handshake::{HANDSHAKES, Session, cancel, initialize, initialized, plain, plain_call, post},
    request,
};
use serde_json::{Value, json};

use super::server;

const BATCHES: &str = "2025-03-26";

fn ids(answers: &Value) -> Vec<Value> {
    let answers = answers.as_array().unwrap_or_else(|| panic!("no batch: {answers}"));
    let mut ids: Vec<Value> = answers.iter().map(|answer| answer["id"].clone()).collect();
    ids.sort_by_key(Value::to_string);
    ids
}

#[test]
fn a_batch_is_answered_by_one_array() {
    let batch = json!([
        plain(json!(1), "ping", json!({})),
        initialized(),
        plain_call(2, "sleep", json!({"millis": 50})),
        plain(json!(3), "tools/list", json!({})),
        {"jsonrpc": "2.0", "id": 4},
    ]);
    let mut piped = Piped::start(server());
    piped.open(BATCHES, json!({}));
    let answers = piped.answer(&batch);
    assert_eq!(ids(&answers), [1, 2, 3, 4].map(Value::from));
    for answer in answers.as_array().unwrap() {
        let method = match answer["id"].as_i64() {
            Some(1) => "ping",
            Some(2) => "tools/call",
            _ => "tools/list",
        };
        check_handshake(BATCHES, method, answer);
    }
    // A call of a batch can be cancelled, and is not answered then.
    piped.send(&json!([
        plain_call(5, "sleep", json!({"millis": 60_000})),
        plain(json!(6), "ping", json!({}))
    ]));
    piped.send(&cancel(5));
    assert_eq!(ids(&piped.receive()), [json!(6)]);
    piped.send(&json!([initialized()]));
    assert!(piped.close().is_empty());

    let served = Served::start(server());
    let session = Session::open(&served, BATCHES, json!({}));
    assert_eq!(ids(&session.post(&batch).send().json()), [1, 2, 3, 4].map(Value::from));
    for accepted in [json!([initialized()]), json!([{"jsonrpc": "2.0", "id": 9, "result": {}}])] {
        let reply = session.post(&accepted).send();
        assert_eq!((reply.status, &*reply.body), (202, ""), "{accepted}");
    }
}

#[test]
fn what_no_batch_may_have_is_refused_as_a_whole() {
    let served = Served::start(server());
    let session = Session::open(&served, BATCHES, json!({}));
    let mut piped = Piped::start(server());
    piped.open(BATCHES, json!({}));
    let ping = || plain(json!(1), "ping", json!({}));
    for batch in [
        json!([]),
        json!([7]),
        json!([ping(), initialize(BATCHES, json!({}))]),
        json!([ping(), request("tools/list", json!({}))]),
        json!([Call::new("can").json()]),
        json!([ping(), {"jsonrpc": "2.0", "id": 9, "result": {}}]),
    ] {
        let reply = session.post(&batch).send();
        assert_eq!((reply.status, reply.code()), (400, -32600), "{batch}");
        assert_eq!(piped.answer(&batch)["error"]["code"], -32600, "{batch}");
    }
    assert_eq!(piped.answer(&ping())["result"], json!({}));
}

#[test]
fn no_other_revision_has_batches() {
    let served = Served::start(server());
    for revision in HANDSHAKES.into_iter().filter(|revision| *revision != BATCHES) {
        let batch = json!([plain(json!(1), "ping", json!({}))]);
        let session = Session::open(&served, revision, json!({}));
        let reply = session.post(&batch).send();
        assert_eq!((reply.status, reply.code()), (400, -32600), "{revision}");
        let mut piped = Piped::start(server());
        piped.open(revision, json!({}));
        assert_eq!(piped.answer(&batch)["error"]["code"], -32600, "{revision}");
    }
    let reply = post(&served, &json!([initialize(BATCHES, json!({}))])).send();
    assert_eq!((reply.status, reply.code()), (400, -32600));
}

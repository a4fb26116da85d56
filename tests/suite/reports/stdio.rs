//! stdio and JSON-RPC. What is a test of `stdio.rs` as a whole is named there: B98, B100, B101, B103,
//! B105, B107.

use std::time::{Duration, Instant};

use askback::prelude::*;
use askback_tests::{Call, Piped, Served, handshake::cancel, request};
use serde_json::json;

use super::{delete_a, served, server, text, yes};

#[test]
fn b68_very_deep_json_ends_its_request_alone() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let served = served();
    let asked = served.call(&delete_a());
    let mut piped = Piped::start(server());
    let with = |from: &str| {
        delete_a().json().to_string().replacen(from, &format!("{from}\"deep\":{deep},"), 1)
    };
    let retry = delete_a().retry(&asked, json!({"deep": 0})).json().to_string();
    for body in [
        with("\"arguments\":{"),
        with("\"_meta\":{"),
        retry.replace("\"deep\":0", &format!("\"deep\":{deep}")),
    ] {
        let reply = served.post(&delete_a().json()).body(body.clone()).send();
        assert_eq!(reply.code(), -32602);
        piped.write(body + "\n");
        assert_eq!(piped.receive()["error"]["code"], -32602);
        assert_eq!(text(&served.call(&delete_a().retry(&asked, yes()))), "deleted /tmp/a");
    }
}

#[test]
fn b94_a_batch_is_refused_with_one_error_and_nothing_is_executed() {
    let served = served();
    let mut piped = Piped::start(server());
    let list = request("tools/list", json!({}));
    for body in [
        json!([list, list]).to_string(),
        "[]".to_owned(),
        "[1]".to_owned(),
        "\"x\"".to_owned(),
        list.to_string().replace("\"2.0\"", "\"1.0\""),
        list.to_string().replace("\"jsonrpc\":\"2.0\",", ""),
    ] {
        let reply = served.post(&list).body(body.clone()).send();
        assert_eq!((reply.status, reply.code()), (400, -32600), "{body}");
        piped.write(format!("{body}\n"));
        assert_eq!(piped.receive()["error"]["code"], -32600, "{body}");
    }
    assert!(piped.close().is_empty(), "one line for each");
}

#[test]
fn b97_a_malformed_line_is_answered_and_the_next_is_served() {
    let mut piped = Piped::start(server());
    piped.write("not json\n");
    let answer = piped.receive();
    assert_eq!((&answer["error"]["code"], answer.get("id")), (&json!(-32700), None));
    piped.write("\u{feff}");
    assert!(piped.answer(&request("tools/list", json!({})))["result"].is_object());
    piped.write("{\"jsonrpc\":\"2.0\",\"id\":1}\n");
    let answer = piped.receive();
    assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(-32600), &json!(1)));
    assert!(piped.answer(&request("tools/list", json!({})))["result"].is_object());
}

#[test]
fn b106_a_cancellation_of_nothing_cancels_nothing_later() {
    let mut piped = Piped::start(server());
    for id in [json!(99), json!("99")] {
        piped.send(&cancel(id.clone()));
        let answer = piped.answer(&delete_a().id(json!(99)).json());
        assert_eq!((&answer["id"], answer.get("error")), (&json!(99), None));
    }
    // A string is not the number of the same digits.
    piped.send(&cancel("7"));
    assert_eq!(piped.answer(&delete_a().id(json!(7)).json())["id"], 7);
}

/// A plain `fn` may block, and the list is served meanwhile.
#[test]
fn b128_blocking_handlers_stall_nobody() {
    /// Blocks its thread.
    #[tool]
    fn block(millis: u64) -> String {
        std::thread::sleep(Duration::from_millis(millis));
        millis.to_string()
    }
    let served = Served::start(Server::new("s", "1").tool(block));
    std::thread::scope(|scope| {
        for _ in 0..16 {
            let call = Call::new("block").arguments(json!({"millis": 500}));
            let served = &served;
            scope.spawn(move || assert_eq!(text(&served.call(&call)), "500"));
        }
        std::thread::sleep(Duration::from_millis(50));
        let start = Instant::now();
        for _ in 0..5 {
            assert_eq!(served.post(&request("tools/list", json!({}))).send().status, 200);
        }
        assert!(start.elapsed() < Duration::from_millis(400), "{:?}", start.elapsed());
    });
}

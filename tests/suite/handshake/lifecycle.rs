//! The handshake and what needs no question, on stdio.

use askback_tests::{
    Call, Piped, Served, check, check_handshake,
    handshake::{
        HANDSHAKES, Session, cancel, forms, initialize, initialized, plain, plain_call, post,
    },
    request,
};
use serde_json::{Value, json};

use super::server;

fn code(answer: &Value) -> i64 {
    answer["error"]["code"].as_i64().unwrap_or_else(|| panic!("no error: {answer}"))
}

/// L-INIT-1, L-INIT-2, L-FEAT-1, B75: each revision gets what it has, and nothing newer.
#[test]
fn a_session_speaks_the_revision_that_was_asked_for() {
    for revision in HANDSHAKES {
        let mut piped = Piped::start(server());
        let answer = piped.open(revision, forms(revision));
        let result = &answer["result"];
        assert_eq!(result["protocolVersion"], revision);
        assert_eq!(result["capabilities"], json!({"logging": {}, "tools": {}}));
        assert_eq!(result["instructions"], "Ask for anything.");
        let titled = revision >= "2025-06-18";
        assert_eq!(result["serverInfo"].get("title").is_some(), titled, "{revision}");
        let list = piped.answer(&plain(json!(1), "tools/list", json!({})));
        check_handshake(revision, "tools/list", &list);
        let tools = list["result"]["tools"].as_array().unwrap();
        assert_eq!(tools.len(), 9);
        assert_eq!(tools[0].get("title").is_some(), titled, "{revision}");
        let said = piped.answer(&plain_call(2, "can", json!({})));
        check_handshake(revision, "tools/call", &said);
        let text = said["result"]["content"][0]["text"].as_str().unwrap();
        let right = match revision {
            "2024-11-05" | "2025-03-26" => {
                format!("revision {revision} of the protocol has no such question")
            }
            _ => format!("yes, on {revision}"),
        };
        assert_eq!(text, right);
        assert_eq!(said["result"].get("isError"), None);
        assert!(piped.close().is_empty());
    }
}

/// L-INIT-2: never an error, never a modern revision.
#[test]
fn an_unknown_revision_is_answered_with_the_newest_handshake() {
    for asked in ["1999-01-01", "2026-07-28", "x", ""] {
        let mut piped = Piped::start(server());
        let answer = piped.answer(&initialize(asked, json!({})));
        assert_eq!(answer["result"]["protocolVersion"], "2025-11-25", "{asked}");
    }
}

/// L-INIT-7, L-INIT-9, L-ERR-1, A-4.
#[test]
fn what_comes_out_of_turn_is_refused_and_the_session_goes_on() {
    let mut piped = Piped::start(server());
    assert_eq!(piped.answer(&plain(json!(1), "ping", json!({})))["result"], json!({}));
    for method in ["tools/list", "tools/call", "foo/bar"] {
        let answer = piped.answer(&plain(json!(2), method, json!({})));
        assert_eq!(code(&answer), -32600, "{method}");
        assert!(answer["error"]["message"].as_str().unwrap().contains("initialize"));
    }
    for params in [json!({}), json!({"protocolVersion": 7}), json!([])] {
        assert_eq!(code(&piped.answer(&plain(json!(3), "initialize", params))), -32602);
    }
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {"elicitation": true}});
    assert_eq!(code(&piped.answer(&plain(json!(3), "initialize", params))), -32602);
    piped.open("2025-11-25", json!({}));
    let again = piped.answer(&initialize("2025-06-18", json!({})));
    check_handshake("2025-11-25", "initialize", &again);
    assert_eq!(code(&again), -32600);
    for method in ["prompts/list", "resources/list", "foo/bar", "tasks/list"] {
        let answer = piped.answer(&plain(json!(4), method, json!({})));
        check_handshake("2025-11-25", method, &answer);
        assert_eq!(code(&answer), -32601, "{method}");
    }
    let unknown = piped.answer(&plain_call(5, "nobody", json!({})));
    assert_eq!(code(&unknown), -32602);
    let wrong = piped.answer(&plain_call(6, "sleep", json!({"millis": "soon"})));
    check_handshake("2025-11-25", "tools/call", &wrong);
    assert_eq!(wrong["result"]["isError"], true);
    assert_eq!(piped.answer(&plain(json!(7), "ping", json!({})))["result"], json!({}));
}

/// L-LOG-1.
#[test]
fn a_log_level_is_taken_and_a_wrong_one_is_not() {
    let mut piped = Piped::start(server());
    piped.open("2025-06-18", json!({}));
    let level = |level: Value| plain(json!(1), "logging/setLevel", json!({"level": level}));
    let answer = piped.answer(&level(json!("error")));
    check_handshake("2025-06-18", "logging/setLevel", &answer);
    assert_eq!(answer["result"], json!({}));
    for wrong in [json!("loud"), json!(3), json!(null)] {
        assert_eq!(code(&piped.answer(&level(wrong))), -32602);
    }
    assert_eq!(code(&piped.answer(&plain(json!(1), "logging/setLevel", json!({})))), -32602);
}

/// M-VER-4, M-VER-5, A-5: the message decides, on one process and on one URL.
#[test]
fn both_eras_are_served_side_by_side() {
    let mut piped = Piped::start(server());
    let modern = request("tools/list", json!({}));
    check("tools/list", &piped.answer(&modern));
    assert_eq!(code(&piped.answer(&request("initialize", json!({})))), -32601);
    assert!(piped.answer(&request("server/discover", json!({})))["result"].is_object());
    piped.open("2025-11-25", json!({}));
    check("tools/list", &piped.answer(&modern));
    let old = piped.answer(&plain(json!(2), "tools/list", json!({})));
    check_handshake("2025-11-25", "tools/list", &old);
    // `server/discover` is never taken for a request of a session (rule 7 of modern.md part 6).
    assert_eq!(code(&piped.answer(&plain(json!(3), "server/discover", json!({})))), -32602);

    let served = Served::start(server());
    let session = Session::open(&served, "2025-06-18", json!({}));
    check("tools/call", &served.call(&Call::new("can")));
    let old = session.answer(&plain_call(1, "can", json!({})));
    assert_eq!(old["result"]["content"][0]["text"], "the client did not declare form elicitation");
    // A stale session header on a modern request is nothing to it (B87).
    let call = Call::new("sleep").arguments(json!({"millis": 0})).json();
    let reply = served.post(&call).header("Mcp-Session-Id", "stale").send();
    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("mcp-session-id"), None);
}

/// L-PING-1, L-INIT-4: clients pipeline.
#[test]
fn requests_behind_initialize_are_served_in_one_go() {
    let mut piped = Piped::start(server());
    let lines = [
        initialize("2025-11-25", forms("2025-11-25")),
        plain(json!(1), "ping", json!({})),
        plain_call(2, "greet", json!({})),
        initialized(),
        plain(json!(3), "tools/list", json!({})),
    ];
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    piped.write(text);
    assert_eq!(piped.receive()["result"]["protocolVersion"], "2025-11-25");
    assert_eq!(piped.receive()["id"], 1);
    // The question waits for the end of the handshake, and nothing else does.
    let rest = [piped.receive(), piped.receive()];
    assert!(rest.iter().any(|message| message["id"] == 3 && message.get("result").is_some()));
    assert!(rest.iter().any(|message| message["method"] == "elicitation/create"));
}

/// L-VER-1, L-VER-3, L-HTTP-5, M-VER-10: over HTTP, errors of a session are 200.
#[test]
fn statuses_over_http_never_say_that_the_session_is_gone() {
    let served = Served::start(server());
    let session = Session::open(&served, "2025-06-18", json!({}));
    let reply = session.post(&plain(json!(1), "foo/bar", json!({}))).send();
    assert_eq!((reply.status, reply.json()["error"]["code"].as_i64()), (200, Some(-32601)));
    let list = plain(json!(1), "tools/list", json!({}));
    let version = "MCP-Protocol-Version";
    assert_eq!(session.post(&list).without(version).send().status, 200);
    // One that is served, and not the session's.
    assert_eq!(session.post(&list).set(version, "2025-03-26").send().status, 200);
    for wrong in ["1.2.3", "2024-01-01"] {
        assert_eq!(session.post(&list).set(version, wrong).send().status, 400, "{wrong}");
    }
    // A modern header without a modern envelope is a malformed modern request.
    let reply = session.post(&list).set(version, "2026-07-28").send();
    assert_eq!((reply.status, reply.code()), (400, -32602));
    let first = post(&served, &initialize("2025-06-18", json!({})));
    assert_eq!(first.clone().header(version, "2025-06-18").send().status, 200);
    let reply = first.header(version, "2026-07-28").send();
    assert_eq!((reply.status, reply.code()), (400, -32020));
}

/// L-INIT-6: `initialize` cannot be cancelled, and its id is free afterwards.
#[test]
fn initialize_cannot_be_cancelled() {
    let mut piped = Piped::start(server());
    let all = [initialize("2025-11-25", json!({})), cancel(0), initialized()];
    piped.write(all.map(|message| format!("{message}\n")).concat());
    let answer = piped.receive();
    assert_eq!(answer["result"]["protocolVersion"], "2025-11-25");
    let list = piped.answer(&plain(json!(0), "tools/list", json!({})));
    check_handshake("2025-11-25", "tools/list", &list);
    assert_eq!(list["id"], 0);
}

/// L-TASK-1: a server without tasks runs the call as ever.
#[test]
fn a_task_is_ignored() {
    let mut piped = Piped::start(server());
    piped.open("2025-11-25", forms("2025-11-25"));
    let mut call = plain_call(1, "can", json!({}));
    call["params"]["task"] = json!({"ttl": 1000});
    let answer = piped.answer(&call);
    check_handshake("2025-11-25", "tools/call", &answer);
    assert!(answer["result"].get("task").is_none());
    assert_eq!(answer["result"]["content"][0]["text"], "yes, on 2025-11-25");
}

//! What a call tells while it runs: progress and log messages, on every revision and both transports
//! (`modern.md` parts 18 and 19, `legacy.md` part 8).

use std::time::Duration;

use askback::{HttpOptions, LogLevel, Progress, prelude::*};
use askback_tests::{
    Call, Piped, Served, accept, check, check_notification,
    handshake::{Events, HANDSHAKES, Session, cancel, forms, plain, plain_call},
};
use serde_json::{Value, json};

/// Logs, and returns a lot.
#[tool]
async fn much(cx: &Context, logs: usize, pause: bool, size: usize) -> String {
    for log in 0..logs {
        cx.log(LogLevel::Info, format!("{log:0130}"));
    }
    if pause {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    "x".repeat(size)
}

/// Reports three steps.
#[tool]
async fn steps(cx: &Context) -> &'static str {
    cx.progress(Progress::of(0, 3).message("begins"));
    cx.progress(Progress::of(1.5, 3));
    // None of these is progress.
    cx.progress(Progress::of(1.5, 3));
    cx.progress(Progress::at(1));
    cx.progress(Progress::at(f64::NAN));
    cx.progress(Progress::of(3_usize, 3_u8));
    "Done."
}

/// Logs on every level.
#[tool]
async fn logs(cx: &Context) -> String {
    cx.log(LogLevel::Debug, "details");
    cx.log(LogLevel::Info, json!({"opened": "Büro"}));
    cx.log_as("ledger", LogLevel::Error, "broken");
    cx.wants_log(LogLevel::Warning).to_string()
}

/// Reports more than anybody reads.
#[tool]
async fn flood(cx: &Context, total: Option<u32>) -> &'static str {
    for step in 0..100_000 {
        cx.progress(Progress::of(step, total.unwrap_or(99_999)));
    }
    "Done."
}

/// Who is there.
#[ask]
struct Name {
    name: String,
}

/// Reports, asks, and reports.
#[tool]
async fn greet(cx: &Context) -> String {
    cx.progress(Progress::of(1, 2));
    let name = cx.ask::<Name>("Who?").key("who").await.accepted();
    cx.progress(Progress::of(2, 2));
    name.map_or_else(String::new, |name| name.name)
}

/// Says something during a step that nobody waits for any more.
#[tool]
async fn step(cx: &Context) -> &'static str {
    cx.progress(Progress::at(1));
    cx.log(LogLevel::Error, "begins");
    let effect = async {
        cx.cancelled().await;
        cx.progress(Progress::at(2));
        cx.log(LogLevel::Error, "too late");
    };
    cx.once("effect", effect).await;
    "Done."
}

fn server() -> Server {
    Server::new("s", "1").tool(steps).tool(much).tool(logs).tool(flood).tool(greet).tool(step)
}

/// The messages before the answer, and the answer.
fn streamed(served: &Served, call: &Call) -> (Vec<Value>, Value) {
    let reply = served.post(&call.json()).send();
    assert_eq!(reply.status, 200, "{reply:?}");
    assert_eq!(reply.header("x-accel-buffering"), Some("no"));
    assert!(!reply.body.contains("id:"), "M-HTTP-8: {}", reply.body);
    let mut messages = reply.events();
    let answer = messages.pop().unwrap();
    check("tools/call", &answer);
    assert_eq!(answer["id"], call.id);
    (messages, answer)
}

fn reported(messages: &[Value]) -> Vec<Value> {
    let progress = |message| check_notification("notifications/progress", message);
    messages.iter().map(|message| progress(message)["progress"].clone()).collect()
}

/// M-PROG-1, M-PROG-2, M-HTTP-5, M-HTTP-6: progress goes before the answer on its stream, with the
/// client's token, and only grows.
#[test]
fn progress_goes_before_the_answer_to_who_asked_for_it() {
    let served = Served::start(server());
    for token in [json!("token"), json!(7)] {
        let (messages, answer) = streamed(&served, &Call::new("steps").progress(token.clone()));
        assert_eq!(reported(&messages), [json!(0), json!(1.5), json!(3)]);
        for message in &messages {
            assert_eq!(message["params"]["progressToken"], token);
            assert_eq!(message["params"]["total"], 3);
        }
        assert_eq!(messages[0]["params"]["message"], "begins");
        assert_eq!(answer["result"]["content"][0]["text"], "Done.");
    }
    // Who did not ask gets one JSON message.
    let reply = served.post(&Call::new("steps").json()).send();
    check("tools/call", &reply.json());
}

/// M-PROG-2: where a client takes no stream, there is no progress.
#[test]
fn without_a_stream_there_is_no_progress() {
    let call = Call::new("steps").progress(json!(1)).logs("debug").json();
    let json_only = server().http_options(HttpOptions::new().json_only());
    check("tools/call", &Served::start(json_only).post(&call).send().json());
    let served = Served::start(server());
    let reply = served.post(&call).set("Accept", "application/json").send();
    check("tools/call", &reply.json());
}

/// M-HTTP-11: a token changes nothing for an answer before which nothing is said.
#[test]
fn an_answer_alone_is_json_and_has_its_status() {
    let served = Served::start(server());
    let unknown = served.post(&Call::new("nobody").progress(json!(1)).json()).send();
    assert_eq!((unknown.status, unknown.code()), (200, -32602));
    let mut method = Call::new("steps").progress(json!(1)).json();
    method["method"] = json!("tools/unknown");
    let reply = served.post(&method).send();
    assert_eq!((reply.status, reply.code()), (404, -32601));
    let call = Call::new("logs").progress(json!(1)).json();
    check("tools/call", &served.post(&call).send().json());
}

/// M-PROG-3: a client is not flooded, and has the end.
#[test]
fn progress_does_not_flood() {
    let served = Served::start(server());
    let (messages, _) = streamed(&served, &Call::new("flood").progress(json!(1)));
    let progress = reported(&messages);
    assert!((2..1000).contains(&progress.len()), "{}", progress.len());
    assert_eq!(progress.last(), Some(&json!(99_999)));
}

/// M-LOG-1 to M-LOG-5: log messages go to the request that asked for them, from its level on.
#[test]
fn log_messages_go_to_the_request_that_asked() {
    let served = Served::start(server());
    let reply = served.post(&Call::new("logs").json()).send();
    assert_eq!(reply.json()["result"]["content"][0]["text"], "false");
    for (level, count, wants) in [("debug", 3, "true"), ("info", 2, "true"), ("error", 1, "false")]
    {
        let (messages, answer) = streamed(&served, &Call::new("logs").logs(level));
        for message in &messages {
            check_notification("notifications/message", message);
        }
        assert_eq!(
            (messages.len(), &answer["result"]["content"][0]["text"]),
            (count, &json!(wants))
        );
        let last = json!({"level": "error", "logger": "ledger", "data": "broken"});
        assert_eq!(messages[count - 1]["params"], last);
    }
    let (messages, _) = streamed(&served, &Call::new("logs").logs("info"));
    assert_eq!(messages[0]["params"], json!({"level": "info", "data": {"opened": "Büro"}}));
    let none = served.post(&Call::new("logs").logs("emergency").json()).send();
    check("tools/call", &none.json());
    let loud = served.post(&Call::new("logs").logs("loud").json()).send();
    assert_eq!(loud.code(), -32602);
}

/// M-PROG-1, M-STDIO-3: on stdio too, for several calls at a time.
#[test]
fn calls_on_stdio_report_side_by_side() {
    let mut piped = Piped::start(server());
    piped.send(&Call::new("steps").id(json!(1)).progress(json!("a")).json());
    piped.send(&Call::new("steps").id(json!(2)).progress(json!("b")).json());
    let messages = piped.close();
    for (id, token) in [(1, "a"), (2, "b")] {
        let own: Vec<_> = messages
            .iter()
            .filter(|message| message["id"] == id || message["params"]["progressToken"] == token)
            .collect();
        assert_eq!(own.len(), 4, "{messages:?}");
        check("tools/call", own[3]);
    }
}

/// L-LOG-1, M-PROG-1: in a session the level is the session's.
#[test]
fn a_session_sets_its_level() {
    for revision in HANDSHAKES {
        let mut piped = Piped::start(server());
        piped.open(revision, json!({}));
        let logged = |piped: &mut Piped| {
            piped.send(&plain_call(1, "logs", json!({})));
            let mut levels = Vec::new();
            loop {
                let message = piped.receive();
                if message["id"] == 1 {
                    return levels;
                }
                assert_eq!(message["method"], "notifications/message");
                askback_tests::check_handshake(revision, "notifications/message", &message);
                levels.push(message["params"]["level"].clone());
            }
        };
        assert_eq!(logged(&mut piped), ["info", "error"]);
        for (level, expected) in [
            ("debug", vec!["debug", "info", "error"]),
            ("warning", vec!["error"]),
            ("alert", vec![]),
        ] {
            let set = piped.answer(&plain(json!(2), "logging/setLevel", json!({"level": level})));
            assert_eq!(set["result"], json!({}));
            assert_eq!(logged(&mut piped), expected);
        }
        let wrong = piped.answer(&plain(json!(3), "logging/setLevel", json!({"level": "loud"})));
        assert_eq!(wrong["error"]["code"], -32602);

        let mut call = plain_call(4, "steps", json!({}));
        call["params"]["_meta"] = json!({"progressToken": 4});
        piped.send(&call);
        let messages = piped.close();
        let messages: Vec<_> = messages[..3]
            .iter()
            .map(|message| {
                askback_tests::check_handshake(revision, "notifications/progress", message);
                message["params"].get("message").is_some()
            })
            .collect();
        assert_eq!(messages, [revision > "2024-11-05", false, false], "{revision}");
    }
}

/// M-PROG-1: while a call waits for an answer it reports that it lives, without getting in the way of
/// what its handler reports.
#[test]
fn a_waiting_call_adds_to_its_progress() {
    let revision = "2025-11-25";
    let served = Served::start(server().heartbeat(Duration::from_millis(20)));
    let session = Session::open(&served, revision, forms(revision));
    let mut call = plain_call(1, "greet", json!({}));
    call["params"]["_meta"] = json!({"progressToken": "token"});
    let mut events = Events::of(&session.post(&call));
    let (mut last, mut asked, mut heard) = (f64::MIN, None, 0);
    while heard < 4 {
        let message = events.asked(revision);
        if message["method"] == "elicitation/create" {
            asked = Some(message);
            continue;
        }
        let progress = message["params"]["progress"].as_f64().unwrap();
        assert!(progress > last && progress < 2.0, "{message}");
        (last, heard) = (progress, heard + 1);
    }
    session.respond(&asked.unwrap(), accept(json!({"name": "Ada"})));
    let mut message = events.asked(revision);
    while message["params"]["progress"] != json!(2) {
        assert!(message["params"]["progress"].as_f64().unwrap() < 2.0, "{message}");
        message = events.asked(revision);
    }
    assert_eq!(events.result(revision)["content"][0]["text"], "Ada");
}

/// M-PROG-1 over rounds: each request has its own.
#[test]
fn each_round_reports_on_its_own_request() {
    let served = Served::start(server());
    let call = Call::new("greet").progress(json!("one"));
    let (messages, asked) = streamed(&served, &call);
    assert_eq!(reported(&messages), [json!(1)]);
    let retry = call.retry(&asked, json!({"who": accept(json!({"name": "Ada"}))}));
    let (messages, answer) = streamed(&served, &retry.progress(json!("two")));
    assert_eq!(reported(&messages), [json!(1), json!(2)]);
    assert!(messages.iter().all(|message| message["params"]["progressToken"] == "two"));
    assert_eq!(answer["result"]["content"][0]["text"], "Ada");
}

/// M-CANC-2: after a cancellation nothing is said, also by a step that is finished.
#[test]
fn nothing_is_said_after_a_cancellation() {
    let mut piped = Piped::start(server());
    piped.send(&Call::new("step").id(json!(1)).progress(json!(1)).logs("debug").json());
    for method in ["notifications/progress", "notifications/message"] {
        check_notification(method, &piped.receive());
    }
    piped.send(&cancel(1));
    assert_eq!(piped.close(), Vec::<Value>::new());

    let revision = "2025-11-25";
    let mut piped = Piped::start(server());
    piped.open(revision, forms(revision));
    piped.send(&plain_call(1, "step", json!({})));
    assert_eq!(piped.asked(revision)["method"], "notifications/message");
    piped.send(&cancel(1));
    assert_eq!(piped.close(), Vec::<Value>::new());
}

/// L-HTTP-4: whatever is said before it, the answer comes, and what was said fits into what is kept.
#[test]
fn an_answer_is_never_lost_for_what_was_said_before_it() {
    for revision in &HANDSHAKES[1..] {
        let served = Served::start(server());
        let session = Session::open(&served, revision, json!({}));
        for (logs, pause, size) in [
            (1, true, 300_000),
            (1, false, 300_000),
            (1, true, 1_100_000),
            (3000, true, 10),
            (3000, false, 10),
            (3000, true, 1_100_000),
        ] {
            let arguments = json!({"logs": logs, "pause": pause, "size": size});
            let mut events = Events::of(&session.post(&plain_call(1, "much", arguments.clone())));
            let mut said = 0;
            let answer = loop {
                let message = events.message().unwrap_or_else(|| panic!("{revision} {arguments}"));
                if message["id"] == 1 {
                    break message;
                }
                said += 1;
            };
            let text = answer["result"]["content"][0]["text"].as_str().unwrap();
            assert_eq!(text.len(), size, "{revision} {arguments}");
            assert!((1..=logs).contains(&said), "{revision} {arguments}: {said}");
            assert_eq!(events.message(), None);
        }
    }
}

/// What a call said that is done at once is neither lost nor counted for ever.
#[test]
fn a_session_stays_whole_after_many_calls_that_speak() {
    let served = Served::start(server());
    let revision = "2025-11-25";
    let session = Session::open(&served, revision, json!({}));
    let arguments = json!({"logs": 3, "pause": false, "size": 1});
    for _ in 0..1500 {
        let reply = session.post(&plain_call(1, "much", arguments.clone())).send();
        assert_eq!(reply.body.matches("notifications/message").count(), 3, "{}", reply.body);
        assert!(reply.body.contains("\"id\":1"), "{}", reply.body);
    }
    let mut call = plain_call(2, "steps", json!({}));
    call["params"]["_meta"] = json!({"progressToken": 1});
    let mut events = Events::of(&session.post(&call));
    for _ in 0..3 {
        assert_eq!(events.asked(revision)["method"], "notifications/progress");
    }
    assert_eq!(events.result(revision)["content"][0]["text"], "Done.");
}

/// M-PROG-3: past its end a call is bounded as before it.
#[test]
fn progress_beyond_its_end_does_not_flood() {
    let served = Served::start(server());
    let call = Call::new("flood").arguments(json!({"total": 10})).progress(json!(1));
    let progress = reported(&streamed(&served, &call).0);
    assert!(progress.len() < 1000, "{}", progress.len());
    assert!(progress.contains(&json!(10)));
}

/// L-BATCH-2: calls that came together speak before their answers, which come together.
#[test]
fn a_batch_speaks_before_its_answers() {
    let served = Served::start(server());
    let revision = "2025-03-26";
    let session = Session::open(&served, revision, json!({}));
    for pause in [false, true] {
        let arguments = json!({"logs": 2, "pause": pause, "size": 1});
        let calls = [1, 2].map(|id| plain_call(id, "much", arguments.clone()));
        let reply = session.post(&json!(calls)).send();
        let mut messages = reply.events();
        let answers = messages.pop().unwrap();
        assert_eq!(answers.as_array().unwrap().len(), 2, "{answers}");
        assert_eq!(messages.len(), 4, "{messages:?}");
        for message in &messages {
            askback_tests::check_handshake(revision, "notifications/message", message);
        }
    }
}

//! An effect behind a question never runs without a real yes: whatever the handler wraps the question
//! in, and however the client lies.
//!
//! B36, B50, M-MRTR-9, M-MRTR-13, `dispatch.md` parts 3 and 7.

use std::{
    panic::AssertUnwindSafe,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use askback::{InputRequired, Reply, prelude::*};
use askback_tests::{
    Call, Piped, Served, accept,
    handshake::{cancel, forms, plain_call, respond},
};
use futures_util::{FutureExt, StreamExt, stream::FuturesUnordered};
use serde_json::{Value, json};

/// A form with the very field that a confirmation has.
#[ask]
struct Go {
    confirm: bool,
}

static EFFECTS: Mutex<Vec<(&str, String)>> = Mutex::new(Vec::new());

fn effect(tool: &'static str, path: &str) -> String {
    let mut effects = EFFECTS.lock().unwrap_or_else(PoisonError::into_inner);
    effects.push((tool, path.to_owned()));
    "done".into()
}

/// How often a tool has had its effect on paths of one test.
fn effects(of: &str, paths: &[&str]) -> usize {
    let effects = EFFECTS.lock().unwrap_or_else(PoisonError::into_inner);
    let of_test = |path: &str| paths.contains(&path);
    effects.iter().filter(|(tool, path)| *tool == of && of_test(path)).count()
}

const NO: &str = "not done";

/// Declared, as a proof.
#[tool]
async fn proof(path: String, #[ask(confirm, key = "q", message = "Go?")] _q: Confirmed) -> String {
    effect("proof", &path)
}

/// Declared, as an option.
#[tool]
async fn option(
    path: String,
    #[ask(confirm, key = "q", message = "Go?")] q: Option<Confirmed>,
) -> String {
    q.map_or(NO.into(), |_| effect("option", &path))
}

/// Declared, as a form.
#[tool]
async fn form(path: String, #[ask(key = "q", message = "Go?")] q: Answer<Go>) -> String {
    if q.accepted().is_some_and(|go| go.confirm) { effect("form", &path) } else { NO.into() }
}

/// Behind a question mark.
#[tool]
async fn question_mark(cx: &Context, path: String) -> Result<String, &'static str> {
    cx.confirm("Go?").key("q").await.ok_or(NO)?;
    Ok(effect("question_mark", &path))
}

/// Behind a default.
#[tool]
async fn unwrap_or(cx: &Context, path: String) -> String {
    let go = cx.ask::<Go>("Go?").key("q").await.accepted().unwrap_or(Go { confirm: false });
    if go.confirm { effect("unwrap_or", &path) } else { NO.into() }
}

/// Behind a panic that is caught.
#[tool]
async fn caught(cx: &Context, path: String) -> String {
    let act = async {
        cx.confirm("Go?").key("q").await.expect("a yes");
        effect("caught", &path)
    };
    AssertUnwindSafe(act).catch_unwind().await.unwrap_or(NO.into())
}

/// In a branch of a `select!` whose others wait.
#[tool]
async fn selected(cx: &Context, path: String) -> String {
    tokio::select! {
        proof = cx.confirm("Go?").key("q") => {
            proof.map_or(NO.into(), |_| effect("selected", &path))
        }
        () = std::future::pending() => NO.into(),
    }
}

/// Under a time-out.
#[tool]
async fn timed(cx: &Context, path: String) -> String {
    match tokio::time::timeout(Duration::from_secs(60), cx.confirm("Go?").key("q")).await {
        Ok(Some(_proof)) => effect("timed", &path),
        _ => NO.into(),
    }
}

/// In a collection of futures.
#[tool]
async fn unordered(cx: &Context, path: String) -> String {
    let mut asks = FuturesUnordered::new();
    asks.push(cx.confirm("Go?").key("q"));
    match asks.next().await.flatten() {
        Some(_proof) => effect("unordered", &path),
        None => NO.into(),
    }
}

/// Returned, as a confirmation.
#[tool]
async fn returned(cx: &Context, path: String) -> Reply<String> {
    match cx.answers().confirm("q") {
        Some(Answer::Accepted(_proof)) => Reply::Done(effect("returned", &path)),
        Some(_) => Reply::Done(NO.into()),
        None => InputRequired::new().confirm("q", "Go?").into(),
    }
}

/// Returned, as a form.
#[tool]
async fn returned_form(cx: &Context, path: String) -> Reply<String> {
    match cx.answers().elicit::<Go>("q") {
        Some(Answer::Accepted(go)) if go.confirm => Reply::Done(effect("returned_form", &path)),
        Some(_) => Reply::Done(NO.into()),
        None => InputRequired::new().elicit::<Go>("q", "Go?").into(),
    }
}

const TOOLS: [&str; 11] = [
    "proof",
    "option",
    "form",
    "question_mark",
    "unwrap_or",
    "caught",
    "selected",
    "timed",
    "unordered",
    "returned",
    "returned_form",
];

fn server() -> Server {
    Server::new("s", "1")
        .tool(proof)
        .tool(option)
        .tool(form)
        .tool(question_mark)
        .tool(unwrap_or)
        .tool(caught)
        .tool(selected)
        .tool(timed)
        .tool(unordered)
        .tool(returned)
        .tool(returned_form)
}

fn yes() -> Value {
    accept(json!({"confirm": true}))
}

/// Everything that a client may say and that is not a yes.
fn no_yes() -> Vec<Value> {
    vec![
        json!({}),
        json!(null),
        json!(true),
        json!("yes"),
        json!([yes()]),
        json!({"action": "accept"}),
        json!({"action": "accept", "content": null}),
        json!({"action": "ACCEPT", "content": {"confirm": true}}),
        json!({"action": "yes", "content": {"confirm": true}}),
        json!({"action": true, "content": {"confirm": true}}),
        json!({"content": {"confirm": true}}),
        json!({"result": yes()}),
        accept(json!({})),
        accept(json!({"confirm": "true"})),
        accept(json!({"confirm": 1})),
        accept(json!({"confirm": null})),
        accept(json!({"Confirm": true})),
        accept(json!([true])),
        accept(json!({"confirm": false})),
        json!({"action": "decline", "content": {"confirm": true}}),
        json!({"action": "cancel", "content": {"confirm": true}}),
    ]
}

#[test]
fn no_lie_on_the_newest_revision_is_a_yes() {
    let served = Served::start(server());
    let other = Call::new("proof").arguments(json!({"path": "other"}));
    let other = served.call(&other);
    for tool in TOOLS {
        let call = Call::new(tool).arguments(json!({"path": "a"}));
        let before = effects(tool, &["a", "b", "other"]);
        let asked = served.call(&call);
        let state = asked["result"]["requestState"].as_str().unwrap().to_owned();
        let q = json!({"q": yes()});
        let mut bent = state.clone().into_bytes();
        let middle = bent.len() / 2;
        bent[middle] = if bent[middle] == b'A' { b'B' } else { b'A' };
        let bent = String::from_utf8(bent).unwrap();
        let mut lies = vec![
            call.clone().with("inputResponses", q.clone()),
            call.clone().with("inputResponses", q.clone()).with("requestState", json!("")),
            call.clone().with("inputResponses", q.clone()).with("requestState", json!("s1.x.y.z")),
            call.clone().with("inputResponses", q.clone()).with("requestState", json!(bent)),
            call.clone().with("inputResponses", q.clone()).with("requestState", json!(null)),
            call.retry(&other, q.clone()),
            call.retry(&asked, q.clone()).arguments(json!({"path": "b"})),
            call.retry(&asked, q.clone()).arguments(json!({"path": "a", "x": 1})),
            call.retry(&asked, json!({"Q": yes(), "r": yes(), "elicitation_1": yes()})),
            call.retry(&asked, json!([yes()])),
        ];
        let answers = no_yes().into_iter();
        lies.extend(answers.map(|answer| call.retry(&asked, json!({"q": answer}))));
        for lie in lies {
            let reply = served.post(&lie.json()).send();
            assert!(!reply.body.contains("\"done\""), "{tool} {lie:?}: {}", reply.body);
            assert_eq!(effects(tool, &["a", "b", "other"]), before, "{tool} {lie:?}");
        }
        let done = served.call(&call.retry(&asked, q));
        assert_eq!(done["result"]["content"][0]["text"], "done", "{tool}: {done}");
        assert_eq!(effects(tool, &["a", "b", "other"]), before + 1, "{tool}");
    }
}

/// What became of one question of a tool that a client answered wrongly.
#[derive(Debug, PartialEq)]
enum After {
    Ended,
    AskedAgain,
}

#[test]
fn no_lie_in_a_session_is_a_yes() {
    let revision = "2025-11-25";
    for tool in TOOLS {
        let mut piped = Piped::start(server());
        piped.open(revision, forms(revision));
        let mut last = 0;
        let mut next = || {
            last += 1;
            (last, plain_call(last, tool, json!({"path": "c"})))
        };
        let before = effects(tool, &["c"]);
        for answer in no_yes() {
            let (id, call) = next();
            piped.send(&call);
            let asked = piped.asked(revision);
            // An answer to a question that nobody asked, first.
            piped.send(&json!({"jsonrpc": "2.0", "id": "none", "result": yes()}));
            let after = piped.answer(&respond(&asked, answer.clone()));
            let after = match after["method"].as_str() {
                Some("elicitation/create") => After::AskedAgain,
                _ => After::Ended,
            };
            assert_eq!(effects(tool, &["c"]), before, "{tool} {answer} {after:?}");
            if after == After::AskedAgain {
                // A yes to the first question is late, and one to a cancelled call later still.
                piped.send(&respond(&asked, yes()));
                piped.send(&cancel(id));
                assert_eq!(piped.asked(revision)["method"], "notifications/cancelled");
                piped.send(&respond(&asked, yes()));
            }
        }
        // A question that the client could not show.
        piped.send(&next().1);
        let asked = piped.asked(revision);
        let error = json!({"code": -1, "message": "no", "data": yes()});
        let ended = piped.answer(&json!({"jsonrpc": "2.0", "id": asked["id"], "error": error}));
        assert!(ended["result"]["content"][0]["text"] != "done", "{tool} {ended}");
        assert_eq!(effects(tool, &["c"]), before, "{tool}");
        piped.send(&next().1);
        let asked = piped.asked(revision);
        let done = piped.answer(&respond(&asked, yes()));
        assert_eq!(done["result"]["content"][0]["text"], "done", "{tool}: {done}");
        assert_eq!(effects(tool, &["c"]), before + 1, "{tool}");
    }
}

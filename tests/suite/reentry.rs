//! The re-entry rule (design part 2): what runs how often, which questions go out together, and
//! what a question that is not answered can never do.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use askback::prelude::*;
use askback_tests::{Call, Served, accept, question};
use serde_json::{Value, json};

#[ask]
struct Text {
    text: String,
}

fn said(answer: Answer<Text>) -> String {
    answer.accepted().map_or_else(|| "nothing".to_owned(), |content| content.text)
}

fn text(text: &str) -> Value {
    accept(json!({"text": text}))
}

#[track_caller]
fn keys(asked: &Value) -> Vec<&str> {
    let requests = asked["result"]["inputRequests"].as_object();
    requests
        .unwrap_or_else(|| panic!("nothing asked: {asked}"))
        .keys()
        .map(String::as_str)
        .collect()
}

#[track_caller]
fn done(answer: &Value) -> &str {
    assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
    answer["result"]["content"][0]["text"].as_str().unwrap_or_default()
}

static DECLARED_RUNS: AtomicUsize = AtomicUsize::new(0);

/// Asks two questions, the second about the answer to the first.
#[tool]
async fn declared(
    topic: String,
    #[ask(message = format!("What of {topic}?"))] first: Text,
    #[ask(message = "And else?")] beside: Answer<Text>,
    #[ask(message = format!("Why {}?", first.text))] why: Option<Text>,
) -> String {
    DECLARED_RUNS.fetch_add(1, Ordering::Relaxed);
    format!("{topic}: {}, {}, {}", first.text, said(beside), why.map_or("-".into(), |w| w.text))
}

/// Independent questions go out together, a dependent one round later, and the body runs once.
#[test]
fn declared_questions_go_out_by_levels_and_the_body_runs_once() {
    let served = Served::start(Server::new("s", "1").tool(declared));
    let call = Call::new("declared").arguments(json!({"topic": "tea"}));
    let one = served.call(&call);
    assert_eq!(keys(&one), ["first", "beside"]);
    assert_eq!(question(&one, "first")["message"], "What of tea?");
    let two = served.call(&call.retry(&one, json!({"first": text("heat"), "beside": text("x")})));
    assert_eq!(keys(&two), ["why"]);
    assert_eq!(question(&two, "why")["message"], "Why heat?");
    assert_eq!(DECLARED_RUNS.load(Ordering::Relaxed), 0);
    let three = served.call(&call.retry(&two, json!({"why": {"action": "decline"}})));
    assert_eq!(done(&three), "tea: heat, x, -");
    assert_eq!(DECLARED_RUNS.load(Ordering::Relaxed), 1);
}

/// A bad argument is reported before anything is asked.
#[test]
fn arguments_are_decoded_before_anything_is_asked() {
    let served = Served::start(Server::new("s", "1").tool(declared));
    let answer = served.call(&Call::new("declared").arguments(json!({"topic": 7})));
    assert_eq!(answer["result"]["isError"], true);
}

/// A plain `T` ends the call where the user says no, and the body does not run.
#[test]
fn a_declined_question_of_a_plain_type_ends_the_call() {
    let served = Served::start(Server::new("s", "1").tool(declared));
    let call = Call::new("declared").arguments(json!({"topic": "no"}));
    for action in ["decline", "cancel"] {
        let one = served.call(&call);
        let end = served.call(&call.retry(&one, json!({"first": {"action": action}})));
        assert_eq!(end["result"]["isError"], true, "{end}");
        assert!(done(&end).contains("`first`"), "{end}");
    }
}

/// Asks twice at once.
#[tool]
async fn joined(cx: &Context) -> String {
    let (a, b) = tokio::join!(cx.ask::<Text>("A?").key("a"), cx.ask::<Text>("B?").key("b"),);
    format!("{}{}", said(a), said(b))
}

/// M-MRTR-17, M-MRTR-18, B34: both in one round; what arrives is kept, and only the rest is asked.
#[test]
fn joined_asks_share_a_round_and_partial_answers_are_kept() {
    let served = Served::start(Server::new("s", "1").tool(joined));
    let call = Call::new("joined");
    let one = served.call(&call);
    assert_eq!(keys(&one), ["a", "b"]);
    let whole = served.call(&call.retry(&one, json!({"a": text("1"), "b": text("2")})));
    assert_eq!(done(&whole), "12");
    let two = served.call(&call.retry(&one, json!({"b": text("2")})));
    assert_eq!(keys(&two), ["a"]);
    let three = served.call(&call.retry(&two, json!({"a": text("1")})));
    assert_eq!(done(&three), "12");
}

/// Asks beside a branch that is ready.
#[tool]
async fn raced(cx: &Context) -> String {
    tokio::select! {
        answer = cx.ask::<Text>("Still there?") => said(answer),
        () = std::future::ready(()) => "ready".to_owned(),
    }
}

/// An ask that lost a race leaves no question behind.
#[test]
fn a_select_with_a_ready_branch_leaves_no_phantom_question() {
    let served = Served::start(Server::new("s", "1").tool(raced));
    for _ in 0..20 {
        assert_eq!(done(&served.call(&Call::new("raced"))), "ready");
    }
}

/// Asks beside a timer, which starts again in each round and so never fires.
#[tool]
async fn timed(cx: &Context) -> String {
    let ask = cx.ask::<Text>("Quick?").key("q");
    match tokio::time::timeout(Duration::from_millis(200), ask).await {
        Ok(answer) => said(answer),
        Err(_) => "late".to_owned(),
    }
}

#[test]
fn an_ask_beside_a_timer_goes_out_at_once() {
    let served = Served::start(Server::new("s", "1").tool(timed));
    let call = Call::new("timed");
    let one = served.call(&call);
    assert_eq!(keys(&one), ["q"]);
    assert_eq!(done(&served.call(&call.retry(&one, json!({"q": text("yes")})))), "yes");
}

/// Waits for something else first.
#[tool]
async fn slow_start(cx: &Context) -> String {
    tokio::time::sleep(Duration::from_millis(20)).await;
    let first = cx.ask::<Text>("One?").await;
    tokio::task::yield_now().await;
    let second = cx.ask::<Text>("Two?").await;
    format!("{}{}", said(first), said(second))
}

/// M-MRTR-12, M-MRTR-18: asks without a key, one after the other; labels go on counting.
#[test]
fn asks_without_a_key_are_labelled_in_order_and_found_by_their_question() {
    let served = Served::start(Server::new("s", "1").tool(slow_start));
    let call = Call::new("slow_start");
    let one = served.call(&call);
    assert_eq!(keys(&one), ["elicitation_1"]);
    let two = served.call(&call.retry(&one, json!({"elicitation_1": text("1")})));
    assert_eq!(keys(&two), ["elicitation_2"]);
    assert_ne!(one["result"]["requestState"], two["result"]["requestState"]);
    let three = served.call(&call.retry(&two, json!({"elicitation_2": text("2")})));
    assert_eq!(done(&three), "12");
}

/// Asks the same question twice, and another in an order that changes from run to run.
#[tool]
async fn shuffled(cx: &Context) -> String {
    static RUN: AtomicUsize = AtomicUsize::new(0);
    let x = async { said(cx.ask::<Text>("X?").await) };
    let y = async { said(cx.ask::<Text>("Y?").await) };
    let twin = async { said(cx.ask::<Text>("X?").await) };
    let (x, y, twin) = if RUN.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) {
        let (x, y, twin) = tokio::join!(x, y, twin);
        (x, y, twin)
    } else {
        let (y, x, twin) = tokio::join!(y, x, twin);
        (x, y, twin)
    };
    format!("{x} {y} {twin}")
}

/// B47: the order of asks does not decide whose answer is whose.
#[test]
fn answers_follow_questions_and_not_positions() {
    let served = Served::start(Server::new("s", "1").tool(shuffled));
    let call = Call::new("shuffled");
    let one = served.call(&call);
    assert_eq!(keys(&one).len(), 3);
    let mut answers = json!({});
    for (key, request) in one["result"]["inputRequests"].as_object().unwrap() {
        let message = request["params"]["message"].as_str().unwrap();
        answers[key] = text(&message.replace('?', ""));
    }
    assert_eq!(done(&served.call(&call.retry(&one, answers))), "X Y X");
}

/// Asks a question that depends on something that changes between rounds.
#[tool]
async fn skewed(cx: &Context) -> String {
    static STOCK: AtomicUsize = AtomicUsize::new(1);
    if STOCK.swap(0, Ordering::Relaxed) > 0 {
        let _ = cx.confirm("Ship it?").await;
    }
    match cx.confirm("Delete the account?").await {
        Some(_) => "deleted".into(),
        None => "kept".into(),
    }
}

/// B47: a yes to one question is never a yes to another.
#[test]
fn a_question_that_took_the_place_of_another_is_asked() {
    let served = Served::start(Server::new("s", "1").tool(skewed));
    let call = Call::new("skewed");
    let one = served.call(&call);
    assert_eq!(question(&one, "elicitation_1")["message"], "Ship it?");
    let yes = json!({"elicitation_1": accept(json!({"confirm": true}))});
    let two = served.call(&call.retry(&one, yes));
    assert_eq!(question(&two, keys(&two)[0])["message"], "Delete the account?");
}

/// Changes the wording of a settled question.
#[tool]
async fn reworded(cx: &Context) -> String {
    static RUN: AtomicUsize = AtomicUsize::new(0);
    let amount = if RUN.fetch_add(1, Ordering::Relaxed) < 2 { 10 } else { 1000 };
    let pay = cx.confirm(format!("Pay {amount}?")).key("pay").await;
    let to = cx.ask::<Text>("To whom?").key("to").await;
    format!("{} {}", pay.is_some(), said(to))
}

/// A settled answer whose question changed is dropped, alone, and asked again.
#[test]
fn a_settled_answer_counts_only_for_the_question_it_was_given_to() {
    let served = Served::start(Server::new("s", "1").tool(reworded));
    let call = Call::new("reworded");
    let one = served.call(&call);
    let yes = json!({"pay": accept(json!({"confirm": true}))});
    let two = served.call(&call.retry(&one, yes.clone()));
    assert_eq!(keys(&two), ["to"]);
    let three = served.call(&call.retry(&two, json!({"to": text("Eve")})));
    assert_eq!(question(&three, "pay")["message"], "Pay 1000?");
    let four = served.call(&call.retry(&three, yes));
    assert_eq!(done(&four), "true Eve");
}

/// Uses a key twice, and hides it behind a time-out and a default.
#[tool]
async fn twice(cx: &Context) -> String {
    let first = cx.ask::<Text>("One?").key("k");
    let second = cx.ask::<Text>("Two?").key("k");
    let both = async { tokio::join!(first, second) };
    match tokio::time::timeout(Duration::ZERO, both).await {
        Ok(_) => "both".into(),
        Err(_) => "swallowed".into(),
    }
}

/// Takes a label of the framework's as its key.
#[tool]
async fn reserved(cx: &Context) -> String {
    said(cx.ask::<Text>("One?").key("elicitation_1").await)
}

/// A fault fails the call whatever the handler makes of it, and names the key.
#[test]
fn a_key_that_is_used_twice_or_reserved_fails_the_call() {
    let served = Served::start(Server::new("s", "1").tool(twice).tool(reserved));
    for (tool, named) in [("twice", "`k`"), ("reserved", "`elicitation_1`")] {
        let reply = served.post(&Call::new(tool).json()).send();
        assert_eq!(reply.code(), -32603);
        assert!(reply.body.contains(named), "{}", reply.body);
    }
}

static WIPED: AtomicUsize = AtomicUsize::new(0);

/// Tries to swallow the pause.
#[tool]
async fn careless(cx: &Context) -> Result<String, String> {
    let sure = async { cx.confirm("Wipe?").key("wipe").await.ok_or("no") };
    let outcome = match sure.await {
        Ok(_) => "yes",
        Err(_) => return Ok("kept".into()),
    };
    WIPED.fetch_add(1, Ordering::Relaxed);
    Ok(outcome.into())
}

/// B50: nothing in the handler sees the pause, so nothing can take it for an answer.
#[test]
fn a_pause_cannot_be_swallowed() {
    let served = Served::start(Server::new("s", "1").tool(careless));
    let asked = served.call(&Call::new("careless"));
    assert_eq!(keys(&asked), ["wipe"]);
    let no = json!({"wipe": accept(json!({"confirm": false}))});
    assert_eq!(done(&served.call(&Call::new("careless").retry(&asked, no))), "kept");
    assert_eq!(WIPED.load(Ordering::Relaxed), 0);
}

/// Panics before it asks, after it has asked, or as it is dropped.
#[tool]
async fn panicky(cx: &Context, when: String) -> String {
    struct Bomb(bool);
    impl Drop for Bomb {
        fn drop(&mut self) {
            assert!(!self.0, "dropped");
        }
    }
    assert!(when != "before", "secret text");
    let bomb = Bomb(when == "drop");
    let answer = said(cx.ask::<Text>("Go on?").key("go").await);
    assert!(when != "after", "secret text");
    drop(bomb);
    answer
}

/// Panics on the blocking pool.
#[tool]
fn panicky_blocking() -> String {
    panic!("secret text")
}

/// B109: a panic is -32603 for that request, without its text, and the next request is served.
#[test]
fn a_panicking_handler_harms_nothing_else() {
    let served = Served::start(Server::new("s", "1").tool(panicky).tool(panicky_blocking));
    let call = |when: &str| Call::new("panicky").arguments(json!({"when": when}));
    let failed = |call: &Call| {
        let reply = served.post(&call.json()).send();
        assert_eq!((reply.status, reply.code()), (200, -32603));
        assert!(!reply.body.contains("secret"), "{}", reply.body);
    };
    failed(&call("before"));
    failed(&call("drop"));
    failed(&Call::new("panicky_blocking"));
    let asked = served.call(&call("after"));
    failed(&call("after").retry(&asked, json!({"go": text("x")})));
    let asked = served.call(&call("never"));
    let fine = served.call(&call("never").retry(&asked, json!({"go": text("x")})));
    assert_eq!(done(&fine), "x");
}

/// Never asks the same thing twice.
#[tool]
async fn restless(cx: &Context) -> String {
    static RUN: AtomicUsize = AtomicUsize::new(0);
    let now = RUN.fetch_add(1, Ordering::Relaxed);
    said(cx.ask::<Text>(format!("It is {now}. Well?")).key("well").await)
}

/// A question that can never be answered ends after the limit, 8 rounds if not set.
#[test]
fn rounds_without_a_usable_answer_are_counted_and_end_the_call() {
    for (server, limit) in [
        (Server::new("s", "1").tool(restless), 8),
        (Server::new("s", "1").tool(restless).fruitless_limit(2), 2),
    ] {
        let served = Served::start(server);
        let call = Call::new("restless");
        let mut answer = served.call(&call);
        let mut rounds = 0;
        while answer["result"]["resultType"] == "input_required" {
            rounds += 1;
            assert!(rounds <= limit, "still asking after {rounds} rounds");
            answer = served.call(&call.retry(&answer, json!({"well": text("yes")})));
        }
        assert_eq!(rounds, limit);
        assert_eq!(answer["result"]["isError"], true);
        assert!(done(&answer).contains("`well`"), "{answer}");
    }
}

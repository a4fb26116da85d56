//! The returned style: a handler that returns what it asks, on both eras.

use std::time::{Duration, Instant};

use askback::{
    Capability, InputRequired, Reply, Revision, Sample,
    prelude::*,
    testing::{Client, Response},
};
use askback_tests::{
    Call, Piped, Served, accept, check_handshake,
    handshake::{forms, plain_call, respond},
};
use serde_json::{Value, json};

/// A text.
#[ask]
struct Text {
    text: String,
}

/// A yes that is no confirmation: it has the same field.
#[ask]
struct Subscribe {
    confirm: bool,
}

/// Asks for a name and then for a title, and carries the name itself.
#[tool]
async fn title(cx: &Context) -> Reply<String> {
    let Some(name) = cx.carried::<String>() else {
        return match cx.answers().elicit::<Text>("name") {
            None => InputRequired::new().elicit::<Text>("name", "Name?").into(),
            Some(Answer::Accepted(Text { text })) => {
                let question = format!("Title of {text}?");
                InputRequired::new().elicit::<Text>("title", question).carry(&text).into()
            }
            Some(_) => Reply::Done("Nobody.".into()),
        };
    };
    match cx.answers().elicit::<Text>("title") {
        None => InputRequired::new().elicit::<Text>("title", format!("Title of {name}?")).into(),
        Some(answer) => {
            let title = answer.accepted().map_or("-".into(), |title| title.text);
            Reply::Done(format!("{title} {name}"))
        }
    }
}

/// Asks three kinds at once.
#[tool]
async fn kinds(cx: &Context) -> Reply<String> {
    let answers = cx.answers();
    let (Some(sure), Some(said), Some(roots)) =
        (answers.confirm("sure"), answers.sample("said"), answers.roots("roots"))
    else {
        return InputRequired::new()
            .confirm("sure", "Sure?")
            .sample("said", &Sample::new("Hi"))
            .roots("roots")
            .into();
    };
    Reply::Done(format!("{} {} {}", sure.is_accepted(), said.text(), roots.len()))
}

/// Asks for a subscription, and takes it for a yes.
#[tool]
async fn confused(cx: &Context) -> Reply<&'static str> {
    match cx.answers().confirm("sure") {
        Some(Answer::Accepted(_)) => Reply::Done("deleted"),
        _ if cx.answers().elicit::<Subscribe>("sure").is_some() => Reply::Done("subscribed"),
        _ => InputRequired::new().elicit::<Subscribe>("sure", "Subscribe?").into(),
    }
}

/// Never has enough.
#[tool]
async fn endless(cx: &Context) -> Reply<String> {
    let round = cx.carried::<u32>().unwrap_or(0) + 1;
    InputRequired::new().elicit::<Text>("more", format!("More, {round}?")).carry(&round).into()
}

/// Counts its rounds, and asks nothing.
#[tool]
async fn polled(cx: &Context) -> Reply<String> {
    match cx.carried::<u32>().unwrap_or(0) {
        2 => Reply::Done("ready".into()),
        round => InputRequired::new().carry(&(round + 1)).into(),
    }
}

/// Says what failed.
#[tool]
async fn lenient(cx: &Context, again: bool) -> Reply<String> {
    if let Some(why) = cx.answers().failed("a")
        && !again
    {
        let b = cx.answers().elicit::<Text>("b").is_some();
        return Reply::Done(format!("a failed: {why}; b: {b}"));
    }
    InputRequired::new().elicit::<Text>("a", "A?").elicit::<Text>("b", "B?").into()
}

/// Asks inside, and then by return.
#[tool]
async fn mixed(cx: &Context) -> Reply<String> {
    let first = cx.ask::<Text>("First?").key("first").await;
    let Some(second) = cx.answers().elicit::<Text>("second") else {
        return InputRequired::new().elicit::<Text>("second", "Second?").into();
    };
    let text = |answer: Answer<Text>| answer.accepted().map_or("-".into(), |text| text.text);
    Reply::Done(format!("{} {}", text(first), text(second)))
}

/// Asks twice under one key.
#[tool]
async fn twice() -> Reply<()> {
    InputRequired::new().elicit::<Text>("a", "A?").elicit::<Text>("a", "A?").into()
}

fn server() -> Server {
    Server::new("s", "1")
        .tool(title)
        .tool(kinds)
        .tool(confused)
        .tool(endless)
        .tool(polled)
        .tool(lenient)
        .tool(mixed)
        .tool(twice)
}

const ERAS: [Revision; 3] = [Revision::V2025_06_18, Revision::V2025_11_25, Revision::V2026_07_28];
const NEWEST: &str = "2025-11-25";

fn text(text: &str) -> Value {
    json!({"text": text})
}

fn said(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

/// B59: the same handler, the same script, the same end.
#[tokio::test]
async fn a_returned_question_is_asked_on_every_era() {
    for revision in ERAS {
        let client = Client::new(server()).revision(revision);
        let client = client.answer("name", text("Ada")).answer("title", text("Countess"));
        let reply = client.call("title", ()).await;
        assert_eq!(reply.text(), "Countess Ada", "{revision}");
        assert_eq!(reply.asked(), ["name", "title"]);
        let reply =
            Client::new(server()).revision(revision).decline("name").call("title", ()).await;
        assert_eq!((reply.text(), reply.is_error()), ("Nobody.", false));
    }
}

/// Answers and inline asks of a mixed handler share the ledger.
#[tokio::test]
async fn both_styles_may_be_mixed() {
    for revision in ERAS {
        let client = Client::new(server()).revision(revision);
        let client = client.answer("first", text("a")).answer("second", text("b"));
        let reply = client.call("mixed", ()).await;
        assert_eq!(reply.text(), "a b", "{revision}");
        assert_eq!(reply.asked(), ["first", "second"], "nothing is asked twice");
    }
}

#[tokio::test]
async fn several_kinds_are_returned_at_once() {
    for revision in ERAS {
        let client = Client::new(server())
            .revision(revision)
            .capabilities([Capability::Form, Capability::Sampling, Capability::Roots])
            .confirm("sure")
            .answer_with("said", |_| Response::sampled("Hello."))
            .answer_with("roots", |_| Response::roots(["file:///a"]));
        let reply = client.call("kinds", ()).await;
        assert_eq!(reply.text(), "true Hello. 1", "{revision}");
        assert_eq!(reply.rounds().len(), 2);
    }
}

/// M-MRTR-13 and design.md part 2: without a state that proves its question, an answer is none.
#[test]
fn an_answer_counts_only_behind_its_question() {
    let served = Served::start(server());
    let call = Call::new("title");
    let early = json!({"name": accept(text("Eve")), "title": accept(text("Queen"))});
    let asked = served.call(&call.clone().with("inputResponses", early.clone()));
    assert_eq!(asked["result"]["inputRequests"].as_object().unwrap().len(), 1);
    // The answer to the second question, sent with the first, is not kept for later.
    let second = served.call(&call.retry(&asked, early));
    assert_eq!(second["result"]["inputRequests"]["title"]["params"]["message"], "Title of Eve?");
    let missing = served.call(&call.retry(&second, json!({})));
    assert_eq!(missing["result"]["inputRequests"], second["result"]["inputRequests"]);
    let malformed = served.call(&call.retry(&second, json!({"title": accept(json!({"text": 7}))})));
    assert_eq!(malformed["result"]["inputRequests"], second["result"]["inputRequests"]);
    let done = served.call(&call.retry(&malformed, json!({"title": accept(text("Dr"))})));
    assert_eq!(said(&done), "Dr Eve");
}

/// B36, B61: a yes to another question is no confirmation, whatever its fields are called.
#[tokio::test]
async fn a_form_with_the_same_field_is_no_confirmation() {
    for revision in ERAS {
        let client = Client::new(server()).revision(revision);
        let reply = client.answer("sure", json!({"confirm": true})).call("confused", ()).await;
        assert_eq!(reply.text(), "subscribed", "{revision}");
    }
}

/// B58: bounded on handshake by rounds; on modern the client decides, as long as it answers.
#[tokio::test]
async fn a_handler_that_never_has_enough_is_stopped() {
    let endless = || Client::new(server().input_required_limits(3, Duration::from_secs(600)));
    let client = endless().revision(Revision::V2025_11_25).answer("more", text("x"));
    let reply = client.call("endless", ()).await;
    assert!(reply.is_error() && reply.text().contains("after 3 rounds"), "{}", reply.text());
    assert_eq!(reply.asked().len(), 3);
    let silent = endless().answer_with("more", |_| Response::Silence);
    let reply = silent.call("endless", ()).await;
    assert!(reply.is_error() && reply.text().contains("`more`"), "{}", reply.text());
}

/// M-MRTR-4, dispatch.md 5.15: a round without a question needs nothing of the client.
#[tokio::test]
async fn a_round_may_have_no_question() {
    let served = Served::start(server());
    let call = Call::new("polled").capabilities(json!({}));
    let first = served.call(&call);
    assert_eq!(first["result"]["resultType"], "input_required");
    assert!(first["result"]["requestState"].is_string());
    let second =
        served.call(&call.clone().with("requestState", first["result"]["requestState"].clone()));
    let third =
        served.call(&call.clone().with("requestState", second["result"]["requestState"].clone()));
    assert_eq!(said(&third), "ready");

    assert_eq!(Client::new(server()).call("polled", ()).await.rounds().len(), 3);

    let start = Instant::now();
    let old = Client::new(server()).revision(Revision::V2024_11_05).capabilities([]);
    assert_eq!(old.call("polled", ()).await.text(), "ready");
    assert!(start.elapsed() >= Duration::from_millis(500), "it is not left alone");
}

/// design.md part 2, failed legs: told once, with the other answers; asking again ends the call.
#[test]
fn a_failed_question_is_told_to_its_handler_once() {
    let mut piped = Piped::start(server());
    piped.open(NEWEST, forms(NEWEST));
    for again in [false, true] {
        piped.send(&plain_call(1, "lenient", json!({"again": again})));
        let (a, b) = (piped.asked(NEWEST), piped.asked(NEWEST));
        let error = json!({"code": -1, "message": "no"});
        piped.send(&json!({"jsonrpc": "2.0", "id": a["id"], "error": error}));
        let end = piped.answer(&respond(&b, accept(text("b"))));
        check_handshake(NEWEST, "tools/call", &end);
        if again {
            assert_eq!(end["result"]["isError"], true);
            assert!(said(&end).starts_with("not done: `a` was not answered"), "{end}");
        } else {
            assert_eq!(said(&end), "a failed: the client answered with the error -1: no; b: true");
        }
    }
    assert!(piped.close().is_empty());
}

#[test]
fn an_answer_that_takes_too_long_is_a_failed_one() {
    let mut piped = Piped::start(server().input_required_limits(8, Duration::from_millis(80)));
    piped.open(NEWEST, forms(NEWEST));
    piped.send(&plain_call(1, "lenient", json!({"again": false})));
    let (_, b) = (piped.asked(NEWEST), piped.asked(NEWEST));
    piped.send(&respond(&b, accept(text("b"))));
    assert_eq!(piped.asked(NEWEST)["method"], "notifications/cancelled");
    let end = piped.receive();
    assert_eq!(said(&end), "a failed: there was no answer within 0.08 s; b: true");
}

#[tokio::test]
async fn the_shim_can_be_switched_off() {
    let off = || Client::new(server().without_input_required_shim()).answer("name", text("Ada"));
    let old = off().revision(Revision::V2025_11_25).call("title", ()).await;
    assert!(old.is_error() && old.text().contains("has to ask first"), "{}", old.text());
    assert_eq!(off().decline("title").call("title", ()).await.text(), "- Ada");
}

/// L-SRQ-1: all kinds of a round are checked before anything goes out.
#[test]
fn nothing_goes_out_where_one_of_the_kinds_cannot_be_asked() {
    let mut piped = Piped::start(server());
    piped.open(NEWEST, json!({"elicitation": {}, "roots": {}}));
    let refused = piped.answer(&plain_call(1, "kinds", json!({})));
    assert_eq!(refused["result"]["isError"], true);
    assert!(said(&refused).contains("needs sampling"), "{refused}");
    let served = Served::start(server());
    let reply = served.post(&Call::new("kinds").json()).send();
    assert_eq!(reply.code(), -32021);
    let missing = &reply.json()["error"]["data"]["requiredCapabilities"];
    assert_eq!(*missing, json!({"sampling": {}, "roots": {}}));
}

#[tokio::test]
async fn one_key_twice_is_a_fault() {
    for revision in ERAS {
        let reply = Client::new(server()).revision(revision).call("twice", ()).await;
        assert_eq!(reply.error_code(), Some(-32603), "{revision}");
    }
}

/// Counts to twenty, a round for each number.
#[tool]
async fn count(cx: &Context) -> Reply<String> {
    match cx.carried::<u32>().unwrap_or_default() {
        20 => Reply::Done("20".into()),
        number => InputRequired::new().carry(&(number + 1)).into(),
    }
}

/// F11: rounds with state alone are bounded by time, not by their number, on every revision.
#[test]
fn f11_twenty_rounds_of_state_alone_complete() {
    for revision in ["2025-11-25", "2024-11-05"] {
        let mut piped = Piped::start(Server::new("s", "1").tool(count));
        piped.open(revision, json!({}));
        let answer = piped.answer(&plain_call(1, "count", json!({})));
        assert_eq!(answer["result"]["content"][0]["text"], "20", "{answer}");
    }
    let limits = |time| Server::new("s", "1").tool(count).input_required_limits(1, time);
    let mut piped = Piped::start(limits(Duration::from_millis(600)));
    piped.open("2025-11-25", json!({}));
    let answer = piped.answer(&plain_call(1, "count", json!({})));
    let text = "not done: it still asks nothing after 0.6 s";
    assert_eq!(answer["result"]["content"][0]["text"], text, "{answer}");
}

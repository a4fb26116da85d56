//! The test kit, tested: what it shows a test, and what its replay check refuses.

use std::sync::atomic::{AtomicUsize, Ordering};

use askback::{
    Capability, Principal, Revision, Sample,
    prelude::*,
    testing::{self, Client, Response, replay_check},
};
use serde_json::json;

#[ask]
struct Text {
    text: String,
}

fn text(text: &str) -> Text {
    Text { text: text.to_owned() }
}

fn said(answer: Answer<Text>) -> String {
    answer.accepted().map_or_else(|| "-".to_owned(), |content| content.text)
}

/// Asks two things at once, and a third one about the first.
#[tool]
async fn three(cx: &Context) -> String {
    let chain = async {
        let first = said(cx.ask::<Text>("First?").key("first").await);
        let more = cx.ask::<Text>(format!("More of {first}?")).key("more").await;
        first + &said(more)
    };
    let (chain, second) = tokio::join!(chain, cx.ask::<Text>("Second?").key("second"));
    format!("{chain} {}", said(second))
}

/// Says who calls.
#[tool]
async fn whoami(cx: &Context) -> String {
    cx.principal().and_then(Principal::subject).unwrap_or("nobody").to_owned()
}

fn client() -> Client {
    Client::new(Server::new("kit", "1").tool(three).tool(whoami))
}

#[tokio::test]
async fn answers_are_found_by_key_and_every_round_is_shown() {
    let client =
        client().answer("first", text("a")).decline("second").answer_with("more", |question| {
            assert_eq!(question.message, "More of a?");
            assert_eq!(question.requested_schema["required"], json!(["text"]));
            Response::accept(text("b"))
        });
    let reply = client.call("three", ()).await;
    assert_eq!(reply.text(), "ab -");
    // In the order in which they were created: an ask is, as soon as it is written down.
    assert_eq!(reply.asked(), ["second", "first", "more"]);
    assert_eq!(reply.rounds().len(), 3);
    assert_eq!(reply.rounds()[0].sent["params"]["arguments"], json!({}));
    assert!(!reply.is_error());
    // Every call of a client starts afresh.
    assert_eq!(client.call("three", json!({})).await.rounds().len(), 3);
}

#[tokio::test]
async fn several_answers_to_a_key_are_given_in_turn() {
    let client = client()
        .answer_with("first", |_| Response::Silence)
        .answer_with("first", |_| Response::Raw(json!({"action": "accept", "content": 7})))
        .answer("first", text("at last"))
        .cancel("second")
        .cancel("more");
    let reply = client.call("three", ()).await;
    assert_eq!(reply.text(), "at last- -");
    assert_eq!(reply.asked(), ["second", "first", "first", "first", "more"]);
}

#[tokio::test]
async fn principal_capabilities_and_clock_are_the_tests() {
    let ada = Principal::new().with_subject("ada");
    assert_eq!(client().call("whoami", ()).await.text(), "nobody");
    assert_eq!(client().principal(ada).call("whoami", ()).await.text(), "ada");
    let url_only = client().capabilities([Capability::Url]);
    assert_eq!(url_only.call("three", ()).await.error_code(), Some(-32021));
    let client = client();
    let clock = client.clock();
    let late = client.answer("second", text("b")).answer_with("first", move |_| {
        clock.advance(std::time::Duration::from_secs(600));
        Response::accept(text("a"))
    });
    assert_eq!(late.call("three", ()).await.error_code(), Some(-32602));
}

#[tokio::test]
#[should_panic(
    expected = "the tool asks `second` (\"Second?\"): script it with `.answer(\"second\", …)`"
)]
async fn a_question_without_an_answer_fails_the_test_and_says_what_to_write() {
    let _ = client().answer("first", text("a")).call("three", ()).await;
}

#[test]
#[should_panic(expected = "the server cannot be built: the tool `whoami` is there twice")]
fn a_server_that_cannot_be_built_fails_the_test() {
    let _ = Client::new(Server::new("kit", "1").tool(whoami).tool(whoami));
}

#[tokio::test]
async fn a_handler_that_can_be_entered_again_passes_the_check() {
    let client =
        client().answer("first", text("a")).answer("second", text("b")).answer("more", text("c"));
    assert_eq!(replay_check(&client, "three", ()).await.text(), "ac b");
}

/// Books before it asks.
#[tool]
async fn eager(cx: &Context) -> String {
    testing::effect("booked a table");
    said(cx.ask::<Text>("For whom?").key("who").await)
}

#[tokio::test]
#[should_panic(expected = "`eager` did \"booked a table\" in round 1, before it had its answer")]
async fn an_effect_before_an_ask_fails_the_check() {
    let client = Client::new(Server::new("kit", "1").tool(eager)).answer("who", text("Ada"));
    let _ = replay_check(&client, "eager", ()).await;
}

/// Gives a question up.
#[tool]
async fn impatient(cx: &Context) -> String {
    let waits = async {
        tokio::task::yield_now().await;
        "nothing".to_owned()
    };
    tokio::select! {
        answer = cx.ask::<Text>("Quick?").key("quick") => said(answer),
        nothing = waits => nothing,
    }
}

#[tokio::test]
#[should_panic(expected = "`impatient` gave up the question \"Quick?\" in round 1")]
async fn an_ask_that_loses_a_race_fails_the_check() {
    let client = Client::new(Server::new("kit", "1").tool(impatient)).answer("quick", text("x"));
    let _ = replay_check(&client, "impatient", ()).await;
}

/// Asks something only once.
#[tool]
async fn forgetful(cx: &Context) -> String {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    if RUNS.fetch_add(1, Ordering::Relaxed) == 0 {
        let _ = cx.ask::<Text>("Only now?").key("now").await;
    }
    "done".into()
}

#[tokio::test]
#[should_panic(expected = "`forgetful` asked [\"Only now?\"], and its last run met []")]
async fn a_question_that_is_gone_in_the_last_run_fails_the_check() {
    let client = Client::new(Server::new("kit", "1").tool(forgetful)).answer("now", text("x"));
    let _ = replay_check(&client, "forgetful", ()).await;
}

/// Asks the model and the roots.
#[tool]
async fn kinds(cx: &Context) -> String {
    let said = cx.sample(&Sample::new("Capital of France?")).key("said").await;
    format!("{} {}", said.text(), cx.roots().key("roots").await.len())
}

/// L-SRQ-2: the same script drives every revision, and an old one runs the handler once.
#[tokio::test]
async fn every_revision_is_driven_by_the_same_script() {
    let revisions = [Revision::V2025_06_18, Revision::V2025_11_25, Revision::V2026_07_28];
    for revision in revisions {
        let client = client().revision(revision).answer("first", text("a")).decline("second");
        let client = client.answer_with("more", |question| {
            assert_eq!(question.message, "More of a?");
            Response::accept(text("b"))
        });
        let reply = client.call("three", ()).await;
        assert_eq!((reply.text(), reply.is_error()), ("ab -", false), "{revision}");
        assert_eq!(reply.asked(), ["second", "first", "more"]);
        assert_eq!(reply.rounds().len(), 3);
    }
}

/// M-MRTR-9: a state lives up to its time to live, to the second.
#[tokio::test]
async fn an_answer_counts_until_its_state_expires() {
    for (seconds, right) in
        [(0, true), (599, true), (600, false), (601, false), (10_000_000, false)]
    {
        let client = client().answer("second", text("x"));
        let clock = client.clock();
        let client = client.decline("more").answer_with("first", move |_| {
            clock.advance(std::time::Duration::from_secs(seconds));
            Response::accept(text("a"))
        });
        let reply = client.call("three", ()).await;
        assert_eq!(reply.error_code(), (!right).then_some(-32602), "after {seconds} s");
    }
}

#[tokio::test]
async fn what_an_old_client_does_not_have_is_refused() {
    for (revision, reason) in
        [(Revision::V2024_11_05, "2024-11-05"), (Revision::V2025_03_26, "2025-03-26")]
    {
        let reply = client().revision(revision).call("three", ()).await;
        assert!(reply.is_error() && reply.text().contains(reason), "{}", reply.text());
    }
    let silent = client().revision(Revision::V2025_11_25).decline("second");
    let reply = silent.answer_with("first", |_| Response::Silence).call("three", ()).await;
    assert!(reply.text().contains("`first` was not answered"), "{}", reply.text());
    let none = client().revision(Revision::V2025_11_25).capabilities([]);
    assert!(none.call("three", ()).await.text().contains("did not declare"));
}

#[tokio::test]
async fn other_kinds_are_answered_as_well() {
    for revision in [Revision::V2024_11_05, Revision::V2026_07_28] {
        let client = Client::new(Server::new("kit", "1").tool(kinds))
            .revision(revision)
            .capabilities([Capability::Sampling, Capability::Roots])
            .answer_with("said", |question| {
                assert_eq!(question.params["maxTokens"], 1024);
                Response::sampled("Paris")
            })
            .answer_with("roots", |_| Response::roots(["file:///a", "file:///b"]));
        let reply = replay_check(&client, "kinds", ()).await;
        assert_eq!(reply.text(), "Paris 2", "{revision}");
    }
}

/// B54: a result that has `_meta` is still one that asks.
#[tokio::test]
async fn b54_a_result_with_meta_keeps_its_questions() {
    let client = client().answer("first", text("a")).decline("second").decline("more");
    let reply = client.call("three", ()).await;
    let first = &reply.rounds()[0];
    let result = &first.received["result"];
    assert!(result["_meta"].is_object() && result["resultType"] == "input_required", "{result}");
    assert_eq!(first.questions().len(), 2);
    assert!(reply.rounds()[0].received["result"]["requestState"].is_string());
}

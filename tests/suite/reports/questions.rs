//! Asking and being called again.

use std::sync::atomic::{AtomicBool, Ordering};

use askback::{prelude::*, testing::Client};
use askback_tests::{
    Call, Piped, Served, accept, check,
    handshake::{forms, plain_call},
    question,
};
use serde_json::json;

use super::{ERAS, asks, delete_a, served, server, text, yes};

#[test]
fn b34_one_of_two_answers_is_kept_and_the_other_is_asked_for() {
    let served = served();
    let asked = served.call(&Call::new("pair"));
    asks(&asked, &["a", "b"]);
    let a = json!({"a": accept(json!({"confirm": true}))});
    let rest = served.call(&Call::new("pair").retry(&asked, a));
    asks(&rest, &["b"]);
    let b = json!({"b": accept(json!({"confirm": false}))});
    assert_eq!(text(&served.call(&Call::new("pair").retry(&rest, b))), "true false");
}

#[test]
fn b36_an_answer_that_was_never_asked_for_is_no_consent() {
    let served = served();
    let asked = served.call(&delete_a().with("inputResponses", yes()));
    asks(&asked, &["confirm"]);
    assert_eq!(text(&served.call(&delete_a().retry(&asked, yes()))), "deleted /tmp/a");
}

/// A branch that changes between two rounds.
static IN_STOCK: AtomicBool = AtomicBool::new(true);

/// Ships or deletes.
#[tool]
async fn branchy(cx: &Context) -> String {
    let shipped = IN_STOCK.load(Ordering::SeqCst) && cx.confirm("Ship?").await.is_some();
    let deleted = cx.confirm("Delete account?").await.is_some();
    format!("{shipped} {deleted}")
}

#[test]
fn b47_a_yes_to_one_question_is_none_to_another() {
    let served = Served::start(Server::new("s", "1").tool(branchy));
    let asked = served.call(&Call::new("branchy"));
    assert_eq!(question(&asked, "elicitation_1")["message"], "Ship?");
    IN_STOCK.store(false, Ordering::SeqCst);
    let yes = json!({"elicitation_1": accept(json!({"confirm": true}))});
    let again = served.call(&Call::new("branchy").retry(&asked, yes));
    let requests = again["result"]["inputRequests"].as_object().unwrap();
    let messages: Vec<&serde_json::Value> =
        requests.values().map(|request| &request["params"]["message"]).collect();
    assert_eq!(messages, ["Delete account?"]);
}

#[tokio::test]
async fn b50_a_pause_cannot_be_caught() {
    /// Catches whatever there is to catch.
    #[tool]
    async fn careless(cx: &Context) -> Result<String, String> {
        let asked = std::panic::AssertUnwindSafe(cx.confirm("Wipe?").key("wipe"));
        let sure = tokio::time::timeout(std::time::Duration::from_secs(5), asked.0).await;
        // Neither a default nor a catch-all is ever reached by a pause.
        if sure.unwrap_or_default().is_some() { Ok("wiped".into()) } else { Err("kept".into()) }
    }
    let served = Served::start(Server::new("s", "1").tool(careless));
    asks(&served.call(&Call::new("careless")), &["wipe"]);
    for revision in ERAS {
        let client = Client::new(Server::new("s", "1").tool(careless)).revision(revision);
        assert_eq!(client.decline("wipe").call("careless", ()).await.text(), "kept", "{revision}");
    }
}

/// B53 by type: `InputRequired::new()` alone cannot be returned, see
/// `tests/ui/handler/empty_input_required.rs`. What can be returned has one of the two.
#[test]
fn b53_a_pause_has_a_question_or_a_state() {
    /// Carries and asks nothing.
    #[tool]
    async fn quiet(cx: &Context) -> Reply<&'static str> {
        if cx.carried::<bool>().is_some() {
            return Reply::Done("done");
        }
        InputRequired::new().carry(&true).into()
    }
    let served = Served::start(Server::new("s", "1").tool(quiet));
    let asked = served.call(&Call::new("quiet"));
    let result = &asked["result"];
    assert_eq!((result.get("inputRequests"), result["requestState"].is_string()), (None, true));
}

#[test]
fn b56_a_form_is_shown_to_those_who_can_show_one() {
    let served = served();
    for (elicitation, right) in [
        (json!({}), true),
        (json!({"form": {}}), true),
        (json!({"form": {}, "url": {}}), true),
        (json!({"url": {}}), false),
    ] {
        let call = delete_a().capabilities(json!({"elicitation": elicitation}));
        let reply = served.post(&call.json()).send().json();
        assert_eq!(reply.get("result").is_some(), right, "{elicitation}");
    }
    for wrong in [json!(true), json!(null), json!([])] {
        let call = delete_a().capabilities(json!({"elicitation": wrong}));
        assert_eq!(served.post(&call.json()).send().code(), -32602, "{wrong}");
    }
}

#[test]
fn b57_a_missing_capability_is_named_exactly() {
    let call = delete_a().capabilities(json!({}));
    let reply = served().post(&call.json()).send();
    assert_eq!(reply.status, 400);
    let over_stdio = Piped::start(server()).answer(&call.json());
    for answer in [reply.json(), over_stdio] {
        check("tools/call", &answer);
        assert_eq!(answer["error"]["code"], -32021);
        let missing = &answer["error"]["data"]["requiredCapabilities"];
        assert_eq!(*missing, json!({"elicitation": {"form": {}}}));
    }
}

#[test]
fn b61_what_cannot_be_confirmed_is_not_done() {
    assert_eq!(served().post(&delete_a().capabilities(json!({})).json()).send().code(), -32021);
    let mut piped = Piped::start(server());
    piped.open("2025-11-25", json!({}));
    let refused = piped.answer(&plain_call(1, "delete", json!({"path": "/"})));
    assert_eq!(refused["result"]["isError"], true);
    assert!(!text(&refused).contains("deleted"));
    let options = askback::HttpOptions::new().without_sessions();
    let served = Served::start(server().http_options(options));
    let call = plain_call(1, "delete", json!({"path": "/"}));
    let request = askback_tests::handshake::post(&served, &call);
    let refused = request.header("MCP-Protocol-Version", "2025-11-25").send().json();
    assert_eq!(refused["result"]["isError"], true);
    assert!(!text(&refused).contains("deleted"));
}

#[test]
fn b109_a_panic_is_an_error_without_its_text_and_nothing_else() {
    /// Panics before it asks.
    #[tool]
    async fn before() -> String {
        panic!("secret one")
    }
    /// Panics after its answer.
    #[tool]
    async fn after(cx: &Context) -> String {
        let sure = cx.confirm("Sure?").key("confirm").await.is_some();
        panic!("secret two {sure}")
    }
    /// Panics in a task that it waits for.
    #[tool]
    async fn inside() -> String {
        tokio::spawn(async { panic!("secret three") }).await.unwrap()
    }
    let server = || server().tool(before).tool(after).tool(inside);
    let served = Served::start(server());
    let asked = served.call(&Call::new("after"));
    let mut piped = Piped::start(server());
    piped.open("2025-11-25", forms("2025-11-25"));
    for call in [Call::new("before"), Call::new("after").retry(&asked, yes()), Call::new("inside")]
    {
        let answer = served.call(&call);
        assert_eq!(answer["error"]["code"], -32603, "{answer}");
        assert!(!answer.to_string().contains("secret"), "{answer}");
        asks(&served.call(&delete_a()), &["confirm"]);
    }
    let answer = piped.answer(&plain_call(1, "before", json!({})));
    assert_eq!(
        (&answer["error"]["code"], answer.to_string().contains("secret")),
        (&json!(-32603), false)
    );
}

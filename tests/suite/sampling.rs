//! Sampling with tools: the conversation goes on until the model has said what it has to say.

use std::sync::atomic::{AtomicUsize, Ordering};

use askback::{Sample, SampleTool, ToolChoice, ToolUse, prelude::*};
use askback_tests::{
    Call, Piped, Served, check, check_handshake,
    handshake::{plain_call, respond},
};
use serde_json::{Value, json};

/// A pair of currencies.
#[ask]
struct Pair {
    from: String,
    to: String,
}

static RATES: AtomicUsize = AtomicUsize::new(0);

async fn rate(used: ToolUse) -> Result<String, String> {
    let pair = used.input::<Pair>();
    // The other test, which runs beside this one, asks for others.
    if pair.as_ref().map_or(true, |pair| pair.from == "EUR") {
        RATES.fetch_add(1, Ordering::SeqCst);
    }
    let Pair { from, to } = pair?;
    if from == to { Err("the same twice".into()) } else { Ok("0.94".into()) }
}

/// Converts money, and asks where to put it.
#[tool]
async fn convert(cx: &Context) -> String {
    let rates = SampleTool::new("fx_rate", "Exchange rate").input::<Pair>();
    let sample = Sample::new("Convert 10 EUR to CHF.").tool(rates).tool_choice(ToolChoice::Auto);
    let said = cx.sample_with_tools("llm", sample, rate).await;
    format!("{} ({})", said.text(), said.tool_uses().len())
}

fn used(id: &str, input: Value) -> Value {
    json!({"type": "tool_use", "id": id, "name": "fx_rate", "input": input})
}

fn said(content: Value) -> Value {
    json!({"role": "assistant", "content": content, "model": "m"})
}

fn result(id: &str, text: &str) -> Value {
    json!({
        "type": "tool_result", "toolUseId": id, "content": [{"type": "text", "text": text}],
    })
}

fn call() -> Call {
    Call::new("convert").capabilities(json!({"sampling": {"tools": {}}}))
}

/// M-SAMP-1, M-SAMP-4, M-SAMP-5: wire example 13, with two uses in one turn, one of which fails.
#[test]
fn each_use_is_answered_in_the_turn_after_it_and_run_once() {
    let served = Served::start(Server::new("s", "1").tool(convert));
    let one = served.call(&call());
    check("tools/call", &one);
    let params = &one["result"]["inputRequests"]["llm"]["params"];
    assert_eq!(params["toolChoice"], json!({"mode": "auto"}));
    assert_eq!(params["tools"][0]["name"], "fx_rate");
    assert_eq!(params["tools"][0]["inputSchema"]["required"], json!(["from", "to"]));

    let before = RATES.load(Ordering::SeqCst);
    let turn = json!([
        {"type": "text", "text": "Let me see."},
        used("tu-1", json!({"from": "EUR", "to": "CHF"})),
        used("tu-2", json!({"from": "EUR", "to": "EUR"})),
        used("tu-3", json!({"from": 7})),
    ]);
    let two = served.call(&call().retry(&one, json!({"llm": said(turn.clone())})));
    check("tools/call", &two);
    let messages = &two["result"]["inputRequests"]["llm.1"]["params"]["messages"];
    assert_eq!(messages[1], json!({"role": "assistant", "content": turn}));
    let results = messages[2]["content"].as_array().unwrap();
    assert_eq!((messages[2]["role"].as_str(), results.len()), (Some("user"), 3));
    assert_eq!(results[0], result("tu-1", "0.94"));
    let mut same = result("tu-2", "the same twice");
    same["isError"] = json!(true);
    assert_eq!(results[1], same);
    assert_eq!((&results[2]["toolUseId"], &results[2]["isError"]), (&json!("tu-3"), &json!(true)));
    assert!(results[2]["content"][0]["text"].as_str().unwrap().starts_with("`from`: invalid type"));

    let last = said(json!({"type": "text", "text": "9.40 CHF"}));
    let three = served.call(&call().retry(&two, json!({"llm.1": last})));
    assert_eq!(three["result"]["content"][0]["text"], "9.40 CHF (0)");
    assert_eq!(RATES.load(Ordering::SeqCst) - before, 3, "once each, over all rounds");
}

/// M-SAMP-2: a client without `sampling.tools` is not asked.
#[test]
fn a_client_whose_model_has_no_tools_is_not_offered_any() {
    let served = Served::start(Server::new("s", "1").tool(convert));
    let reply = served.post(&call().capabilities(json!({"sampling": {}})).json()).send();
    assert_eq!(reply.code(), -32021);
    let required = &reply.json()["error"]["data"]["requiredCapabilities"];
    assert_eq!(required, &json!({"sampling": {"tools": {}}}));
}

/// M-SAMP-6: a model that never stops is stopped, on both eras.
#[test]
fn an_endless_conversation_ends() {
    let served = Served::start(Server::new("s", "1").tool(convert));
    let again = said(json!([used("x", json!({"from": "a", "to": "b"}))]));
    let mut answer = served.call(&call());
    let mut choices = Vec::new();
    while let Some(requests) = answer["result"]["inputRequests"].as_object() {
        let (key, request) = requests.iter().next().unwrap();
        choices.push(request["params"]["toolChoice"]["mode"].as_str().unwrap().to_owned());
        assert!(choices.len() < 20);
        answer = served.call(&call().retry(&answer, json!({key: again})));
    }
    assert_eq!(answer["result"]["content"][0]["text"], " (1)");
    assert_eq!((choices.len(), choices.pop().as_deref()), (9, Some("none")));
    assert!(choices.iter().all(|choice| choice == "auto"));

    let mut piped = Piped::start(Server::new("s", "1").tool(convert));
    piped.open("2025-11-25", json!({"sampling": {"tools": {}}}));
    piped.send(&plain_call(1, "convert", json!({})));
    for _ in 0..8 {
        let asked = piped.asked("2025-11-25");
        piped.send(&respond(&asked, again.clone()));
    }
    let asked = piped.asked("2025-11-25");
    assert_eq!(asked["params"]["toolChoice"]["mode"], "none");
    let done = piped.answer(&respond(&asked, said(json!({"type": "text", "text": "Enough."}))));
    check_handshake("2025-11-25", "tools/call", &done);
    assert_eq!(done["result"]["content"][0]["text"], "Enough. (0)");
}

/// Continues by hand, and forgets a result.
#[tool]
async fn forgetful(cx: &Context) -> String {
    let sample = Sample::new("Roll.").tool(SampleTool::new("dice", "Rolls."));
    let said = cx.sample(&sample).key("a").await;
    let next = sample.said(&said, ["4"]).tool_choice(ToolChoice::None);
    cx.sample(&next).key("b").await.text().to_owned()
}

/// M-SAMP-5: whatever the author does, each use has its result.
#[test]
fn a_result_that_is_missing_is_told_as_an_error() {
    let served = Served::start(Server::new("s", "1").tool(forgetful));
    let call = Call::new("forgetful").capabilities(json!({"sampling": {"tools": {}}}));
    let asked = served.call(&call);
    let turn = said(json!([used("1", json!({})), used("2", json!({}))]));
    let next = served.call(&call.retry(&asked, json!({"a": turn})));
    let messages = &next["result"]["inputRequests"]["b"]["params"]["messages"];
    let results = messages[2]["content"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    assert_eq!((&results[0], &results[1]["isError"]), (&result("1", "4"), &json!(true)));
}

/// Asks the model once.
#[tool]
async fn once(cx: &Context) -> String {
    cx.sample(&Sample::new("Say it.")).key("a").await.text().to_owned()
}

/// N30, M-SAMP-4: a block that the protocol does not have, or that lacks what it needs, is asked again.
#[test]
fn n30_blocks_that_are_none_are_asked_again() {
    let result =
        |content: Value| json!({"type": "tool_result", "toolUseId": "1", "content": content});
    let image = json!({"type": "image", "data": "AA==", "mimeType": "image/png"});
    let good = [
        json!({"type": "text", "text": ""}),
        image.clone(),
        json!({"type": "audio", "data": "AAAA", "mimeType": "audio/wav"}),
        used("1", json!({})),
        result(json!([])),
        result(json!([image, {"type": "resource_link", "uri": "a:b", "name": "b"}])),
        result(json!([{"type": "resource", "resource": {"uri": "a:b", "text": ""}}])),
        json!([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]),
    ];
    let bad = [
        json!([]),
        json!({}),
        json!("text"),
        json!({"type": "video"}),
        json!({"type": "resource", "resource": {"uri": "a:b", "text": ""}}),
        json!({"type": "text"}),
        json!({"type": "image", "data": "AA=="}),
        json!({"type": "image", "data": "AA=", "mimeType": "image/png"}),
        json!({"type": "image", "data": "no base64", "mimeType": "image/png"}),
        json!({"type": "audio", "mimeType": "audio/wav"}),
        json!({"type": "audio", "data": "AA==", "mimeType": ""}),
        json!({"type": "tool_use", "id": "1", "name": "x", "input": []}),
        json!({"type": "tool_result", "content": []}),
        json!({"type": "tool_result", "toolUseId": "1"}),
        result(json!([{"type": "video"}])),
        result(json!([{"type": "tool_use", "id": "1", "name": "x", "input": {}}])),
        result(json!([{"type": "resource", "resource": {"uri": "a:b", "blob": "?"}}])),
        json!([{"type": "text", "text": "a"}, {"type": "video"}]),
    ];
    let served = Served::start(Server::new("s", "1").tool(once));
    let call = Call::new("once").capabilities(json!({"sampling": {}}));
    let asked = served.call(&call);
    for (content, is_good) in good.into_iter().map(|c| (c, true)).chain(bad.map(|c| (c, false))) {
        let answer = served.call(&call.retry(&asked, json!({"a": said(content.clone())})));
        let expected = if is_good { "complete" } else { "input_required" };
        assert_eq!(answer["result"]["resultType"], expected, "{content} {answer}");

        let mut piped = Piped::start(Server::new("s", "1").tool(once));
        piped.open("2025-11-25", json!({"sampling": {}}));
        piped.send(&plain_call(1, "once", json!({})));
        let question = piped.asked("2025-11-25");
        let next = piped.answer(&respond(&question, said(content.clone())));
        assert_eq!(next["method"].is_null(), is_good, "{content} {next}");
    }
}

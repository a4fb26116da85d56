//! Values that a tool returns, on every revision.

use askback::{Revision, prelude::*, testing::Client};
use askback_tests::{
    Call, Piped, Served, check_handshake,
    handshake::{plain, plain_call},
    request,
};
use serde_json::json;

/// The weather.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Weather {
    celsius: f64,
    wind: Option<u8>,
}

/// The weather in a city.
#[tool]
async fn weather(city: String) -> Result<Json<Weather>, String> {
    if city.is_empty() {
        return Err("name a city".into());
    }
    Ok(Json(Weather { celsius: 21.5, wind: None }))
}

/// Numbers.
#[tool]
async fn numbers(
    #[ask(key = "ok", confirm, message = "Really?")] _ok: Confirmed,
) -> Reply<Json<Vec<u8>>> {
    Reply::Done(Json(vec![1, 2]))
}

/// Returns what is no JSON.
#[tool]
async fn no_json() -> Json<std::collections::BTreeMap<String, Odd>> {
    Json([("a".to_owned(), Odd)].into())
}

#[derive(schemars::JsonSchema)]
struct Odd;

impl serde::Serialize for Odd {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("secret reason"))
    }
}

fn structured() -> Server {
    Server::new("s", "1").tool(weather).tool(numbers).tool(no_json)
}

/// M-TOOL-9, M-TOOL-10.
#[test]
fn a_value_is_structured_and_text_and_its_schema_is_listed() {
    let served = Served::start(structured());
    let list = served.post(&request("tools/list", json!({}))).send().json();
    let tools = &list["result"]["tools"];
    let schema = &tools[0]["outputSchema"];
    assert_eq!(schema["properties"]["celsius"]["type"], "number");
    assert_eq!(
        (&schema["type"], &schema["required"]),
        (&json!("object"), &json!(["celsius", "wind"]))
    );
    assert_eq!(tools[1]["outputSchema"]["type"], "array");

    let call = Call::new("weather").arguments(json!({"city": "Rome"}));
    let result = &served.call(&call)["result"];
    assert_eq!(result["structuredContent"], json!({"celsius": 21.5, "wind": null}));
    assert!(jsonschema::is_valid(schema, &result["structuredContent"]), "{schema}");
    assert_eq!(
        result["content"],
        json!([{"type": "text", "text": r#"{"celsius":21.5,"wind":null}"#}])
    );
    let failed = &served.call(&Call::new("weather").arguments(json!({"city": ""})))["result"];
    assert_eq!((&failed["isError"], failed.get("structuredContent")), (&json!(true), None));
    let failed = served.call(&Call::new("no_json"));
    assert_eq!(failed["result"]["isError"], true);
    assert!(!failed.to_string().contains("secret reason"), "{failed}");
}

/// `legacy.md` part 3: structure since 2025-06-18, and then of objects alone.
#[test]
fn older_revisions_get_the_structure_that_they_know() {
    for (revision, knows) in
        [("2024-11-05", false), ("2025-03-26", false), ("2025-06-18", true), ("2025-11-25", true)]
    {
        let mut piped = Piped::start(structured());
        piped.open(revision, json!({"elicitation": {}}));
        let list = piped.answer(&plain(json!(1), "tools/list", json!({})));
        let tools = &list["result"]["tools"];
        assert_eq!(tools[0].get("outputSchema").is_some(), knows, "{revision}");
        assert_eq!(tools[1].get("outputSchema"), None, "{revision}: an array");
        let answer = piped.answer(&plain_call(2, "weather", json!({"city": "Rome"})));
        check_handshake(revision, "tools/call", &answer);
        assert_eq!(answer["result"].get("structuredContent").is_some(), knows, "{revision}");
        assert_eq!(answer["result"]["content"][0]["type"], "text", "{revision}");
    }
}

/// On 2025-11-25 a value that is no object is text alone, and asking changes nothing of it.
#[tokio::test]
async fn a_value_that_is_no_object_is_text_for_sessions() {
    for (revision, structured_content) in
        [(Revision::V2025_11_25, None), (Revision::LATEST, Some(json!([1, 2])))]
    {
        let client = Client::new(structured()).revision(revision).confirm("ok");
        let reply = client.call("numbers", json!({})).await;
        assert_eq!(reply.text(), "[1,2]", "{revision}");
        assert_eq!(reply.structured().cloned(), structured_content);
    }
}

/// B52, M-MRTR-3: the round that asks has neither content nor a value, though a schema is listed.
#[test]
fn b52_a_pause_is_no_value_and_is_held_against_no_schema() {
    let served = Served::start(structured());
    let call = Call::new("numbers");
    let asked = served.call(&call);
    let result = asked["result"].as_object().unwrap();
    assert_eq!(result["resultType"], "input_required");
    assert!(!result.contains_key("content") && !result.contains_key("structuredContent"));
    let yes = json!({"ok": {"action": "accept", "content": {"confirm": true}}});
    let done = served.call(&call.retry(&asked, yes));
    assert_eq!(done["result"]["structuredContent"], json!([1, 2]));
    assert_eq!(done["result"]["content"][0]["text"], "[1,2]");
}

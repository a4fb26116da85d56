//! Framing: JSON that others wrote goes out on one line, on stdio and in events, in both eras.

use askback::{Sample, ToolBuilder, prelude::*};
use askback_tests::{Call, Piped, Served, handshake::HANDSHAKES, handshake::plain, request};
use serde_json::{Value, json, value::RawValue};

const SPACED: &str = "{\r\n \"type\" :\r \"object\",\n\t\"title\": \"a\u{2028} b\\n\"\n}";

/// A value that was read from somewhere.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Raw {
    #[schemars(with = "Value")]
    raw: Box<RawValue>,
}

/// Says something raw, after a message.
#[tool]
async fn raw(cx: &Context) -> Json<Raw> {
    cx.log(askback::LogLevel::Error, "before\r\n\u{2028}it");
    Json(Raw { raw: RawValue::from_string(SPACED.to_owned()).unwrap() })
}

/// Asks the model twice; the second question holds what was said to the first.
#[tool]
async fn twice(cx: &Context) -> String {
    let first = Sample::new("one");
    let said = cx.sample(&first).key("one").await;
    let none: [askback::ToolResult; 0] = [];
    let second = first.said(&said, none);
    cx.sample(&second).key("two").await.text().to_owned()
}

fn server() -> Server {
    let built = ToolBuilder::new("built").input_schema(SPACED);
    let built = built.handler(|_, (): ()| Box::pin(async { "ok" }));
    Server::new("s", "1").tool(built).tool(raw).tool(twice)
}

/// M-STDIO-2: one message a line. `Piped` reads each line as JSON.
#[test]
fn f03_a_schema_and_a_raw_value_are_one_line_on_stdio() {
    let meaning: Value = serde_json::from_str(SPACED).unwrap();
    let mut piped = Piped::start(server());
    let list = piped.answer(&request("tools/list", json!({})));
    assert_eq!(list["result"]["tools"][0]["inputSchema"]["title"], meaning["title"]);
    let answer = piped.answer(&Call::new("raw").json());
    assert_eq!(answer["result"]["structuredContent"]["raw"], meaning);
    for revision in HANDSHAKES {
        let mut piped = Piped::start(server());
        piped.open(revision, json!({}));
        let list = piped.answer(&plain(json!(1), "tools/list", json!({})));
        assert_eq!(list["result"]["tools"][0]["inputSchema"]["title"], meaning["title"]);
        piped.send(&plain(json!(2), "tools/call", json!({"name": "raw"})));
        let log = piped.receive();
        assert_eq!(log["params"]["data"], "before\r\n\u{2028}it", "{log}");
        assert_eq!(piped.receive()["id"], 2);
        assert!(piped.close().is_empty());
    }
}

/// M-HTTP-5: an event is one `data:` line, whatever it holds.
#[test]
fn f03_an_event_is_one_line() {
    let served = Served::start(server());
    let mut call = Call::new("raw").json();
    call["params"]["_meta"]["io.modelcontextprotocol/logLevel"] = json!("debug");
    let reply = served.post(&call).send();
    // `events` takes the `data:` lines alone, and each must be a whole message.
    let events = reply.events();
    assert_eq!(events.len(), 2, "{}", reply.body);
    assert!(events.iter().all(|message| message["jsonrpc"] == "2.0"), "{events:?}");
}

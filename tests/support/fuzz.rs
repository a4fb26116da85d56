//! What the fuzzers feed: bytes into a whole server, which must answer each of them and go on.
//!
//! The targets in `fuzz/` call these, and the suite replays the kept corpus through them.

use std::{io, sync::LazyLock};

use askback::{HttpOptions, HttpService, Key, RequestState, Server, prelude::*};
use http::Request;
use http_body_util::{BodyExt, Full};
use serde_json::Value;
use tokio::runtime::Runtime;
use tower_service::Service;

use crate::{Call, check};

/// Something to say.
#[ask(message = "Say something.")]
struct Text {
    text: String,
}

/// Asks, and says it.
#[tool]
async fn greet(times: Option<u8>, #[ask(key = "who")] who: Answer<Text>) -> String {
    let text = who.accepted().map_or_else(|| "nothing".to_owned(), |who| who.text);
    text.repeat(times.unwrap_or(1).into())
}

/// Asks the client's model.
#[tool]
async fn think(cx: &Context) -> String {
    let said = cx.sample(&askback::Sample::new("Think.")).key("llm").await;
    format!("{} blocks' text: {}", said.tool_uses().len(), said.text())
}

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
});

fn server() -> Server {
    let state = RequestState::new(Key::new([3; 32]).expect("a key"));
    Server::new("fuzz", "1").tool(greet).tool(think).request_state(state)
}

/// Lines for stdio. Whatever they are, a proper request behind them is answered.
pub fn lines(data: &[u8]) {
    let proper = Call::new("greet").id("last".into()).json();
    let mut input = data.to_vec();
    input.extend_from_slice(format!("\n{proper}\n").as_bytes());
    let output = Output::default();
    let written = std::sync::Arc::clone(&output.0);
    let serving = server().serve_stdio_on(io::Cursor::new(input), output);
    RUNTIME.block_on(serving).expect("a server that ends well");
    let written = written.lock().expect("whole output").clone();
    let text = String::from_utf8(written).expect("output in UTF-8");
    let answers: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("a message")).collect();
    assert!(answers.iter().any(|answer| answer["id"] == "last"), "{text}");
}

#[derive(Default)]
struct Output(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

impl io::Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("whole output").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A body for HTTP. Whatever it is, the answer is a message of the protocol or nothing.
pub fn body(data: &[u8]) {
    let answer = post(data);
    assert!(answer.is_null() || answer["jsonrpc"] == "2.0", "{answer}");
}

/// A `requestState`. None that is made up is taken.
pub fn state(data: &[u8]) {
    let state = String::from_utf8_lossy(data).into_owned();
    let answer =
        post(Call::new("greet").with("requestState", state.into()).json().to_string().as_bytes());
    check("tools/call", &answer);
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
}

/// What a client's model said: the call ends with it, is asked again, or is refused.
pub fn sampling(data: &[u8]) {
    let Ok(said) = serde_json::from_slice::<Value>(data) else { return };
    let call = Call::new("think").capabilities(serde_json::json!({"sampling": {}}));
    let asked = post_to("think", call.json().to_string().as_bytes());
    let retry = call.retry(&asked, serde_json::json!({"llm": said})).json().to_string();
    let answer = post_to("think", retry.as_bytes());
    check("tools/call", &answer);
    if answer["result"]["resultType"] == "complete" {
        // A block that the protocol does not have is no answer (`modern.md M-SAMP-4`).
        let blocks = said["content"].as_array().cloned();
        let blocks = blocks.unwrap_or_else(|| vec![said["content"].clone()]);
        let known = ["text", "image", "audio", "tool_use", "tool_result"];
        assert!(!blocks.is_empty(), "{said}");
        let is_known = |block: &Value| known.iter().any(|name| block["type"] == *name);
        assert!(blocks.iter().all(is_known), "{said}");
    }
}

fn post(body: &[u8]) -> Value {
    post_to("greet", body)
}

fn post_to(tool: &str, body: &[u8]) -> Value {
    static SERVICE: LazyLock<HttpService> =
        LazyLock::new(|| server().into_service(HttpOptions::new()).expect("a service"));
    let request = Request::post("http://localhost/mcp")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/call")
        .header("mcp-name", tool)
        .body(Full::<bytes::Bytes>::from(body.to_vec()))
        .expect("a request");
    let Ok(response) = RUNTIME.block_on(SERVICE.clone().call(request));
    let Ok(body) = RUNTIME.block_on(response.into_body().collect());
    let body = body.to_bytes();
    if body.is_empty() { Value::Null } else { serde_json::from_slice(&body).expect("JSON") }
}

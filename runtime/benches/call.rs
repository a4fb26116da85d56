//! What a call costs without a socket: parse, dispatch, drive and write, through the tower service.
//!
//! `cargo bench --package askback`. Compare runs of one machine with each other, and nothing else.

use std::sync::LazyLock;

use askback::{HttpOptions, HttpService, Key, RequestState, prelude::*};
use bytes::Bytes;
use http::Request;
use http_body_util::{BodyExt, Full};
use tokio::runtime::{Builder, Runtime};
use tower_service::Service;

/// Who to greet.
#[ask(message = "Your name?")]
struct Name {
    name: String,
}

/// Says what it is told.
#[tool]
async fn echo(text: String) -> String {
    text
}

/// Greets someone by name.
#[tool]
async fn greet(#[ask(key = "who")] who: Answer<Name>) -> String {
    who.accepted().map_or_else(|| "nobody".to_owned(), |who| who.name)
}

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_current_thread().build().expect("a runtime"));

fn main() {
    divan::main();
}

fn service(signed: bool) -> HttpService {
    let state = RequestState::new(Key::new([1; 32]).expect("a key"));
    let state = if signed { state.signed() } else { state };
    let server = Server::new("bench", "1").tool(echo).tool(greet).request_state(state);
    server.into_service(HttpOptions::new()).expect("a service")
}

fn call(tool: &str, more: &str) -> Bytes {
    let meta = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}}"#;
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","_meta":{meta}{more}}}}}"#
    )
    .into()
}

fn post(service: &HttpService, tool: &str, body: Bytes) -> Bytes {
    let request = Request::post("/mcp")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/call")
        .header("mcp-name", tool)
        .body(Full::new(body))
        .expect("a request");
    let Ok(response) = RUNTIME.block_on(service.clone().call(request));
    let Ok(body) = RUNTIME.block_on(response.into_body().collect());
    body.to_bytes()
}

#[divan::bench]
fn echo_call(bencher: divan::Bencher<'_, '_>) {
    let (service, body) = (service(false), call("echo", r#","arguments":{"text":"hello"}"#));
    bencher.bench(|| post(&service, "echo", body.clone()));
}

#[divan::bench(args = [false, true])]
fn first_round(bencher: divan::Bencher<'_, '_>, signed: bool) {
    let (service, body) = (service(signed), call("greet", ""));
    bencher.bench(|| post(&service, "greet", body.clone()));
}

#[divan::bench(args = [false, true])]
fn second_round(bencher: divan::Bencher<'_, '_>, signed: bool) {
    let service = service(signed);
    let asked = post(&service, "greet", call("greet", ""));
    let asked: serde_json::Value = serde_json::from_slice(&asked).expect("a message");
    let state = &asked["result"]["requestState"];
    let retry = format!(
        r#","inputResponses":{{"who":{{"action":"accept","content":{{"name":"Ada"}}}}}},"requestState":{state}"#
    );
    let body = call("greet", &retry);
    bencher.bench(|| post(&service, "greet", body.clone()));
}

//! Public fault reports of other servers, each by its number: the input to try, and the right answer.
//! `tests/REPORTS.md` lists them all.

mod answers;
mod arguments;
mod eras;
mod http;
mod macros;
mod questions;
mod state;
mod stdio;

use askback::{Revision, prelude::*, testing::Client};
use askback_tests::{Call, Served, accept};
use serde_json::{Value, json};

/// Who somebody is.
#[ask(key = "who", message = "Who are you?")]
struct Person {
    name: String,
    nick: Option<String>,
    age: Option<i64>,
}

/// Says who somebody is.
#[tool]
async fn who(#[ask] who: Answer<Person>) -> String {
    match who {
        Answer::Accepted(Person { name, nick, age }) => format!("{name} {nick:?} {age:?}"),
        Answer::Declined => "declined".into(),
        Answer::Cancelled => "cancelled".into(),
    }
}

/// Deletes a file, after a yes.
#[tool]
async fn delete(
    path: String,
    #[ask(key = "confirm", confirm, message = "Sure?")] _sure: Confirmed,
) -> String {
    format!("deleted {path}")
}

/// Asks two things at once.
#[tool]
async fn pair(cx: &Context) -> String {
    let (a, b) = (cx.confirm("A?").key("a"), cx.confirm("B?").key("b"));
    let (a, b) = tokio::join!(a, b);
    format!("{} {}", a.is_some(), b.is_some())
}

fn server() -> Server {
    Server::new("reports", "1.0.0").tool(who).tool(delete).tool(pair)
}

fn served() -> Served {
    Served::start(server())
}

fn client() -> Client {
    Client::new(server())
}

/// The call that most reports are about.
fn delete_a() -> Call {
    Call::new("delete").arguments(json!({"path": "/tmp/a"}))
}

fn yes() -> Value {
    json!({"confirm": accept(json!({"confirm": true}))})
}

fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {answer}"))
}

/// Whether an answer asks, and asks exactly this.
#[track_caller]
fn asks(answer: &Value, keys: &[&str]) {
    let requests = &answer["result"]["inputRequests"];
    let asked: Vec<&String> =
        requests.as_object().unwrap_or_else(|| panic!("{answer}")).keys().collect();
    assert_eq!(asked, keys, "{answer}");
}

/// The entry of a tool in `tools/list`.
fn listed(server: Server, tool: &str) -> Value {
    let served = Served::start(server);
    let list = served.post(&askback_tests::request("tools/list", json!({}))).send().json();
    let tools = list["result"]["tools"].as_array().unwrap();
    tools.iter().find(|entry| entry["name"] == tool).unwrap().clone()
}

const ERAS: [Revision; 3] = [Revision::V2025_06_18, Revision::V2025_11_25, Revision::V2026_07_28];

//! Code of an author's that panics, wherever it is called from: the call gets an error, and nothing
//! that it held is lost (F2, F15, B27).

use std::{
    fmt,
    time::{Duration, Instant},
};

use askback::{
    BindError, BindValue, CallParts, Claiming, InputRequired, Key, Notifier, Param, Principal,
    ReplayGuard, Reply, RequestState, RequestStateBinder, Source, StateClaim, StdioOptions,
    ToolBuilder, ToolError, prelude::*,
};
use askback_tests::{
    Call, Piped, Served, accept, check,
    handshake::{Session, forms, plain, plain_call},
    request,
};
use serde_json::{Value, json};

/// Panics, after a moment where it is to be late.
async fn boom<T>(late: bool) -> T {
    if late {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("a panic of a test's")
}

fn text() -> String {
    panic!("a panic of a test's")
}

fn no() -> bool {
    panic!("a panic of a test's")
}

/// What panics when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("a panic of a test's");
    }
}

/// What panics when it is shown or written.
#[derive(schemars::JsonSchema)]
struct Unspeakable;

impl fmt::Display for Unspeakable {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("a panic of a test's")
    }
}

impl serde::Serialize for Unspeakable {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        panic!("a panic of a test's")
    }
}

/// What panics when it is read from the call.
struct Extracted;

impl<'c> Param<'c> for Extracted {
    const SOURCE: Source<'c, Self> =
        Source::extracted(|_| -> Result<Self, ToolError> { panic!("a panic of a test's") });
}

/// In the body.
#[tool]
async fn body(late: bool) -> String {
    boom(late).await
}

/// In a plain function, which runs where it may block.
#[tool]
fn plain_body(late: bool) -> String {
    if late { text() } else { text() + "?" }
}

/// In the URL of a page that is returned.
#[tool]
async fn returned_page(late: bool) -> Reply<String> {
    if late {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    InputRequired::new().open_url("p", "Open?", |_| text()).into()
}

/// In the drop of what a returned page holds.
#[tool]
async fn returned_bomb(late: bool) -> Reply<String> {
    if late {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let bomb = Bomb;
    let url = move |_: &str| {
        let _held = &bomb;
        "https://example.com".to_owned()
    };
    InputRequired::new().open_url("elicitation_1", "Reserved.", url).into()
}

/// In what it carries.
#[tool]
async fn carried(late: bool) -> Reply<String> {
    if late {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    InputRequired::new().carry(&Unspeakable).into()
}

/// In the URL of a page.
#[tool]
async fn inline_page(cx: &Context, late: bool) -> String {
    if late {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let _ = cx.open_url("Open?", |_| text()).key("p").await;
    "opened".into()
}

/// In the message of a question.
#[tool]
async fn message(late: bool, #[ask(confirm, message = text())] _sure: Confirmed) -> String {
    late.to_string()
}

/// In what decides whether a question is asked.
#[tool]
async fn when(
    late: bool,
    #[ask(confirm, message = "Sure?", when = no())] _sure: Option<Confirmed>,
) -> String {
    late.to_string()
}

/// In what a parameter is found out with.
#[tool]
async fn with(late: bool, #[ask(with = boom::<String>(late))] found: String) -> String {
    found
}

/// In a step.
#[tool]
async fn step(cx: &Context, late: bool) -> String {
    cx.once("step", async { boom::<String>(late).await }).await
}

/// In the drop of the handler.
#[tool]
async fn dropped(late: bool) -> String {
    let _bomb = Bomb;
    if late {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    "kept".into()
}

/// In the text of its error.
#[tool]
async fn display(late: bool) -> Result<String, Unspeakable> {
    if late {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Err(Unspeakable)
}

/// In the JSON of its result.
#[tool]
async fn serialize(late: bool) -> Json<Unspeakable> {
    if late {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Json(Unspeakable)
}

/// In what is read from the call.
#[tool]
async fn extracted(late: bool, _extracted: Extracted) -> String {
    late.to_string()
}

/// In a prompt.
#[prompt]
async fn prompted(late: String) -> String {
    boom(late == "true").await
}

/// In a resource.
#[resource("boom://early")]
async fn early() -> String {
    boom(false).await
}

/// In a resource.
#[resource("boom://late")]
async fn late() -> String {
    boom(true).await
}

/// Completes nothing.
#[complete]
async fn topics(value: String) -> Vec<String> {
    boom(value == "true").await
}

/// About a topic.
#[prompt]
async fn about(#[arg(complete = topics)] topic: String) -> String {
    topic
}

/// Says what it is told.
#[tool]
async fn echo(text: String) -> String {
    text
}

/// Asks.
#[tool]
async fn sure(cx: &Context) -> String {
    cx.confirm("Sure?").key("sure").await.is_some().to_string()
}

const TOOLS: [&str; 15] = [
    "body",
    "plain_body",
    "returned_page",
    "returned_bomb",
    "carried",
    "inline_page",
    "message",
    "when",
    "with",
    "step",
    "dropped",
    "display",
    "serialize",
    "extracted",
    "built",
];

fn server() -> Server {
    let built = ToolBuilder::new("built").description("Built at run time.").handler(
        |_: &Context, Arg { late }: Arg| Box::pin(async move { boom::<String>(late).await }),
    );
    let server = Server::new("s", "1").tool(body).tool(plain_body).tool(returned_page);
    let server = server.tool(returned_bomb).tool(carried).tool(inline_page).tool(message);
    let server = server.tool(when).tool(with).tool(step).tool(dropped).tool(display);
    let server = server.tool(serialize).tool(extracted).tool(built).tool(echo).tool(sure);
    let server = server.prompt(prompted).prompt(about).resource(early).resource(late);
    server.notifier(&Notifier::new()).may_subscribe(|_, _| no())
}

/// Every call that panics, as (method, params).
fn calls() -> Vec<(&'static str, Value)> {
    let mut calls = Vec::new();
    for late in [false, true] {
        let text = late.to_string();
        for tool in TOOLS {
            calls.push(("tools/call", json!({"name": tool, "arguments": {"late": late}})));
        }
        let prompt = json!({"name": "prompted", "arguments": {"late": text}});
        calls.push(("prompts/get", prompt));
        let uri = if late { "boom://late" } else { "boom://early" };
        calls.push(("resources/read", json!({"uri": uri})));
        let argument = json!({"name": "topic", "value": text});
        let topic = json!({"ref": {"type": "ref/prompt", "name": "about"}, "argument": argument});
        calls.push(("completion/complete", topic));
    }
    calls
}

fn with_id(mut message: Value, id: usize) -> Value {
    message["id"] = json!(id);
    message
}

fn is_internal_error(answer: &Value, id: usize, what: &Value) {
    assert_eq!(answer["error"]["code"], -32603, "{what}: {answer}");
    assert_eq!(answer["id"], id, "{what}: {answer}");
    assert!(!answer.to_string().contains("a panic of a test's"), "{what}: {answer}");
}

/// M-ERR-1: -32603, on stdio, in both eras; each more often than places there are.
#[test]
fn f2_a_panic_is_an_error_on_stdio_and_nothing_is_lost() {
    for revision in [None, Some("2025-11-25")] {
        let options = StdioOptions::new().concurrency(1).drain_limit(Duration::from_secs(30));
        let mut piped = Piped::start(server().stdio_options(options));
        if let Some(revision) = revision {
            piped.open(revision, json!({"elicitation": {"form": {}, "url": {}}}));
        }
        let mut id = 0;
        for _ in 0..2 {
            for (method, params) in calls() {
                id += 1;
                let message = match revision {
                    None => with_id(request(method, params.clone()), id),
                    Some(_) => plain(json!(id), method, params.clone()),
                };
                is_internal_error(&piped.answer(&message), id, &params);
            }
        }
        for _ in 0..1000 {
            id += 1;
            let message = match revision {
                None => Call::new("echo").id(json!(id)).arguments(json!({"text": "hi"})).json(),
                Some(_) => plain_call(id, "echo", json!({"text": "hi"})),
            };
            assert_eq!(piped.answer(&message)["result"]["content"][0]["text"], "hi");
        }
        // Nothing is in flight that the end would wait for.
        let begun = Instant::now();
        assert_eq!(piped.close(), Vec::<Value>::new());
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    }
}

/// The same over HTTP.
#[test]
fn f2_a_panic_is_an_error_over_http_and_nothing_is_lost() {
    let served = Served::start(server());
    let session =
        Session::open(&served, "2025-11-25", json!({"elicitation": {"form": {}, "url": {}}}));
    for (id, (method, params)) in (1..).zip(calls()) {
        let reply = served.post(&with_id(request(method, params.clone()), id)).send();
        is_internal_error(&reply.json(), id, &params);
        assert_eq!(reply.status, 200, "{params}: {reply:?}");
        let answer = session.answer(&plain(json!(id), method, params.clone()));
        is_internal_error(&answer, id, &params);
    }
    for id in 1..=1000 {
        let hi = json!({"text": "hi"});
        let modern = served.call(&Call::new("echo").id(json!(id)).arguments(hi.clone()));
        let kept = session.answer(&plain_call(id, "echo", hi));
        for answer in [modern, kept] {
            assert_eq!(answer["result"]["content"][0]["text"], "hi");
        }
    }
}

/// Who may watch: a panic is a no.
#[test]
fn f2_a_panic_where_somebody_subscribes_is_a_no() {
    let served = Served::start(server());
    let session = Session::open(&served, "2025-11-25", forms("2025-11-25"));
    let uri = json!({"uri": "boom://early"});
    let answer = session.answer(&plain(json!(1), "resources/subscribe", uri));
    assert_eq!(answer["error"]["code"], -32002, "{answer}");
}

struct BadBinder;

impl RequestStateBinder for BadBinder {
    fn bind(&self, _: &CallParts<'_>, _: Option<&Principal>) -> Result<BindValue, BindError> {
        panic!("a panic of a test's")
    }
}

/// Panics when it is asked, or a moment later.
struct BadGuard(bool);

impl ReplayGuard for BadGuard {
    fn claim<'a>(&'a self, _: &'a StateClaim) -> Claiming<'a> {
        if self.0 { Box::pin(async { boom(true).await }) } else { panic!("a panic of a test's") }
    }
}

fn state() -> RequestState {
    RequestState::new(Key::new([7; 32]).unwrap())
}

/// What binds and guards states refuses where it panics (M-MRTR-9).
#[test]
fn f2_a_panic_of_a_binder_or_a_guard_is_a_refusal() {
    let with = |state: RequestState| server().request_state(state);
    let states = [
        state().binder(BadBinder),
        state().single_use(BadGuard(false)),
        state().single_use(BadGuard(true)),
    ];
    for (position, state) in states.into_iter().enumerate() {
        let served = Served::start(with(state.clone()));
        let mut piped = Piped::start(with(state));
        for _ in 0..2 {
            let call = Call::new("sure");
            let asked = [served.post(&call.json()).send().json(), piped.answer(&call.json())];
            for asked in asked {
                check("tools/call", &asked);
                if position == 0 {
                    assert_eq!(asked["error"]["code"], -32602, "{asked}");
                    continue;
                }
                let yes = json!({"sure": accept(json!({"confirm": true}))});
                let retry = call.retry(&asked, yes).json();
                for refused in [served.post(&retry).send().json(), piped.answer(&retry)] {
                    assert_eq!(refused["error"]["code"], -32602, "{refused}");
                }
            }
        }
        let echo = Call::new("echo").arguments(json!({"text": "hi"}));
        assert_eq!(piped.answer(&echo.json())["result"]["content"][0]["text"], "hi");
        assert_eq!(served.call(&echo)["result"]["content"][0]["text"], "hi");
        assert_eq!(piped.close(), Vec::<Value>::new());
    }
}

/// A step whose panic its author catches.
#[tool]
async fn caught(cx: &Context) -> String {
    let step = cx.once("step", async { if no() { 1 } else { 2 } });
    let step = futures_util::FutureExt::catch_unwind(std::panic::AssertUnwindSafe(step)).await;
    let sure = cx.confirm("Go on?").key("go").await.is_some();
    format!("{} {sure}", step.is_err())
}

/// M-MRTR-3: after a step that panicked the handler may ask.
#[test]
fn f15_a_step_whose_panic_is_caught_is_over() {
    let served = Served::start(Server::new("s", "1").tool(caught));
    let call = Call::new("caught");
    let asked = served.call(&call);
    let answer = served.call(&call.retry(&asked, json!({"go": accept(json!({"confirm": true}))})));
    assert_eq!(answer["result"]["content"][0]["text"], "true true", "{answer}");
    let mut piped = Piped::start(Server::new("s", "1").tool(caught));
    piped.open("2025-11-25", forms("2025-11-25"));
    piped.send(&plain_call(1, "caught", json!({})));
    let asked = piped.asked("2025-11-25");
    piped.send(&askback_tests::handshake::respond(&asked, accept(json!({"confirm": true}))));
    assert_eq!(piped.receive()["result"]["content"][0]["text"], "true true");
}

/// The arguments of a tool that is built at run time.
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Arg {
    late: bool,
}

//! `#[handlers]`: a service whose methods are handlers, and what they may take.

use std::{
    collections::BTreeMap,
    fmt::Display,
    sync::{
        Mutex,
        atomic::{AtomicU32, Ordering},
    },
};

use askback::{Param, Principal, Source, ToolBuilder, ToolSet, prelude::*, testing::Client};
use serde_json::json;

/// Where notes are kept.
trait Store: Send + Sync + 'static {
    type Key: Display + Copy + Send + Sync + 'static;
    fn key(id: u32) -> Self::Key;
}

struct Numbers;

impl Store for Numbers {
    type Key = u32;
    fn key(id: u32) -> u32 {
        id * 10
    }
}

/// A note.
#[ask(key = "note", message = "Which text?")]
struct Text {
    text: String,
}

/// What is looked for.
#[derive(serde::Deserialize, schemars::JsonSchema)]
#[expect(dead_code, reason = "its name is looked at, and not its value")]
struct Search {
    word: String,
    page: Option<u8>,
}

struct Notes<S: Store> {
    texts: Mutex<BTreeMap<u32, String>>,
    greeting: &'static str,
    store: std::marker::PhantomData<fn() -> S>,
}

#[handlers]
impl<S: Store> Notes<S> {
    const WARNING: &'static str = "This cannot be undone.";

    /// Adds a note.
    #[tool]
    async fn add(&self, id: u32, #[ask] text: Text) -> String {
        self.texts.lock().unwrap().insert(id, text.text);
        format!("{} Note {} is there.", self.greeting, Self::name(id))
    }

    /// Deletes a note.
    #[tool(destructive = true, idempotent = true)]
    async fn delete(
        &self,
        id: u32,
        #[ask(confirm, message = format!("Delete {:?}? {}", self.text(id), Self::WARNING))]
        _sure: Confirmed,
    ) -> String {
        self.texts.lock().unwrap().remove(&id);
        "Gone.".into()
    }

    /// Takes its arguments apart.
    #[tool]
    async fn search(&self, Args(Search { word, .. }): Args<Search>, _: &Context) -> String {
        let texts = self.texts.lock().unwrap();
        texts.values().filter(|text| text.contains(&word)).count().to_string()
    }

    /// Takes an argument for its question alone.
    #[tool]
    async fn maybe(
        &self,
        careful: bool,
        #[ask(confirm, when = careful, required, message = "Sure?")] _ok: Option<Confirmed>,
    ) -> &'static str {
        "Done."
    }

    /// Counts, where it may block.
    #[tool(read_only = true)]
    fn count(&self) -> String {
        self.texts.lock().unwrap().len().to_string()
    }

    /// Needs no service.
    #[prompt]
    async fn about(topic: String) -> String {
        format!("Write about {topic}.")
    }

    /// A note.
    #[resource_template("notes://{id}")]
    async fn note(&self, cx: &Context, id: u32) -> Option<String> {
        if id > 100 && cx.confirm("A big one. Read it?").key("big").await.is_none() {
            return None;
        }
        self.text(id)
    }

    /// All notes.
    #[resource("notes://all")]
    async fn all(&self) -> Json<BTreeMap<u32, String>> {
        Json(self.texts.lock().unwrap().clone())
    }

    fn text(&self, id: u32) -> Option<String> {
        self.texts.lock().unwrap().get(&id).cloned()
    }

    fn name(id: u32) -> S::Key {
        S::key(id)
    }
}

fn notes() -> Notes<Numbers> {
    Notes { texts: Mutex::default(), greeting: "Done:", store: std::marker::PhantomData }
}

/// B112: generics, associated types, `self` in questions, all kinds of handlers in one block.
#[tokio::test]
async fn b112_a_generic_service_is_shared_by_all_its_handlers() {
    let client = Client::new(Server::new("s", "1").handlers(notes()))
        .answer("note", json!({"text": "milk"}))
        .confirm("sure")
        .confirm("big");
    let added = client.call("add", json!({"id": 7})).await;
    assert_eq!(added.text(), "Done: Note 70 is there.");
    assert_eq!(client.call("count", ()).await.text(), "1");
    assert_eq!(client.call("search", json!({"word": "il"})).await.text(), "1");
    assert_eq!(client.read_resource("notes://7").await.text(), "milk");
    assert_eq!(client.read_resource("notes://all").await.text(), r#"{"7":"milk"}"#);
    let about = client.get_prompt("about", json!({"topic": "rain"})).await;
    assert_eq!(about.text(), "Write about rain.");
    let big = client.read_resource("notes://101").await;
    assert_eq!((big.asked(), big.error_code()), (vec!["big".to_owned()], Some(-32602)));
    let deleted = client.call("delete", json!({"id": 7})).await;
    let question = &deleted.rounds()[0].questions()[0];
    assert_eq!(question.message, "Delete Some(\"milk\")? This cannot be undone.");
    assert_eq!(deleted.text(), "Gone.");
    assert_eq!(client.read_resource("notes://7").await.error_code(), Some(-32602));
    // The methods are still methods.
    assert_eq!(notes().count(), "0");
}

/// M-TOOL-3: what a tool says of its effects.
#[test]
fn hints_are_listed() {
    let served = askback_tests::Served::start(Server::new("s", "1").handlers(notes()));
    let list = askback_tests::request("tools/list", json!({}));
    let list = served.post(&list).send().json();
    askback_tests::check("tools/list", &list);
    let tools = &list["result"]["tools"];
    let names: Vec<&str> =
        tools.as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names, ["add", "delete", "search", "maybe", "count"]);
    assert_eq!(tools[0].get("annotations"), None);
    let hints = json!({"destructiveHint": true, "idempotentHint": true});
    assert_eq!(tools[1]["annotations"], hints);
    assert_eq!(tools[4]["annotations"], json!({"readOnlyHint": true}));
}

struct Visits(AtomicU32);

/// The tenant that a call is for.
struct Tenant(String);

impl<'c> Param<'c> for Tenant {
    const SOURCE: Source<'c, Self> = Source::extracted(|cx| {
        let subject = cx.principal().and_then(Principal::subject);
        let tenant = subject.and_then(|subject| subject.split_once('/'));
        let (tenant, _) = tenant.ok_or_else(|| ToolError::new("no account of a tenant"))?;
        Ok(Self(tenant.to_owned()))
    });
}

/// Takes everything that is no argument.
#[tool]
async fn visit(visits: State<Visits>, tenant: Tenant, who: Principal, lent: &Principal) -> String {
    assert_eq!(who.subject(), lent.subject());
    let number = visits.0.fetch_add(1, Ordering::Relaxed) + 1;
    format!("{} {} {number}", tenant.0, who.subject().unwrap_or("-"))
}

fn visited() -> Server {
    Server::new("s", "1").with_state(Visits(AtomicU32::new(0))).tool(visit)
}

#[tokio::test]
async fn state_principal_and_types_of_the_authors_are_no_arguments() {
    let known = Principal::new().with_subject("acme/ada");
    let client = Client::new(visited()).principal(known);
    assert_eq!(client.call("visit", ()).await.text(), "acme acme/ada 1");
    assert_eq!(client.call("visit", ()).await.text(), "acme acme/ada 2");
    let unknown = client.call("visit", json!({"tenant": "evil"})).await;
    assert!(unknown.is_error() && unknown.text().starts_with("unknown argument `tenant`"));
    let stranger = Client::new(visited()).call("visit", ()).await;
    assert!(stranger.is_error());
    assert_eq!(stranger.text(), "no account of a tenant");
}

#[test]
fn a_server_without_the_state_of_a_handler_is_not_built() {
    let error = Server::new("s", "1").tool(visit).build().unwrap_err().to_string();
    assert!(error.starts_with("the tool `visit` takes a `State<"), "{error}");
    assert!(error.ends_with("Visits>`: give it with `Server::with_state(…)`"), "{error}");
}

/// Tools that are made at run time ask like all others.
#[tokio::test]
async fn tools_that_are_built_at_run_time_ask() {
    #[derive(serde::Deserialize)]
    struct Row {
        id: u32,
    }
    let delete = |table: &'static str| {
        ToolBuilder::new(format!("delete_{table}"))
            .description("Deletes a row.")
            .input_schema(r#"{"type":"object","properties":{"id":{"type":"integer"}},"if":{}}"#)
            .destructive(true)
            .handler(move |cx, row: Row| {
                Box::pin(async move {
                    let sure = cx.confirm(format!("Delete {}?", row.id)).key("sure").await;
                    if sure.is_some() { format!("{table} {}", row.id) } else { "kept".into() }
                })
            })
    };
    let server = || Server::new("s", "1").tool(delete("users")).tool(delete("orders"));
    let client = Client::new(server()).confirm("sure");
    assert_eq!(client.call("delete_users", json!({"id": 1})).await.text(), "users 1");
    assert_eq!(client.call("delete_orders", json!({"id": 2})).await.text(), "orders 2");
    let wrong = client.call("delete_users", json!({"id": "x"})).await;
    assert!(wrong.is_error() && wrong.text().starts_with("argument `id`: invalid type"));
    let served = askback_tests::Served::start(server());
    let list = served.post(&askback_tests::request("tools/list", json!({}))).send();
    // As it was written, also what nobody here knows.
    assert!(list.body.contains(
        r#""inputSchema":{"type":"object","properties":{"id":{"type":"integer"}},"if":{}}"#
    ));
    let bad = ToolBuilder::new("x").input_schema("[]").handler(|_, (): ()| Box::pin(async {}));
    let error = Server::new("s", "1").tool(bad).build().unwrap_err().to_string();
    assert!(error.contains("must be JSON with `\"type\": \"object\"`"), "{error}");
}

/// B118, M-TOOL-6, on both eras.
#[test]
fn b118_a_tool_can_be_removed_while_its_call_is_open() {
    let tool = || {
        ToolBuilder::new("act").handler(|cx, (): ()| {
            Box::pin(async move { cx.confirm("Sure?").key("sure").await.is_some().to_string() })
        })
    };
    let tools = ToolSet::new();
    let served = askback_tests::Served::start(Server::new("s", "1").tool_set(&tools));
    let names = || {
        let list = served.post(&askback_tests::request("tools/list", json!({}))).send().json();
        askback_tests::check("tools/list", &list);
        list["result"]["tools"].as_array().unwrap().len()
    };
    assert_eq!(names(), 0);
    tools.insert(tool()).unwrap();
    tools.insert(tool()).unwrap();
    assert_eq!(names(), 1);
    let call = askback_tests::Call::new("act");
    let asked = served.call(&call);
    let yes = json!({"sure": {"action": "accept", "content": {"confirm": true}}});
    assert!(tools.remove("act") && !tools.remove("act"));
    let gone = served.post(&call.retry(&asked, yes.clone()).json()).send();
    assert_eq!((gone.status, gone.code()), (200, -32602));
    assert!(gone.body.contains("unknown tool `act`"), "{}", gone.body);
    tools.insert(tool()).unwrap();
    let done = served.call(&call.retry(&asked, yes.clone()));
    assert_eq!(done["result"]["content"][0]["text"], "true");

    // A call that runs keeps its tool.
    let revision = "2025-11-25";
    let mut piped = askback_tests::Piped::start(Server::new("s", "1").tool_set(&tools));
    piped.open(revision, askback_tests::handshake::forms(revision));
    piped.send(&askback_tests::handshake::plain_call(1, "act", json!({})));
    let question = piped.asked(revision);
    tools.remove("act");
    assert_eq!(piped.asked(revision)["method"], "notifications/tools/list_changed");
    let done = piped.answer(&askback_tests::handshake::respond(&question, yes["sure"].clone()));
    assert_eq!(done["result"]["content"][0]["text"], "true");
    let error = tools.insert(ToolBuilder::new("no name").handler(|_, (): ()| Box::pin(async {})));
    assert!(error.unwrap_err().to_string().starts_with("`no name` cannot be a tool's name"));
}

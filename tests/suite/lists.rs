//! Lists: pages and their cursors (`modern.md` part 16), and how long what a client gets may be kept
//! (part 17).

use std::time::Duration;

use askback::{CacheScope, Key, RequestState, ToolBuilder, ToolSet, prelude::*};
use askback_tests::{
    Call, Piped, Served, accept, check, check_handshake,
    handshake::{HANDSHAKES, plain},
    request,
};
use serde_json::{Value, json};

/// The first.
#[tool]
async fn first() -> &'static str {
    "1"
}

/// The second.
#[tool]
async fn second() -> &'static str {
    "2"
}

/// The third.
#[tool]
async fn third() -> &'static str {
    "3"
}

/// A prompt.
#[prompt]
async fn poem() -> &'static str {
    "A poem."
}

/// Another prompt.
#[prompt]
async fn poem_too() -> &'static str {
    "Another poem."
}

/// Another template.
#[resource_template("c://{id}")]
async fn asked_too(id: String) -> String {
    id
}

/// Everybody's.
#[resource("a://public", ttl_ms = 60_000, cache_scope = CacheScope::Public)]
async fn public() -> &'static str {
    "public"
}

/// Nobody's to keep.
#[resource("a://plain")]
async fn plain_one() -> &'static str {
    "plain"
}

/// A name.
#[ask]
struct Name {
    name: String,
}

/// What an answer leads to.
#[resource_template("b://{id}", ttl_ms = 60_000)]
async fn asked(id: String, #[ask(key = "who", message = "Who?")] who: Name) -> String {
    format!("{id} {}", who.name)
}

/// What an answer leads to that comes with the call.
#[resource("d://1", unproven_answers, ttl_ms = 60_000, cache_scope = CacheScope::Public)]
async fn unproven(#[ask(key = "who", message = "Who?")] who: Name) -> String {
    who.name
}

fn server() -> Server {
    let key = Key::new([7; 32]).unwrap();
    Server::new("s", "1")
        .request_state(RequestState::new(key))
        .tool(first)
        .tool(second)
        .tool(third)
        .prompt(poem)
        .resource(public)
        .resource(plain_one)
        .resource(unproven)
        .resource_template(asked)
}

fn names(list: &Value) -> Vec<String> {
    let name = |tool: &Value| tool["name"].as_str().unwrap().to_owned();
    list["result"]["tools"].as_array().unwrap().iter().map(name).collect()
}

/// M-PAGE-1, M-PAGE-2, M-CACHE-2, M-BASE-9: pages have every entry once, in order, on whichever process.
#[test]
fn a_list_is_walked_page_by_page_over_processes() {
    for (size, pages) in [(1, 3), (2, 2), (3, 1), (9, 1)] {
        let processes = [(); 2].map(|()| Served::start(server().page_size(size)));
        let (mut cursor, mut found, mut asked) = (None, Vec::new(), 0);
        loop {
            let params = cursor.map_or(json!({}), |cursor: Value| json!({"cursor": cursor}));
            let served = &processes[asked % 2];
            let page = served.post(&request("tools/list", params)).send().json();
            check("tools/list", &page);
            asked += 1;
            found.extend(names(&page));
            assert_eq!(page["result"]["cacheScope"], "private");
            match page["result"].get("nextCursor") {
                Some(next) => cursor = Some(next.clone()),
                None => break,
            }
        }
        assert_eq!((asked, found), (pages, ["first", "second", "third"].map(str::to_owned).into()));
    }
}

/// M-PAGE-1: each of the four lists has pages.
#[test]
fn every_list_has_pages() {
    let served = Served::start(server().prompt(poem_too).resource_template(asked_too).page_size(1));
    for (method, member) in [
        ("tools/list", "tools"),
        ("prompts/list", "prompts"),
        ("resources/list", "resources"),
        ("resources/templates/list", "resourceTemplates"),
    ] {
        let whole = Served::start(server().prompt(poem_too).resource_template(asked_too));
        let whole = whole.post(&request(method, json!({}))).send().json();
        let whole = whole["result"][member].as_array().unwrap().clone();
        let (mut params, mut found) = (json!({}), Vec::new());
        loop {
            let page = served.post(&request(method, params.clone())).send().json();
            check(method, &page);
            let entries = page["result"][member].as_array().unwrap();
            assert_eq!(entries.len(), 1);
            found.extend(entries.clone());
            match page["result"].get("nextCursor") {
                Some(next) => params = json!({"cursor": next}),
                None => break,
            }
        }
        assert!(found.len() > 1 && found == whole, "{method}: {found:?}");
    }
}

/// M-PAGE-2, L-PAGE-1: a cursor is of one list, and nobody makes one up.
#[test]
fn a_cursor_that_is_none_is_refused() {
    let served = Served::start(server().page_size(1));
    let page = served.post(&request("tools/list", json!({}))).send().json();
    let cursor = page["result"]["nextCursor"].as_str().unwrap().to_owned();
    let refused = |method: &str, cursor: &str| {
        let reply = served.post(&request(method, json!({"cursor": cursor}))).send();
        (reply.status, reply.code())
    };
    for wrong in ["", "garbage", "1", &format!("{cursor}x")] {
        assert_eq!(refused("tools/list", wrong), (200, -32602), "{wrong}");
    }
    for other in ["prompts/list", "resources/list", "resources/templates/list"] {
        assert_eq!(refused(other, &cursor), (200, -32602), "{other}");
    }
    // A cursor is no state, and a state no cursor.
    let call = Call::read("b://1").with("requestState", cursor.into());
    let reply = served.post(&call.json()).send();
    assert_eq!((reply.status, reply.code()), (200, -32602));
    let asked = served.post(&Call::read("b://1").json()).send().json();
    let state = asked["result"]["requestState"].as_str().unwrap();
    assert_eq!(refused("tools/list", state), (200, -32602));
    assert_eq!(served.post(&request("tools/list", json!({"cursor": 1}))).send().status, 400);
}

/// L-PAGE-1, L-FEAT-1: the older revisions have pages too, and no hints.
#[test]
fn sessions_have_pages() {
    for revision in HANDSHAKES {
        let mut piped = Piped::start(server().page_size(2));
        piped.open(revision, json!({}));
        let page = piped.answer(&plain(json!(1), "tools/list", json!({})));
        check_handshake(revision, "tools/list", &page);
        assert_eq!(names(&page), ["first", "second"]);
        let cursor = &page["result"]["nextCursor"];
        let page = piped.answer(&plain(json!(2), "tools/list", json!({"cursor": cursor})));
        check_handshake(revision, "tools/list", &page);
        assert_eq!(names(&page), ["third"]);
        assert!(page["result"].get("nextCursor").is_none());
        let wrong = piped.answer(&plain(json!(3), "tools/list", json!({"cursor": "x"})));
        assert_eq!(wrong["error"]["code"], -32602);
    }
}

/// Tools that come and go stand behind the others, also over pages.
#[test]
fn a_set_of_tools_has_pages_too() {
    let tools = ToolSet::new();
    let served = Served::start(Server::new("s", "1").tool(first).tool_set(&tools).page_size(2));
    for name in ["x", "first", "y"] {
        let tool = ToolBuilder::new(name).handler(|_, (): ()| Box::pin(async { "Done." }));
        tools.insert(tool).unwrap();
    }
    let page = served.post(&request("tools/list", json!({}))).send().json();
    assert_eq!(names(&page), ["first", "x"]);
    let next = json!({"cursor": page["result"]["nextCursor"]});
    tools.remove("y");
    let page = served.post(&request("tools/list", next)).send().json();
    check("tools/list", &page);
    assert_eq!(names(&page), Vec::<String>::new());
}

/// M-CACHE-1, M-CACHE-3 to M-CACHE-5: what its author lets be kept is, and nothing else.
#[test]
fn results_are_kept_as_their_author_says() {
    let hints = |result: &Value| (result["ttlMs"].clone(), result["cacheScope"].clone());
    let nobody = (json!(0), json!("private"));
    let served = Served::start(server().cache_lists(Duration::from_secs(9), CacheScope::Public));
    for method in [
        "server/discover",
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
    ] {
        let answer = served.post(&request(method, json!({}))).send().json();
        check(method, &answer);
        assert_eq!(hints(&answer["result"]), (json!(9000), json!("public")), "{method}");
    }
    let read = |call: &Call| {
        let answer = served.post(&call.json()).send().json();
        check("resources/read", &answer);
        answer
    };
    let public = read(&Call::read("a://public"));
    assert_eq!(hints(&public["result"]), (json!(60_000), json!("public")));
    assert_eq!(hints(&read(&Call::read("a://plain"))["result"]), nobody);
    // M-MRTR-20: none on the way, and what an answer leads to is nobody's.
    let call = Call::read("b://1");
    let asked = read(&call);
    assert_eq!(hints(&asked["result"]), (Value::Null, Value::Null));
    let done = read(&call.retry(&asked, json!({"who": accept(json!({"name": "Ada"}))})));
    assert_eq!(done["result"]["contents"][0]["text"], "1 Ada");
    assert_eq!(hints(&done["result"]), nobody);
    // Nor is what comes of answers that nobody has proved.
    let answers = json!({"who": accept(json!({"name": "Ada"}))});
    let done = read(&Call::read("d://1").with("inputResponses", answers));
    assert_eq!(done["result"]["contents"][0]["text"], "Ada");
    assert_eq!(hints(&done["result"]), nobody);
    let tool = served.call(&Call::new("first"));
    assert_eq!(hints(&tool["result"]), (Value::Null, Value::Null));
}

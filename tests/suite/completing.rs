//! `completion/complete` on every revision (`modern.md` part 15, `legacy.md L-COMP-1`).

use askback::{BuildError, Completion, Principal, State, prelude::*};
use askback_tests::{
    Piped, Served, check, check_handshake,
    handshake::{HANDSHAKES, plain},
    request,
};
use serde_json::{Value, json};

struct Cities(Vec<&'static str>);

/// The cities that there are.
#[complete]
async fn city(cities: State<Cities>) -> Vec<&'static str> {
    cities.0.clone()
}

/// The streets of a city.
#[complete]
async fn street(value: String, city: String, district: Option<String>) -> Vec<String> {
    vec![format!("{city}/{}/{value}", district.unwrap_or_default())]
}

/// More than anybody reads.
#[complete]
fn number() -> Vec<String> {
    (0..150).map(|number| number.to_string()).collect()
}

/// Fails.
#[complete]
async fn broken() -> Result<Completion, &'static str> {
    Err("the index is closed")
}

/// Three of seven.
#[complete]
async fn some() -> Completion {
    Completion::new(["one", "two", "three"]).total(7)
}

/// Asks, which it cannot.
#[complete]
async fn asks(cx: &Context) -> Vec<String> {
    cx.confirm("Sure?").await;
    Vec::new()
}

/// For callers who are known.
#[complete]
async fn own(who: Principal) -> Vec<String> {
    who.subject().map(str::to_owned).into_iter().collect()
}

/// A style.
#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Style {
    Warm,
    Formal,
}

/// A letter.
#[prompt]
async fn letter(
    #[arg(complete = city)] city: String,
    #[arg(complete = street)] street: String,
    district: Option<String>,
    style: Option<Style>,
    signed: bool,
    #[arg(complete = broken)] broken: Option<String>,
    #[arg(complete = asks)] asks: Option<String>,
    #[arg(complete = own)] own: Option<String>,
    #[arg(complete = some)] some: Option<String>,
) -> String {
    let style = style.map(|style| match style {
        Style::Warm => "warm",
        Style::Formal => "formal",
    });
    format!("{city} {street} {district:?} {style:?} {signed} {broken:?} {asks:?} {own:?} {some:?}")
}

/// A page.
#[resource_template("pages://{number}")]
async fn page(#[arg(complete = number)] number: String) -> String {
    number
}

struct Words(Vec<&'static str>);

#[handlers]
impl Words {
    /// A word.
    #[prompt]
    async fn say(&self, #[arg(complete = word)] word: String) -> String {
        format!("Say {word} as one of {}.", self.0.len())
    }

    /// The words that there are.
    #[complete]
    async fn word(&self) -> Vec<&'static str> {
        self.0.clone()
    }
}

fn server() -> Server {
    Server::new("s", "1")
        .with_state(Cities(vec!["Bonn", "Berlin", "Lisbon"]))
        .prompt(letter)
        .resource_template(page)
        .handlers(Words(vec!["yes", "no"]))
}

fn params(reference: Value, name: &str, value: &str, known: Value) -> Value {
    json!({
        "ref": reference,
        "argument": {"name": name, "value": value},
        "context": {"arguments": known},
    })
}

fn prompt(name: &str) -> Value {
    json!({"type": "ref/prompt", "name": name})
}

fn complete(served: &Served, params: Value) -> Value {
    let answer = served.post(&request("completion/complete", params)).send().json();
    check("completion/complete", &answer);
    answer["result"]["completion"].clone()
}

/// M-COMP-1, M-COMP-2: values by what was typed and what is known.
#[test]
fn arguments_are_completed() {
    let served = Served::start(server());
    for (name, value, known, right) in [
        ("city", "", json!({}), json!(["Bonn", "Berlin", "Lisbon"])),
        ("city", "BO", json!({}), json!(["Bonn", "Lisbon"])),
        ("city", "x", json!({}), json!([])),
        ("street", "A", json!({"city": "Bonn"}), json!(["Bonn//A"])),
        (
            "street",
            "A",
            json!({"city": "Bonn", "district": "Beuel", "other": "x"}),
            json!(["Bonn/Beuel/A"]),
        ),
        // It cannot be told before the city is known.
        ("street", "A", json!({}), json!([])),
        ("district", "A", json!({}), json!([])),
        ("style", "", json!({}), json!(["warm", "formal"])),
        ("style", "f", json!({}), json!(["formal"])),
        ("signed", "", json!({}), json!(["true", "false"])),
    ] {
        let completion = complete(&served, params(prompt("letter"), name, value, known));
        assert_eq!(completion["values"], right, "{name} {value}");
        assert_eq!(completion["hasMore"], false);
        assert_eq!(completion["total"], right.as_array().unwrap().len());
    }
    let some = complete(&served, params(prompt("letter"), "some", "t", json!({})));
    assert_eq!(some, json!({"values": ["two", "three"], "hasMore": true}));
    let word = complete(&served, params(prompt("say"), "word", "y", json!({})));
    assert_eq!(word["values"], json!(["yes"]));
    // By template and by a URI that fits it; at most 100 values, and no cache hints (M-CACHE-1).
    for uri in ["pages://{number}", "pages://7"] {
        let reference = json!({"type": "ref/resource", "uri": uri});
        let numbers = complete(&served, params(reference, "number", "", json!({})));
        assert_eq!(numbers["values"].as_array().unwrap().len(), 100);
        assert_eq!((&numbers["total"], &numbers["hasMore"]), (&json!(150), &json!(true)));
    }
    let answer = served
        .post(&request("completion/complete", params(prompt("letter"), "city", "", json!({}))))
        .send();
    assert!(!answer.body.contains("ttlMs"), "{}", answer.body);
}

/// M-COMP-3: what cannot be completed is refused by name.
#[test]
fn what_is_not_there_is_refused() {
    let served = Served::start(server());
    let argument = json!({"name": "city", "value": ""});
    for (params, status, named) in [
        (params(prompt("nobody"), "city", "", json!({})), 200, "unknown prompt `nobody`"),
        (params(prompt("letter"), "nothing", "", json!({})), 200, "no argument `nothing`"),
        (
            params(json!({"type": "ref/resource", "uri": "a://b"}), "x", "", json!({})),
            200,
            "unknown resource template `a://b`",
        ),
        (params(json!({"type": "ref/tool", "name": "x"}), "x", "", json!({})), 400, "`ref`"),
        (json!({"argument": argument}), 400, "`ref`"),
        (json!({"ref": prompt("letter")}), 400, "`argument`"),
        (
            json!({"ref": prompt("letter"), "argument": {"name": "city", "value": 7}}),
            400,
            "`argument`",
        ),
        (
            json!({"ref": prompt("letter"), "argument": argument, "context": {"arguments": {"a": 1}}}),
            400,
            "`context`",
        ),
    ] {
        let reply = served.post(&request("completion/complete", params.clone())).send();
        assert_eq!((reply.status, reply.code()), (status, -32602), "{params}");
        assert!(reply.body.contains(named), "{}", reply.body);
    }
    for (name, code, text) in [
        ("broken", -32603, "the index is closed"),
        ("asks", -32603, "cannot ask"),
        ("own", -32603, "not signed in"),
    ] {
        let params = params(prompt("letter"), name, "", json!({}));
        let reply = served.post(&request("completion/complete", params)).send();
        assert_eq!((reply.status, reply.code()), (200, code), "{name}");
        assert!(reply.body.contains(text), "{}", reply.body);
    }
}

/// M-COMP-1: what is not there is not claimed, and is no method.
#[test]
fn a_server_without_completions_has_no_method() {
    /// A poem.
    #[prompt]
    async fn poem(topic: String) -> String {
        topic
    }
    let served = Served::start(Server::new("s", "1").prompt(poem));
    let claims = served.post(&request("server/discover", json!({}))).send().json();
    assert!(claims["result"]["capabilities"].get("completions").is_none());
    let message = request("completion/complete", params(prompt("poem"), "topic", "", json!({})));
    let reply = served.post(&message).send();
    assert_eq!((reply.status, reply.code()), (404, -32601));
}

/// L-COMP-1: all revisions have the method, and all but the first say so.
#[test]
fn all_revisions_complete() {
    for revision in HANDSHAKES {
        let mut piped = Piped::start(server());
        let opened = piped.open(revision, json!({}));
        let claims = opened["result"]["capabilities"].get("completions").is_some();
        assert_eq!(claims, revision != "2024-11-05");
        let params = params(prompt("letter"), "city", "b", json!({}));
        let answer = piped.answer(&plain(json!(1), "completion/complete", params));
        check_handshake(revision, "completion/complete", &answer);
        let values = &answer["result"]["completion"]["values"];
        assert_eq!(*values, json!(["Bonn", "Berlin", "Lisbon"]));
    }
}

/// What a completion needs is checked when the server is built.
#[test]
fn a_completion_without_its_state_is_refused() {
    let error = Server::new("s", "1").prompt(letter).build().unwrap_err();
    assert!(matches!(error, BuildError::State { .. }), "{error}");
    assert!(error.to_string().contains("the completion `city`"), "{error}");
    /// Completes what is no argument.
    #[prompt]
    async fn held(first: String, #[arg(complete = number)] held: State<u8>) -> String {
        format!("{first} {}", *held)
    }
    let error = Server::new("s", "1").with_state(7_u8).prompt(held).build().unwrap_err();
    assert!(error.to_string().contains("this parameter is none"), "{error}");
}

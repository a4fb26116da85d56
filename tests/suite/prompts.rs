//! Prompts: lists, arguments, replies and questions, on every revision.

use askback::{Content, InputRequired, PromptMessage, PromptResult, Reply, Revision, prelude::*};
use askback_tests::{
    Call, Piped, Served, accept, check, check_handshake,
    handshake::{HANDSHAKES, forms, plain, respond},
    request,
};
use serde_json::{Value, json};

/// A month.
#[ask(key = "month", message = "Which month?")]
struct Month {
    month: String,
}

/// A letter.
#[choice]
#[serde(rename_all = "lowercase")]
enum Tone {
    Warm,
    Cold,
}

/// Sums a month up in a letter.
#[prompt(title = "Monthly letter")]
async fn letter(
    /// Whom it goes to
    recipient: String,
    pages: Option<u8>,
    tone: Option<Tone>,
    #[ask] when: Month,
) -> PromptResult {
    let tone = match tone {
        Some(Tone::Cold) => "cold",
        Some(Tone::Warm) | None => "warm",
    };
    let text = format!("A {tone} letter to {recipient} about {}, {pages:?}", when.month);
    PromptResult::new([PromptMessage::user(text)]).description(format!("Letter for {}", when.month))
}

/// Asks inside.
#[prompt]
async fn inline(cx: &Context) -> Vec<PromptMessage> {
    let month = cx.ask::<Month>("Which month?").key("month").await;
    let month = month.accepted().map_or("none".to_owned(), |month| month.month);
    vec![
        PromptMessage::user(month),
        PromptMessage::assistant(Content::audio([1, 2, 3], "audio/wav")),
    ]
}

/// Returns what it asks.
#[prompt]
async fn returned(cx: &Context) -> Reply<String> {
    match cx.answers().elicit::<Month>("month") {
        Some(answer) => Reply::Done(answer.accepted().map_or("none".into(), |month| month.month)),
        None => InputRequired::new().elicit::<Month>("month", "Which month?").into(),
    }
}

/// Fails.
#[prompt]
async fn failing(secret: bool) -> Result<String, ToolError> {
    Err(if secret { ToolError::internal("hunter2") } else { ToolError::new("no paper") })
}

fn server() -> Server {
    Server::new("s", "1").prompt(letter).prompt(inline).prompt(returned).prompt(failing)
}

fn month() -> Value {
    json!({"month": accept(json!({"month": "June"}))})
}

/// M-PROMPT-1, M-PROMPT-2, M-CACHE-1, L-INIT-9.
#[test]
fn prompts_are_listed_with_their_arguments() {
    let served = Served::start(server());
    let list = served.post(&request("prompts/list", json!({}))).send().json();
    check("prompts/list", &list);
    let prompts = list["result"]["prompts"].as_array().unwrap();
    assert_eq!(
        prompts[0],
        json!({
            "name": "letter",
            "title": "Monthly letter",
            "description": "Sums a month up in a letter.",
            "arguments": [
                {"name": "recipient", "description": "Whom it goes to", "required": true},
                {"name": "pages", "required": false},
                {"name": "tone", "required": false},
            ],
        })
    );
    assert_eq!(prompts[1], json!({"name": "inline", "description": "Asks inside."}));
    assert_eq!(
        (&list["result"]["ttlMs"], &list["result"]["cacheScope"]),
        (&json!(0), &json!("private"))
    );
    let discover = served.post(&request("server/discover", json!({}))).send().json();
    assert_eq!(
        discover["result"]["capabilities"],
        json!({"completions": {}, "logging": {}, "prompts": {}})
    );
    // What is not there is not claimed, and is no method.
    let tools = served.post(&request("tools/list", json!({}))).send();
    assert_eq!((tools.status, tools.code()), (404, -32601));
    for revision in HANDSHAKES {
        let mut piped = Piped::start(server());
        let opened = piped.open(revision, json!({}));
        let mut claims = json!({"completions": {}, "logging": {}, "prompts": {}});
        if revision == "2024-11-05" {
            claims.as_object_mut().unwrap().remove("completions");
        }
        assert_eq!(opened["result"]["capabilities"], claims);
        let list = piped.answer(&plain(json!(1), "prompts/list", json!({})));
        check_handshake(revision, "prompts/list", &list);
        assert_eq!(list["result"]["prompts"][0].get("title").is_some(), revision >= "2025-06-18");
        let tools = piped.answer(&plain(json!(2), "tools/list", json!({})));
        assert_eq!(tools["error"]["code"], -32601);
        assert!(piped.close().is_empty());
    }
}

/// M-MRTR-1, M-PROMPT-2: wire example 20, in all three styles.
#[test]
fn b51_prompts_ask_in_every_style_on_the_newest_revision() {
    let served = Served::start(server());
    let arguments = json!({"recipient": "Ada", "pages": "2", "tone": "cold"});
    let call = Call::prompt("letter", arguments);
    let asked = served.call(&call);
    assert_eq!(asked["result"]["inputRequests"]["month"]["params"]["message"], "Which month?");
    let done = served.call(&call.retry(&asked, month()));
    assert_eq!(done["result"]["description"], "Letter for June");
    let message = json!({
        "role": "user",
        "content": {"type": "text", "text": "A cold letter to Ada about June, Some(2)"},
    });
    assert_eq!(done["result"]["messages"], json!([message]));
    assert!(done["result"].get("ttlMs").is_none(), "a prompt is not kept: {done}");

    for name in ["inline", "returned"] {
        let call = Call::prompt(name, json!({}));
        let asked = served.call(&call);
        // The state of one prompt is no state of another.
        let other = Call::prompt("letter", json!({"recipient": "Ada"})).retry(&asked, month());
        assert_eq!(served.post(&other.json()).send().code(), -32602);
        let done = served.call(&call.retry(&asked, month()));
        assert_eq!(done["result"]["messages"][0]["content"]["text"], "June", "{name}");
    }
}

/// L-SRQ-1, L-FEAT-1: a real request in mid-call, and sounds as each revision has them.
#[test]
fn prompts_ask_in_every_style_on_the_handshake_revisions() {
    for revision in ["2025-06-18", "2025-11-25"] {
        let mut piped = Piped::start(server());
        piped.open(revision, forms(revision));
        let recipient = json!({"recipient": "Ada"});
        for (name, arguments) in
            [("letter", recipient), ("inline", json!({})), ("returned", json!({}))]
        {
            let params = json!({"name": name, "arguments": arguments});
            piped.send(&plain(json!(name), "prompts/get", params));
            let asked = piped.asked(revision);
            let done = piped.answer(&respond(&asked, month()["month"].clone()));
            check_handshake(revision, "prompts/get", &done);
            let text = done["result"]["messages"][0]["content"]["text"].as_str().unwrap();
            assert!(text.contains("June"), "{done}");
        }
        assert!(piped.close().is_empty());
    }
    // Where nobody can be asked, a prompt has no place for the reason but an error.
    let mut piped = Piped::start(server());
    piped.open("2024-11-05", json!({}));
    let refused = piped.answer(&plain(json!(1), "prompts/get", json!({"name": "inline"})));
    assert_eq!(refused["error"]["code"], -32603);
    assert!(refused["error"]["message"].as_str().unwrap().contains("form elicitation"));
}

/// M-PROMPT-3, B20: what is wrong is told before anything is asked.
#[test]
fn wrong_arguments_are_invalid_params() {
    let served = Served::start(server());
    for (name, arguments, says) in [
        ("none", json!({}), "unknown prompt `none`"),
        ("letter", json!({}), "argument `recipient` is required"),
        ("letter", json!({"recipient": "a", "pages": "many"}), "argument `pages`: `many` is not"),
        ("letter", json!({"recipient": "a", "tone": "mild"}), "argument `tone`: unknown variant"),
        ("letter", json!({"recipient": "a", "x": "y"}), "unknown argument `x`"),
        ("letter", json!({"recipient": 7}), "argument `recipient` must be a string"),
    ] {
        let reply = served.post(&Call::prompt(name, arguments).json()).send();
        let answer = reply.json();
        check("prompts/get", &answer);
        assert_eq!(reply.code(), -32602, "{answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.starts_with(says), "{message}");
    }
    for (secret, says) in [("true", "internal error"), ("false", "no paper")] {
        let reply = served.post(&Call::prompt("failing", json!({"secret": secret})).json()).send();
        assert_eq!((reply.status, reply.code()), (200, -32603));
        assert_eq!(reply.json()["error"]["message"], says);
    }
}

/// A prompt on every revision, by the kit.
#[tokio::test]
async fn the_kit_gets_prompts() {
    for revision in [Revision::V2026_07_28, Revision::V2025_11_25] {
        let client = askback::testing::Client::new(server()).revision(revision);
        let reply =
            client.answer("month", json!({"month": "May"})).get_prompt("returned", ()).await;
        assert_eq!((reply.text(), reply.asked()), ("May", vec!["month".to_owned()]));
    }
}

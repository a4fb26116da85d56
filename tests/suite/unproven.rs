//! `#[tool(unproven_answers)]`: answers that come with the first call, by key (design.md part 2).

use std::sync::atomic::{AtomicUsize, Ordering};

use askback::prelude::*;
use askback_tests::{Call, Served, accept, question};
use serde_json::{Value, json};

/// Who to greet.
#[ask(key = "who", message = "Your name?")]
struct Name {
    #[schemars(length(min = 2))]
    name: String,
}

/// Greets someone whom the client may name at once.
#[tool(unproven_answers)]
async fn greet(#[ask] who: Name) -> String {
    format!("Hello, {}!", who.name)
}

/// The same, without the option.
#[tool]
async fn careful(#[ask] who: Name) -> String {
    format!("Hello, {}!", who.name)
}

/// Greets by returning its question.
#[tool(unproven_answers)]
async fn returned(cx: &Context) -> Reply<String> {
    match cx.answers().elicit::<Name>("who") {
        Some(Answer::Accepted(Name { name })) => Reply::Done(format!("Hello, {name}!")),
        Some(_) => Reply::Done("Hello, stranger!".into()),
        None => InputRequired::new().elicit::<Name>("who", "Your name?").into(),
    }
}

static DELETED: AtomicUsize = AtomicUsize::new(0);

/// Deletes, in three styles, after a yes or a page.
#[tool(unproven_answers)]
async fn delete(cx: &Context, how: String) -> Reply<&'static str> {
    let agreed = match &*how {
        "inline" => cx.confirm("Sure?").key("sure").await.is_some(),
        "page" => {
            cx.open_url("Sure?", |id| format!("https://x/{id}")).key("sure").await.is_accepted()
        }
        "returned page" => match cx.answers().open_url("sure") {
            None => {
                let page = |id: &str| format!("https://x/{id}");
                return InputRequired::new().open_url("sure", "Sure?", page).into();
            }
            Some(answer) => answer.is_accepted(),
        },
        _ => match cx.answers().confirm("sure") {
            None => return InputRequired::new().confirm("sure", "Sure?").into(),
            Some(answer) => answer.is_accepted(),
        },
    };
    if agreed {
        DELETED.fetch_add(1, Ordering::SeqCst);
    }
    Reply::Done("over")
}

fn served() -> Served {
    Served::start(Server::new("s", "1").tool(greet).tool(careful).tool(returned).tool(delete))
}

fn call(tool: &str, responses: Value) -> Call {
    Call::new(tool).with("inputResponses", responses)
}

fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

#[test]
fn an_answer_may_come_first_where_the_author_says_so() {
    let served = served();
    let ada = || json!({"who": accept(json!({"name": "Ada"})), "else": 1, "elicitation_1": {}});
    assert_eq!(text(&served.call(&call("greet", ada()))), "Hello, Ada!");
    assert_eq!(text(&served.call(&call("returned", ada()))), "Hello, Ada!");
    assert_eq!(served.call(&call("careful", ada()))["result"]["resultType"], "input_required");
    // A no is an answer as well.
    let no = served.call(&call("greet", json!({"who": {"action": "decline"}})));
    assert_eq!(no["result"]["isError"], true);
}

#[test]
fn it_is_held_against_its_question_and_asked_for_otherwise() {
    let served = served();
    for (wrong, reason) in [
        (json!({}), "Your name?"),
        (json!({"other": accept(json!({"name": "Ada"}))}), "Your name?"),
        (json!({"who": accept(json!({"name": "A"}))}), "`name`"),
        (json!({"who": accept(json!({"name": 12345}))}), "`name`"),
        (json!({"who": 7}), "could not be read"),
    ] {
        let asked = served.call(&call("greet", wrong.clone()));
        let message = question(&asked, "who")["message"].as_str().unwrap();
        assert!(message.contains(reason), "{wrong}: {message}");
        let done = served.call(
            &Call::new("greet").retry(&asked, json!({"who": accept(json!({"name": "Ada"}))})),
        );
        assert_eq!(text(&done), "Hello, Ada!");
    }
    let twice = served.post(&call("greet", json!({})).json());
    let body = call("greet", json!({})).json().to_string();
    let body = body.replace(r#""inputResponses":{}"#, r#""inputResponses":{"who":1,"who":2}"#);
    assert!(body.contains("who"));
    assert_eq!(twice.body(body).send().code(), -32602);
}

/// An action behind a question never runs without a real yes.
#[test]
fn a_yes_is_always_asked_for() {
    let served = served();
    let capabilities = json!({"elicitation": {"form": {}, "url": {}}});
    for how in ["inline", "page", "returned page", "returned"] {
        for yes in [accept(json!({"confirm": true})), accept(json!({}))] {
            let call = call("delete", json!({"sure": yes})).arguments(json!({"how": how}));
            let asked = served.call(&call.capabilities(capabilities.clone()));
            assert_eq!(asked["result"]["resultType"], "input_required", "{how}");
            assert!(asked["result"]["inputRequests"]["sure"].is_object(), "{how}");
        }
    }
    assert_eq!(DELETED.load(Ordering::SeqCst), 0);
}

/// With a state, an answer needs its proof as everywhere.
#[test]
fn with_a_state_nothing_is_taken_unproven() {
    /// Asks for two names, one after the other.
    #[tool(unproven_answers)]
    async fn two(
        #[ask(key = "a")] a: Name,
        #[ask(key = "b", message = format!("After {}?", a.name))] b: Name,
    ) -> String {
        format!("{} {}", a.name, b.name)
    }
    let served = Served::start(Server::new("s", "1").tool(two));
    let name = |name: &str| accept(json!({"name": name}));
    let asked = served.call(&Call::new("two"));
    let both = json!({"a": name("Ada"), "b": name("Bob")});
    let second = served.call(&Call::new("two").retry(&asked, both.clone()));
    assert_eq!(question(&second, "b")["message"], "After Ada?");
    // All at once, in the first call.
    assert_eq!(text(&served.call(&call("two", both))), "Ada Bob");
}

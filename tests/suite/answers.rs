//! Answers that are not what was asked for: asked again with a reason, and never taken for a yes.

use std::sync::atomic::{AtomicUsize, Ordering};

use askback::prelude::*;
use askback_tests::{Call, Served, accept, question};
use serde_json::{Value, json};

/// Your size.
#[choice]
#[serde(rename_all = "lowercase")]
enum Size {
    Small,
    Large,
}

#[ask]
struct Order {
    #[schemars(length(min = 1, max = 5))]
    name: String,
    #[schemars(range(min = 1, max = 9))]
    count: i32,
    ratio: Option<f64>,
    #[serde(default)]
    gift: bool,
    size: Size,
}

/// Takes an order.
#[tool]
async fn order(#[ask(key = "o", message = "What?")] order: Answer<Order>) -> String {
    match order {
        Answer::Accepted(Order { name, count, ratio, gift, size }) => {
            let size = if matches!(size, Size::Small) { "small" } else { "large" };
            format!("{name} {count} {ratio:?} {gift} {size}")
        }
        Answer::Declined => "declined".into(),
        Answer::Cancelled => "cancelled".into(),
    }
}

static DELETED: AtomicUsize = AtomicUsize::new(0);

/// Deletes a file.
#[tool]
async fn delete(
    path: String,
    #[ask(confirm, message = format!("Delete {path}?"))] _sure: Confirmed,
) -> String {
    DELETED.fetch_add(1, Ordering::Relaxed);
    format!("{path} is gone")
}

/// A form whose fields are called like the members of its envelope.
#[ask]
struct Envelope {
    action: String,
    content: Option<String>,
}

/// Files a letter.
#[tool]
async fn letter(#[ask(message = "What?")] what: Envelope) -> String {
    format!("{} {:?}", what.action, what.content)
}

fn served() -> Served {
    Served::start(Server::new("s", "1").tool(order).tool(delete).tool(letter))
}

fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {answer}"))
}

/// The form as it goes out: flat, inlined, in order of declaration (M-ELI-3, M-ELI-4, B01, B15).
#[test]
fn the_form_is_flat_and_in_order() {
    let asked = served().call(&Call::new("order"));
    let schema = question(&asked, "o")["requestedSchema"].to_string();
    let expected = json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "minLength": 1, "maxLength": 5},
            "count": {"type": "integer", "minimum": 1, "maximum": 9},
            "ratio": {"type": "number"},
            "gift": {"type": "boolean", "default": false},
            "size": {"type": "string", "enum": ["small", "large"]},
        },
        "required": ["name", "count", "size"],
    });
    assert_eq!(schema, expected.to_string());
}

/// M-ELI-10, M-ELI-15, B02, B15, B17, B35: what is right is taken, and read as it was meant.
#[test]
fn good_answers_are_taken() {
    let served = served();
    let call = Call::new("order");
    let asked = served.call(&call);
    for (content, expected) in [
        (json!({"name": "a", "count": 3, "size": "small"}), "a 3 None false small"),
        (
            json!({"name": "\u{e4}\u{e4}\u{e4}\u{e4}\u{e4}", "count": 3.0, "size": "large", "gift": true}),
            "\u{e4}\u{e4}\u{e4}\u{e4}\u{e4} 3 None true large",
        ),
        (
            json!({"name": "a", "count": 1, "size": "small", "ratio": null, "x": {"y": []}}),
            "a 1 None false small",
        ),
        (
            json!({"name": "a", "count": 9, "size": "small", "ratio": 1.5}),
            "a 9 Some(1.5) false small",
        ),
        (
            json!({"name": "a", "count": 9, "size": "small", "ratio": 2}),
            "a 9 Some(2.0) false small",
        ),
    ] {
        let done = served.call(&call.retry(&asked, json!({"o": accept(content)})));
        assert_eq!(text(&done), expected);
    }
}

/// M-ELI-10, M-MRTR-14, M-MRTR-17, B17, B29, B32, B33: asked again, with the reason in front.
#[test]
fn bad_answers_are_asked_again_with_a_reason_that_keeps_the_value_to_itself() {
    let served = served();
    let call = Call::new("order");
    let asked = served.call(&call);
    let good = json!({"name": "a", "count": 3, "size": "small"});
    let with = |member: &str, value: Value| {
        let mut content = good.clone();
        content[member] = value;
        accept(content)
    };
    for (entry, named) in [
        (with("count", json!("77031")), "`count`"),
        (with("count", json!(3.5)), "`count`"),
        (with("count", json!(77031)), "`count`"),
        (with("count", json!(0)), "`count`"),
        (with("count", json!(null)), "`count`"),
        (with("name", json!("")), "`name`"),
        (with("name", json!("77031x")), "`name`"),
        (with("name", json!({"a": "77031"})), "`name`"),
        (with("name", json!(["77031"])), "`name`"),
        (with("gift", json!("77031")), "`gift`"),
        (with("size", json!("77031")), "`size`"),
        (with("ratio", json!("77031")), "`ratio`"),
        (accept(json!({})), "`name`"),
        (json!({"action": "accept"}), "`name`"),
        (json!({"action": "accept", "content": null}), "`name`"),
        (accept(json!("77031")), "answer"),
        (accept(json!(["77031"])), "answer"),
        (json!({"action": "ACCEPT", "content": good}), "answer"),
        (json!({"action": "reject"}), "answer"),
        (json!({"content": good}), "answer"),
        (json!(77031), "answer"),
        (json!(null), "answer"),
        (json!({"roots": []}), "answer"),
        (json!({"error": {"code": -1, "message": "77031"}}), "answer"),
    ] {
        let again = served.call(&call.retry(&asked, json!({"o": entry})));
        let message = question(&again, "o")["message"].as_str().unwrap();
        assert!(message.ends_with(". What?"), "{entry}: {message}");
        assert!(message.contains(named), "{entry}: {message}");
        assert!(!again.to_string().contains("77031"), "{entry}: {message}");
        let done = served.call(&call.retry(&again, json!({"o": accept(good.clone())})));
        assert_eq!(text(&done), "a 3 None false small", "after {entry}");
    }
}

/// B30: a no is not held against the form, and what comes with it is ignored.
#[test]
fn content_beside_a_no_is_ignored() {
    let served = served();
    let call = Call::new("order");
    let asked = served.call(&call);
    for content in [json!({}), json!({"name": 1}), json!([]), json!(null)] {
        for (action, expected) in [("decline", "declined"), ("cancel", "cancelled")] {
            let entry = json!({"action": action, "content": content});
            assert_eq!(text(&served.call(&call.retry(&asked, json!({"o": entry})))), expected);
        }
    }
}

/// B14, B28, B36, B61: anything but accept + true leaves the file where it is.
#[test]
fn only_a_real_yes_confirms() {
    let served = served();
    let call = Call::new("delete").arguments(json!({"path": "/tmp/a"}));
    let asked = served.call(&call);
    let form = question(&asked, "sure");
    assert_eq!(form["message"], "Delete /tmp/a?");
    let properties = form["requestedSchema"]["properties"].as_object().unwrap();
    assert_eq!(properties["confirm"]["type"], "boolean");
    assert_eq!(properties.len(), 1);
    for (entry, again) in [
        (accept(json!({"confirm": false})), false),
        (json!({"action": "decline", "content": {"confirm": true}}), false),
        (json!({"action": "cancel", "content": {"confirm": true}}), false),
        (json!({"action": "accept"}), true),
        (accept(json!({})), true),
        (accept(json!({"confirm": "true"})), true),
        (accept(json!({"confirm": 1})), true),
        (json!({"action": "Accept", "content": {"confirm": true}}), true),
    ] {
        let answer = served.call(&call.retry(&asked, json!({"sure": entry})));
        let result = &answer["result"];
        if again {
            assert_eq!(result["resultType"], "input_required", "{entry}");
        } else {
            assert_eq!(result["isError"], true, "{entry}: {answer}");
        }
    }
    // Never asked, so never answered: neither with nor without a state.
    let yes = json!({"sure": accept(json!({"confirm": true}))});
    let mute = call.clone().capabilities(json!({})).with("inputResponses", yes.clone());
    assert_eq!(served.call(&mute)["error"]["code"], -32021);
    let early = served.call(&call.clone().with("inputResponses", yes.clone()));
    assert_eq!(early["result"]["resultType"], "input_required");
    assert_eq!(DELETED.load(Ordering::Relaxed), 0);
    let done = served.call(&call.retry(&asked, yes));
    assert_eq!(text(&done), "/tmp/a is gone");
    assert_eq!(DELETED.load(Ordering::Relaxed), 1);
}

/// M-MRTR-16, B35: keys that nobody asked for are ignored, and do not travel.
#[test]
fn extra_keys_are_ignored_and_not_carried() {
    let served = served();
    let call = Call::new("order");
    let asked = served.call(&call);
    let mut responses = json!({"__proto__": {"action": "accept"}, "undefined": 1});
    for extra in 0..10_000 {
        responses[format!("k{extra}")] = json!({"action": "accept", "content": {}});
    }
    let again = served.call(&call.retry(&asked, responses.clone()));
    let size = |answer: &Value| answer["result"]["requestState"].as_str().unwrap().len();
    assert!(size(&again) <= size(&asked) + 16, "{} against {}", size(&again), size(&asked));
    responses["o"] = json!({"action": "decline"});
    assert_eq!(text(&served.call(&call.retry(&again, responses))), "declined");
}

/// B31: the envelope and the form never mix.
#[test]
fn a_form_may_have_fields_named_like_its_envelope() {
    let served = served();
    let call = Call::new("letter");
    let asked = served.call(&call);
    let entry = accept(json!({"action": "archive", "content": "x"}));
    let done = served.call(&call.retry(&asked, json!({"what": entry})));
    assert_eq!(text(&done), "archive Some(\"x\")");
}

/// M-MRTR-14, M-MRTR-15, A-2, B20, B33, B42: the wrong JSON type is the client's fault, and 400.
#[test]
fn members_of_the_wrong_type_are_refused_before_anything_runs() {
    let served = served();
    let call = Call::new("order");
    let asked = served.call(&call);
    let retry = call.retry(&asked, json!({"o": {"action": "decline"}}));
    for (member, value) in [
        ("inputResponses", json!(null)),
        ("inputResponses", json!([])),
        ("inputResponses", json!("x")),
        ("inputResponses", json!(1)),
        ("requestState", json!(7)),
        ("requestState", json!({})),
        ("requestState", json!([])),
        ("arguments", json!(null)),
        ("arguments", json!([1])),
        ("arguments", json!("x")),
    ] {
        let reply = served.post(&retry.clone().with(member, value.clone()).json()).send();
        assert_eq!((reply.status, reply.code()), (400, -32602), "{member} {value}");
        assert!(reply.body.contains(&format!("`{member}`")), "{}", reply.body);
    }
    let fresh = served.call(&retry.clone().with("requestState", json!(null)));
    assert_eq!(fresh["result"]["resultType"], "input_required");
    assert_eq!(text(&served.call(&retry)), "declined");
}

/// Consent that is given twice in one message is no consent.
#[test]
fn an_answer_that_is_given_twice_is_refused() {
    let served = served();
    let call = Call::new("order");
    let asked = served.call(&call);
    let retry = call.retry(&asked, json!({"o": {"action": "decline"}})).json().to_string();
    let doubled = retry.replace(
        r#""o":{"action":"decline"}"#,
        r#""o":{"action":"decline"},"o":{"action":"cancel"}"#,
    );
    assert_ne!(doubled, retry);
    let mut request = served.post(&call.json());
    request = request.body(doubled);
    let reply = request.send();
    assert_eq!((reply.status, reply.code()), (400, -32602));
}

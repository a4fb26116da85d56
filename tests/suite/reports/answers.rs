//! What users answer: forms, and what does not fit them.

use askback::{prelude::*, testing::Client};
use askback_tests::{Call, Served, accept, question};
use serde_json::{Value, json};

use super::{ERAS, asks, client, delete_a, served, text};

/// A size.
#[choice]
#[serde(rename_all = "kebab-case")]
enum Size {
    ExtraSmall,
    Large,
}

/// An order, with fields that are called like parts of the answer around it.
#[ask(key = "order", message = "Your order?")]
struct Order {
    size: Option<Size>,
    #[serde(default = "five")]
    count: i32,
    #[serde(default)]
    action: String,
    #[serde(default)]
    content: Option<String>,
}

fn five() -> i32 {
    5
}

/// Orders.
#[tool]
async fn order(#[ask] order: Order) -> String {
    let size = order.size.map_or("-", |size| if matches!(size, Size::Large) { "L" } else { "XS" });
    format!("{size} {} {:?} {:?}", order.count, order.action, order.content)
}

fn orders() -> Server {
    Server::new("s", "1").tool(order)
}

/// The answer to an order that is accepted with this.
fn ordered(content: Value) -> Value {
    let served = Served::start(orders());
    let asked = served.call(&Call::new("order"));
    served.call(&Call::new("order").retry(&asked, json!({"order": accept(content)})))
}

/// The answer to `who` that says this.
fn said(who: Value) -> Value {
    let served = served();
    let asked = served.call(&Call::new("who"));
    served.call(&Call::new("who").retry(&asked, json!({"who": who})))
}

/// The answer to `delete` that says this.
fn confirmed(confirm: Value) -> Value {
    let served = served();
    let asked = served.call(&delete_a());
    served.call(&delete_a().retry(&asked, json!({"confirm": confirm})))
}

#[test]
fn b09_a_choice_stands_in_the_form_itself() {
    let asked = Served::start(orders()).call(&Call::new("order"));
    let form = &question(&asked, "order")["requestedSchema"];
    assert_eq!(
        form["properties"]["size"],
        json!({"type": "string", "enum": ["extra-small", "large"]})
    );
    assert!(text(&ordered(json!({"size": "extra-small"}))).starts_with("XS"));
}

#[test]
fn b14_a_confirmation_is_one_boolean_and_only_true_is_a_yes() {
    let asked = served().call(&delete_a());
    let form = &question(&asked, "confirm")["requestedSchema"];
    assert_eq!(form["properties"].as_object().unwrap().len(), 1);
    assert_eq!(form["properties"]["confirm"]["type"], "boolean");
    for empty in [json!({"action": "accept"}), accept(json!({}))] {
        asks(&confirmed(empty), &["confirm"]);
    }
    let no = confirmed(accept(json!({"confirm": false})));
    assert_eq!(no["result"]["isError"], true);
    assert!(!text(&no).contains("deleted"));
}

#[test]
fn b15_defaults_are_in_the_form_and_fill_an_empty_answer() {
    let asked = Served::start(orders()).call(&Call::new("order"));
    let form = &question(&asked, "order")["requestedSchema"];
    assert_eq!(form["properties"]["count"]["default"], 5);
    assert_eq!(form["properties"]["action"]["default"], "");
    assert_eq!(form.get("required"), None);
    assert_eq!(text(&ordered(json!({}))), "- 5 \"\" None");
}

#[test]
fn b17_three_point_zero_is_three_and_nothing_else_is() {
    for count in ["3", "3.0", "3e0"] {
        let content: Value = serde_json::from_str(&format!("{{\"count\":{count}}}")).unwrap();
        assert_eq!(text(&ordered(content)), "- 3 \"\" None", "{count}");
    }
    for wrong in [json!("3"), json!(3.5), json!(1e300), json!(true), json!([3])] {
        let again = ordered(json!({"count": wrong}));
        let message = question(&again, "order")["message"].as_str().unwrap();
        assert!(message.starts_with("`count`"), "{wrong}: {message}");
    }
}

#[tokio::test]
async fn b27_a_no_ends_the_call() {
    for revision in ERAS {
        for (client, said) in
            [(client().decline("who"), "declined"), (client().cancel("who"), "cancelled")]
        {
            let reply = client.revision(revision).call("who", ()).await;
            assert_eq!((reply.text(), reply.asked().len()), (said, 1), "{revision}");
        }
        let reply = client().revision(revision).decline("confirm");
        let reply = reply.call("delete", json!({"path": "/a"})).await;
        assert!(reply.is_error() && !reply.text().contains("deleted"));
    }
}

#[test]
fn b28_only_accept_is_consent() {
    let content = json!({"confirm": true});
    for action in ["decline", "cancel"] {
        let no = confirmed(json!({"action": action, "content": content}));
        assert_eq!(no["result"]["isError"], true, "{action}");
    }
    for unknown in [
        json!({"action": "ACCEPT", "content": content}),
        json!({"action": "reject", "content": content}),
        json!({"content": content}),
        json!({"action": true, "content": content}),
    ] {
        asks(&confirmed(unknown), &["confirm"]);
    }
}

#[test]
fn b29_accept_without_content_is_an_empty_form() {
    for empty in [
        json!({"action": "accept"}),
        json!({"action": "accept", "content": null}),
        accept(json!({})),
    ] {
        asks(&said(empty.clone()), &["who"]);
        let served = Served::start(orders());
        let asked = served.call(&Call::new("order"));
        let answer = served.call(&Call::new("order").retry(&asked, json!({"order": empty})));
        assert_eq!(text(&answer), "- 5 \"\" None");
    }
}

#[test]
fn b30_content_beside_a_cancel_is_not_looked_at() {
    for cancel in [
        json!({"action": "cancel", "content": {}}),
        json!({"action": "cancel", "content": 7}),
        json!({"action": "cancel"}),
    ] {
        assert_eq!(text(&said(cancel)), "cancelled");
    }
}

#[test]
fn b31_a_field_may_be_called_like_the_envelope_around_it() {
    let answer = ordered(json!({"action": "archive", "content": "x"}));
    assert_eq!(text(&answer), "- 5 \"archive\" Some(\"x\")");
}

#[test]
fn b32_values_that_no_form_has_are_asked_again() {
    for content in [
        json!(7),
        json!([1]),
        json!("x"),
        json!({"name": {"a": 1}}),
        json!({"name": [1, 2]}),
        json!({"name": null}),
        json!({"name": ["a"]}),
    ] {
        asks(&said(accept(content)), &["who"]);
    }
}

#[test]
fn b33_an_entry_of_another_kind_is_no_answer() {
    for entry in [
        json!("yes"),
        json!({"roots": []}),
        json!({"error": {"code": -1, "message": "no"}}),
        json!(null),
        json!(12345),
        json!([{"action": "accept"}]),
    ] {
        asks(&confirmed(entry), &["confirm"]);
    }
    let served = served();
    let asked = served.call(&delete_a());
    for wrong in [json!([]), json!("x"), json!(7), json!(null)] {
        let retry = delete_a().retry(&asked, json!({})).with("inputResponses", wrong);
        assert_eq!(served.post(&retry.json()).send().code(), -32602);
    }
}

#[test]
fn b35_keys_that_nobody_asked_for_are_ignored_and_not_carried() {
    let served = served();
    let asked = served.call(&Call::new("pair"));
    let mut responses = json!({
        "a": accept(json!({"confirm": true})),
        "undefined": accept(json!({})),
        "__proto__": accept(json!({"confirm": true})),
        ("k".repeat(1 << 20)): accept(json!({})),
    });
    for number in 0..10_000 {
        responses[format!("x{number}")] = accept(json!({}));
    }
    let again = served.call(&Call::new("pair").retry(&asked, responses));
    asks(&again, &["b"]);
    let state = again["result"]["requestState"].as_str().unwrap();
    assert!(state.len() < 500, "{} characters", state.len());
}

#[test]
fn b16_a_form_claims_no_dialect() {
    let asked = Served::start(orders()).call(&Call::new("order"));
    assert!(!asked.to_string().contains("$schema"), "{asked}");
}

/// A form that is typed can be answered by the type itself.
#[tokio::test]
async fn b26_a_macro_written_tool_reads_its_answer() {
    for revision in ERAS {
        let client = Client::new(orders()).revision(revision).answer("order", json!({"count": 2}));
        assert_eq!(client.call("order", ()).await.text(), "- 2 \"\" None", "{revision}");
    }
}

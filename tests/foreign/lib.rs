//! Types of other crates as fields of forms (features `chrono04`, `jiff02`, `url2`).
//!
//! A package of its own, so that the tests beside it see askback with the features that it has for
//! everybody.

#![cfg(test)]

use askback::{Elicit, prelude::*, testing::Client};
use serde_json::{Value, json};

/// Dates and pages.
#[ask(key = "when", message = "When and where?")]
struct When {
    day: chrono::NaiveDate,
    at: Option<chrono::DateTime<chrono::Utc>>,
    civil: jiff::civil::Date,
    instant: jiff::Timestamp,
    page: url::Url,
}

/// Says when and where.
#[tool]
async fn when(#[ask] when: When) -> String {
    let When { day, at, civil, instant, page } = when;
    let at = at.map(|at| at.timestamp());
    format!("{day} {at:?} {civil} {instant} {}", page.host_str().unwrap_or_default())
}

#[test]
fn dates_and_pages_are_strings_with_their_formats() {
    let form: Value = serde_json::from_str(When::form().unwrap().requested_schema()).unwrap();
    let properties = &form["properties"];
    for (field, format) in [
        ("day", "date"),
        ("at", "date-time"),
        ("civil", "date"),
        ("instant", "date-time"),
        ("page", "uri"),
    ] {
        assert_eq!(properties[field], json!({"type": "string", "format": format}), "{field}");
    }
    assert_eq!(form["required"], json!(["day", "civil", "instant", "page"]));
}

fn good() -> Value {
    json!({
        "day": "2026-02-28", "at": "2026-02-28T12:00:00+02:00", "civil": "2024-02-29",
        "instant": "2026-02-28T12:00:00Z", "page": "https://example.com/a?b",
    })
}

#[tokio::test]
async fn dates_and_pages_are_read() {
    let client = Client::new(Server::new("s", "1").tool(when)).answer("when", good());
    let right = "2026-02-28 Some(1772272800) 2024-02-29 2026-02-28T12:00:00Z example.com";
    assert_eq!(client.call("when", json!({})).await.text(), right);
}

#[tokio::test]
async fn dates_and_pages_are_checked_before_they_are_read() {
    for (field, wrong) in [
        ("day", "2026-02-30"),
        ("day", "28.2.2026"),
        ("at", "2026-02-28"),
        ("civil", "2023-02-29"),
        ("instant", "2026-02-28T12:00:00"),
        ("page", "no page"),
        // Shapes that a form lets through and the type does not: asked again all the same.
        ("instant", "9999-12-31T23:59:59Z"),
        ("page", "https://[::1"),
    ] {
        let mut content = good();
        content[field] = wrong.into();
        let client = Client::new(Server::new("s", "1").tool(when));
        let client = client.answer("when", content).answer("when", good());
        let reply = client.call("when", json!({})).await;
        assert_eq!(reply.asked(), ["when", "when"], "{field} {wrong}");
        let message = &reply.rounds()[1].questions()[0].message;
        assert!(message.contains(&format!("`{field}`")) && !message.contains(wrong), "{message}");
        assert!(!reply.is_error());
    }
}

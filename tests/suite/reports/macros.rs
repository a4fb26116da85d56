//! The macros: what can be written, and what becomes of it. What cannot is in `tests/ui`.

use askback::{prelude::*, testing::Client};
use serde_json::json;

use super::{ERAS, listed};

/// A borrowing closure with an async block, before and after an ask (B110).
#[tool]
async fn buffered(cx: &Context, items: Vec<String>) -> String {
    let load = async |item: &String| {
        tokio::task::yield_now().await;
        item.len()
    };
    let mut before = 0;
    for item in &items {
        before += load(item).await;
    }
    let sure = cx.confirm(format!("Load {before}?")).key("sure").await.is_some();
    let after: Vec<usize> = {
        let mut after = Vec::new();
        for length in items.iter().map(|item| async move { load(item).await }) {
            after.push(length.await);
        }
        after
    };
    format!("{before} {sure} {after:?}")
}

#[tokio::test]
async fn b110_borrowing_closures_with_async_blocks_compile_and_run() {
    for revision in ERAS {
        let client = Client::new(Server::new("s", "1").tool(buffered)).revision(revision);
        let reply = client.confirm("sure").call("buffered", json!({"items": ["a", "bc"]})).await;
        assert_eq!(reply.text(), "3 true [1, 2]", "{revision}");
    }
}

const TEXT: &str = "A constant.";

/// First line.
///
///     indented
///
/// Last line.
#[tool]
async fn documented() -> &'static str {
    ""
}

#[tool(description = TEXT)]
async fn constant() -> &'static str {
    ""
}

#[tool(description = concat!("a", "b"))]
async fn concatenated() -> &'static str {
    ""
}

#[doc = concat!("from ", "a macro")]
#[tool]
async fn doc_macro() -> &'static str {
    ""
}

#[tool]
async fn undocumented() -> &'static str {
    ""
}

#[test]
fn b113_a_description_is_any_text_expression() {
    let server = || {
        Server::new("s", "1")
            .tool(documented)
            .tool(constant)
            .tool(concatenated)
            .tool(doc_macro)
            .tool(undocumented)
    };
    let description = |tool| listed(server(), tool)["description"].as_str().map(str::to_owned);
    let documented = description("documented").unwrap();
    assert_eq!(documented, "First line.\n\n    indented\n\nLast line.");
    assert_eq!(description("constant").as_deref(), Some(TEXT));
    assert_eq!(description("concatenated").as_deref(), Some("ab"));
    assert_eq!(description("doc_macro").as_deref(), Some("from a macro"));
    assert_eq!(description("undocumented"), None);
}

/// Adds.
#[tool]
async fn add(
    /// The left one
    a: i32,
    mut b: Option<i32>,
    #[arg(description = "The third one")] c: Option<i32>,
    _cx: &Context,
) -> String {
    b = b.or(Some(1));
    (a + b.unwrap_or_default() + c.unwrap_or_default()).to_string()
}

#[tokio::test]
async fn b114_plain_arguments_are_properties_with_their_docs() {
    let schema = &listed(Server::new("s", "1").tool(add), "add")["inputSchema"];
    let properties = schema["properties"].as_object().unwrap();
    assert_eq!(properties.keys().collect::<Vec<_>>(), ["a", "b", "c"]);
    assert_eq!(properties["a"]["description"], "The left one");
    assert_eq!(properties["c"]["description"], "The third one");
    assert_eq!(schema["required"], json!(["a"]));
    let client = Client::new(Server::new("s", "1").tool(add));
    assert_eq!(client.call("add", json!({"a": 1})).await.text(), "2");
    assert_eq!(client.call("add", json!({"a": 1, "b": 2, "c": 3})).await.text(), "6");
}

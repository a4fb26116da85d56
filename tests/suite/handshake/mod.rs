//! The handshake revisions: the same handlers for clients that know only `initialize`.

mod asks;
mod batch;
mod http;
mod lifecycle;
mod questions;
mod resume;
mod trouble;

use std::sync::atomic::{AtomicUsize, Ordering};

use askback::{Capability, prelude::*};

/// Who to greet.
#[ask(key = "who", message = "Your name?")]
pub(crate) struct Name {
    /// Your name
    name: String,
}

/// A size, with all that newer forms have.
#[ask(key = "shirt", message = "Which shirt?")]
struct Shirt {
    /// The size
    #[serde(default)]
    size: Size,
    #[serde(default = "one")]
    count: u8,
    #[serde(default)]
    gift: bool,
}

fn one() -> u8 {
    1
}

#[choice]
#[derive(Default)]
enum Size {
    #[default]
    #[choice(title = "Small")]
    S,
    #[choice(title = "Large")]
    L,
}

/// Greets someone by name.
#[tool(title = "The greeter")]
async fn greet(#[ask] who: Answer<Name>) -> String {
    match who {
        Answer::Accepted(Name { name }) => format!("Hello, {name}!"),
        Answer::Declined | Answer::Cancelled => "Hello, stranger!".into(),
    }
}

/// Orders a shirt.
#[tool]
async fn shirt(#[ask] shirt: Shirt) -> String {
    let size = if matches!(shirt.size, Size::L) { "L" } else { "S" };
    format!("{} × {size}, gift: {}", shirt.count, shirt.gift)
}

/// How often `count` has begun, which both eras are measured by.
static BEGUN: AtomicUsize = AtomicUsize::new(0);

/// Asks twice, and says how often it began.
#[tool]
async fn count(cx: &Context) -> String {
    BEGUN.fetch_add(1, Ordering::SeqCst);
    let first = cx.ask::<Name>("First?").key("first").await;
    let second = cx.ask::<Name>("Second?").key("second").await;
    let begun = BEGUN.swap(0, Ordering::SeqCst);
    let name = |answer: Answer<Name>| answer.accepted().map_or("-".to_owned(), |name| name.name);
    format!("{} {} {begun}", name(first), name(second))
}

/// Deletes a file.
#[tool]
async fn delete(path: String, #[ask(confirm, message = "Sure?")] _sure: Confirmed) -> String {
    format!("{path} is gone")
}

/// Asks two things at once.
#[tool]
async fn both(cx: &Context) -> String {
    let one = cx.ask::<Name>("One?").key("one");
    let two = cx.ask::<Name>("Two?").key("two");
    let (one, two) = tokio::join!(one, two);
    format!("{} {}", one.is_accepted(), two.is_accepted())
}

/// Asks, but not for long.
#[tool]
async fn impatient(cx: &Context, millis: u64) -> &'static str {
    let patience = std::time::Duration::from_millis(millis);
    match tokio::time::timeout(patience, cx.ask::<Name>("Quick, your name?").key("who")).await {
        Ok(answer) if answer.is_accepted() => "in time",
        Ok(_) => "no",
        Err(_) => "too late",
    }
}

/// Says whether it can ask.
#[tool]
async fn can(cx: &Context) -> String {
    match cx.can_ask(Capability::Form) {
        Ok(()) => format!("yes, on {}", cx.revision()),
        Err(why) => why.to_string(),
    }
}

/// Takes a while.
#[tool]
async fn sleep(millis: u64) -> String {
    tokio::time::sleep(std::time::Duration::from_millis(millis)).await;
    millis.to_string()
}

/// Lets the client go, and takes a while.
#[tool]
async fn released(cx: &Context, millis: u64) -> String {
    let released = cx.release_stream();
    tokio::time::sleep(std::time::Duration::from_millis(millis)).await;
    released.to_string()
}

fn server() -> Server {
    Server::new("shop", "1.0.0")
        .title("The shop")
        .instructions("Ask for anything.")
        .tool(greet)
        .tool(shirt)
        .tool(count)
        .tool(delete)
        .tool(both)
        .tool(impatient)
        .tool(can)
        .tool(sleep)
        .tool(released)
}

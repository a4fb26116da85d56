//! A tool that asks for a name from inside its body.
//!
//! What stands above an ask may run once per round, so it must be safe to repeat; what stands below
//! runs only with the answer. `cargo run --bin greet_inline -- --http 127.0.0.1:8000`
//!
//! ```text
//! > tools/call greet {}
//! ? Your name?
//! ! accept {"name":"Ada"}
//! < Hello, Ada!
//! > tools/call greet {}
//! ? Your name?
//! ! decline
//! < Hello, stranger!
//! ```

use askback::prelude::*;

/// Who to greet.
#[ask]
struct Name {
    /// Your name
    name: String,
}

/// Greets someone by name.
#[tool]
async fn greet(cx: &Context) -> String {
    match cx.ask::<Name>("Your name?").key("who").await {
        Answer::Accepted(Name { name }) => format!("Hello, {name}!"),
        Answer::Declined | Answer::Cancelled => "Hello, stranger!".into(),
    }
}

#[askback::main]
async fn main() -> askback::Result<()> {
    askback_examples::serve(Server::new("greeter", "1.0.0").tool(greet)).await
}

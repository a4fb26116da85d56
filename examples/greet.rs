//! A tool that asks for a name before it runs: the question is a parameter.
//!
//! The body runs once, with the answer. `cargo run --bin greet -- --http 127.0.0.1:8000`
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
#[ask(key = "who", message = "Your name?")]
struct Name {
    /// Your name
    name: String,
}

/// Greets someone by name.
#[tool]
async fn greet(#[ask] who: Answer<Name>) -> String {
    match who {
        Answer::Accepted(Name { name }) => format!("Hello, {name}!"),
        Answer::Declined | Answer::Cancelled => "Hello, stranger!".into(),
    }
}

#[askback::main]
async fn main() -> askback::Result<()> {
    askback_examples::serve(Server::new("greeter", "1.0.0").tool(greet)).await
}

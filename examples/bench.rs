//! The three tools that the benchmarks of MCP servers call: `echo`, `greet` and `survey`.
//!
//! `bench --stdio` or `bench --http ADDR`; `WORKERS` sets the number of the runtime's threads, one
//! if not set.
//!
//! ```text
//! > tools/call survey {}
//! ? Your name?
//! ! accept {"name":"Ada"}
//! ? Your color?
//! ! accept {"color":"blue"}
//! ? Your pet?
//! ! accept {"pet":"cat"}
//! < Hello, Ada: blue, cat.
//! ```

use askback::prelude::*;

#[ask]
struct Name {
    name: String,
}

#[ask]
struct Color {
    color: String,
}

#[ask]
struct Pet {
    pet: String,
}

/// Says what it is told.
#[tool]
async fn echo(text: String) -> String {
    text
}

/// Greets someone by name.
#[tool]
async fn greet(#[ask(message = "Your name?")] name: Answer<Name>) -> String {
    match name {
        Answer::Accepted(Name { name }) => format!("Hello, {name}!"),
        Answer::Declined | Answer::Cancelled => "Hello, stranger!".into(),
    }
}

/// Asks three questions, one after the other.
#[tool]
async fn survey(cx: &Context) -> String {
    let name = cx.ask::<Name>("Your name?").key("name").await.accepted();
    let color = cx.ask::<Color>("Your color?").key("color").await.accepted();
    let pet = cx.ask::<Pet>("Your pet?").key("pet").await.accepted();
    match (name, color, pet) {
        (Some(Name { name }), Some(Color { color }), Some(Pet { pet })) => {
            format!("Hello, {name}: {color}, {pet}.")
        }
        _ => "Another time, then.".into(),
    }
}

fn main() -> askback::Result<()> {
    let workers = std::env::var("WORKERS").ok().and_then(|count| count.parse().ok()).unwrap_or(1);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(workers).enable_all().build()?;
    let server = Server::new("bench", "1.0.0").tool(echo).tool(greet).tool(survey);
    // Spawned, so that it runs on a worker and not on the main thread.
    let serving = runtime.spawn(askback_examples::serve(server));
    runtime.block_on(serving).map_err(std::io::Error::other)?
}

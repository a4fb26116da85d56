//! A tool that returns what it asks, and is called again with the answer and with its own state.
//!
//! Every run and everything that it carries is in sight. On older revisions the framework asks for it.
//! `cargo run --bin greet_returned -- --http 127.0.0.1:8000`
//!
//! ```text
//! > tools/call greet {}
//! ? Your name?
//! ! accept {"name":"Ada"}
//! ? And your title, Ada?
//! ! accept {"name":"Countess"}
//! < Hello, Countess Ada!
//! ```

use askback::prelude::*;

/// A name.
#[ask]
struct Name {
    /// Your name
    name: String,
}

/// Greets someone by title and name.
#[tool]
async fn greet(cx: &Context) -> Reply<String> {
    // The second run and all after it: the name was carried here, sealed.
    if let Some(name) = cx.carried::<String>() {
        return match cx.answers().elicit::<Name>("title") {
            Some(Answer::Accepted(title)) => Reply::Done(format!("Hello, {} {name}!", title.name)),
            Some(_) => Reply::Done(format!("Hello, {name}!")),
            None => ask_title(&name),
        };
    }
    match cx.answers().elicit::<Name>("who") {
        Some(Answer::Accepted(Name { name })) => ask_title(&name),
        Some(_) => Reply::Done("Hello, stranger!".into()),
        None => InputRequired::new().elicit::<Name>("who", "Your name?").into(),
    }
}

fn ask_title(name: &str) -> Reply<String> {
    let question = format!("And your title, {name}?");
    InputRequired::new().elicit::<Name>("title", question).carry(&name).into()
}

#[askback::main]
async fn main() -> askback::Result<()> {
    askback_examples::serve(Server::new("greeter", "1.0.0").tool(greet)).await
}

//! A deletion that fails closed: its body takes a proof that only a real yes makes.
//!
//! A no, a dismissal, a timeout and a client that cannot ask all end the call before the body.
//! `cargo run --bin delete -- --http 127.0.0.1:8000`
//!
//! ```text
//! > tools/call delete {"path":"notes.txt"}
//! ? Delete notes.txt?
//! ! decline
//! < not done: the user did not confirm `sure`
//! > tools/call delete {"path":"notes.txt"}
//! ? Delete notes.txt?
//! ! accept {"confirm":false}
//! < not done: the user did not confirm `sure`
//! > tools/call delete {}
//! ? Delete old.log?
//! ! accept {"confirm":true}
//! < old.log is gone.
//! ```

use askback::prelude::*;

/// Deletes a file. (This one only says so.)
#[tool(destructive = true)]
async fn delete(
    /// The file; `old.log` if left out
    path: Option<String>,
    #[ask(confirm, message = format!("Delete {}?", name(&path)))] _sure: Confirmed,
) -> String {
    format!("{} is gone.", name(&path))
}

fn name(path: &Option<String>) -> &str {
    path.as_deref().unwrap_or("old.log")
}

#[askback::main]
async fn main() -> askback::Result<()> {
    askback_examples::serve(Server::new("files", "1.0.0").tool(delete)).await
}

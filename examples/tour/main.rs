//! The tour: a server that asks, a client of each era that plays against it, and every message between
//! them.
//!
//! `cargo tour` asks in your terminal; `cargo tour --answer Ada` and `cargo tour --decline` answer
//! for you. Without a terminal it answers itself. The last line is the tool's text.

mod handshake;
mod http;
mod modern;
mod player;
mod trace;

use std::io;

use askback::prelude::*;
use player::Player;

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
async fn main() -> io::Result<()> {
    let mut player = Player::of(std::env::args().skip(1).collect())?;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let addr = listener.local_addr()?;
    let server = Server::new("greeter", "1.0.0").tool(greet);
    let serving = tokio::spawn(server.serve_http_on(listener, std::future::pending()));
    trace::title(&format!("a greeter at http://{addr}/mcp, and two clients that call it"));

    trace::title("\n2026-07-28: the server asks by the result of the call, and keeps nothing");
    let text = modern::Client::new(addr).call("greet", &mut player).await?;
    trace::last(&text);

    trace::title("\n2025-11-25: the same handler asks by a request of its own, in mid-call");
    let text = handshake::Client::open(addr).await?.call("greet", &mut player).await?;
    trace::last(&text);
    serving.abort();
    Ok(())
}

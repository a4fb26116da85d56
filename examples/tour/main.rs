//! The tour: a server that asks, a client that plays against it, and every message between them.
//!
//! `cargo tour` asks in your terminal; `cargo tour --answer Ada` and `cargo tour --decline` answer
//! for you. Without a terminal it answers itself. The last line is the tool's text.

mod client;
mod trace;

use std::io::{self, BufRead, IsTerminal, Write};

use askback::prelude::*;
use client::{Answers, Client};

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

/// How the question is answered.
enum Player {
    Says(String),
    Declines,
    /// Whoever sits at the terminal.
    Terminal,
}

#[askback::main]
async fn main() -> io::Result<()> {
    let player = player(std::env::args().skip(1).collect())?;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let addr = listener.local_addr()?;
    let server = Server::new("greeter", "1.0.0").tool(greet);
    let serving = tokio::spawn(server.serve_http_on(listener, std::future::pending()));
    trace::title(&format!("a greeter at http://{addr}/mcp, and a client that calls it"));
    let text = Client::new(addr).call("greet", |question| answer(&player, question)).await?;
    serving.abort();
    trace::last(&text);
    Ok(())
}

fn player(arguments: Vec<String>) -> io::Result<Player> {
    let mut arguments = arguments.into_iter();
    match (arguments.next().as_deref(), arguments.next(), arguments.next()) {
        (None, None, None) if io::stdin().is_terminal() => Ok(Player::Terminal),
        (None, None, None) => Ok(Player::Says("Ada".into())),
        (Some("--answer"), Some(name), None) => Ok(Player::Says(name)),
        (Some("--decline"), None, None) => Ok(Player::Declines),
        _ => Err(io::Error::other("usage: cargo tour [--answer TEXT | --decline]")),
    }
}

fn answer(player: &Player, question: &str) -> io::Result<Answers> {
    let line = match player {
        Player::Declines => return Ok(Answers::Decline),
        Player::Says(line) => line.clone(),
        Player::Terminal => {
            eprint!("\n  {question} (an empty line declines) ");
            io::stderr().flush()?;
            io::stdin().lock().lines().next().transpose()?.unwrap_or_default()
        }
    };
    Ok(if line.trim().is_empty() {
        Answers::Decline
    } else {
        Answers::Accept(line.trim().to_owned())
    })
}

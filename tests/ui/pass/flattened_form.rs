//! What the message about nested structs advises.
#![deny(warnings)]

use askback::prelude::*;

#[ask]
struct Address {
    street: String,
}

#[ask(message = "Who, and where?")]
struct Person {
    name: String,
    #[serde(flatten)]
    address: Address,
    #[serde(skip)]
    seen: Vec<String>,
}

/// Sends a letter.
#[tool]
async fn send(#[ask] to: Person) -> String {
    format!("{}, {}, {}", to.name, to.address.street, to.seen.len())
}

fn main() {
    let server = Server::new("s", "1").tool(send).build();
    assert!(server.is_ok(), "{server:?}");
}

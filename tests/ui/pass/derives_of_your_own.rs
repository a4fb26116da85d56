//! Derives below the attribute are the user's, with the user's serde and schemars; a type of theirs
//! is an argument.
#![deny(warnings)]

use askback::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[ask(message = "Your name?")]
#[derive(Clone, Debug, Deserialize, JsonSchema)]
struct Name {
    #[serde(rename = "fullName")]
    name: String,
    size: Option<Size>,
}

#[choice]
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Size {
    Small,
    Large,
}

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[ask(derive = false, message = "Where?")]
struct Place {
    city: String,
}

/// Says hello.
#[tool]
async fn hello(place: Place, #[ask] name: Name, #[ask(key = "to")] to: Place) -> String {
    let size = name.size.unwrap_or(if name.name.is_empty() { Size::Small } else { Size::Large });
    format!("{}, {name:?} ({size:?}), to {}", place.city, to.city)
}

fn main() {
    let server = Server::new("s", "1").tool(hello).build();
    assert!(server.is_ok(), "{server:?}");
}

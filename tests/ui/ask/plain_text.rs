use askback::prelude::*;

/// Asks.
#[tool]
async fn hello(#[ask(message = "Your name?")] name: String) -> String {
    name
}

fn main() {}

use askback::prelude::*;

/// Asks.
#[tool]
async fn sure(#[ask(message = "Sure?")] _sure: Confirmed) -> &'static str {
    "Sure."
}

fn main() {}

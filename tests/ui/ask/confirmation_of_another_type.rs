use askback::prelude::*;

/// Asks.
#[tool]
async fn sure(#[ask(confirm, message = "Sure?")] sure: String) -> String {
    sure
}

fn main() {}

use askback::prelude::*;

/// Asks.
#[tool]
async fn sure(#[ask(message = "Sure?")] sure: bool) -> String {
    sure.to_string()
}

fn main() {}

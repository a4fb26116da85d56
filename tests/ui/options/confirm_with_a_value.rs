use askback::prelude::*;

/// Asks.
#[tool]
async fn sure(#[ask(confirm = true, message = "Sure?")] sure: bool) -> String {
    sure.to_string()
}

fn main() {}

use askback::prelude::*;

/// Asks.
#[tool]
async fn sure(#[ask(confirm)] sure: Confirmed) -> String {
    format!("{sure:?}")
}

fn main() {}

use askback::prelude::*;

/// Counts.
#[tool]
async fn count(items: &[String]) -> String {
    items.len().to_string()
}

fn main() {}

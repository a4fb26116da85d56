use askback::prelude::*;

/// Adds.
#[tool]
async fn add((a, b): (i32, i32)) -> String {
    (a + b).to_string()
}

fn main() {}

use askback::prelude::*;

/// Adds.
#[tool]
async fn add(a: i32, a: i32) -> String {
    a.to_string()
}

fn main() {}

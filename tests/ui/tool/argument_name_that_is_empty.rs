use askback::prelude::*;

/// Adds one.
#[tool]
async fn add(#[arg(name = "")] a: i32) -> String {
    (a + 1).to_string()
}

fn main() {}

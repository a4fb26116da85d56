use askback::prelude::*;

/// Adds.
#[tool]
async fn add(a: i32, #[arg(name = "a")] b: i32) -> String {
    (a + b).to_string()
}

fn main() {}

use askback::prelude::*;

/// Adds one.
#[tool]
async fn add(a: i32, #[cfg(unix)] b: i32) -> String {
    (a + b).to_string()
}

fn main() {}

use askback::prelude::*;

/// Adds one.
#[tool]
async fn add(
    #[arg(name = "n")]
    #[arg(description = "A number")]
    a: i32,
) -> String {
    (a + 1).to_string()
}

fn main() {}

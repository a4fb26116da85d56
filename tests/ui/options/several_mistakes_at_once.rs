use askback::prelude::*;

/// Adds.
#[tool(titel = "Add")]
async fn add(a: &str, #[ask(kee = "b")] b: Option<i32>) -> String {
    format!("{a}{b:?}")
}

fn main() {}

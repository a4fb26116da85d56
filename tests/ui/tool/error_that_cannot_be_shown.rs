use askback::prelude::*;

struct Failed;

/// Fails.
#[tool]
async fn fail() -> Result<String, Failed> {
    Err(Failed)
}

fn main() {}

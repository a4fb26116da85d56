use askback::prelude::*;

/// Waits.
#[tool]
async fn wait() -> std::time::Duration {
    std::time::Duration::ZERO
}

fn main() {}

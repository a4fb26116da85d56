use askback::prelude::*;

/// Says hello.
#[tool(description = 5)]
async fn hello() -> &'static str {
    "Hello!"
}

fn main() {}

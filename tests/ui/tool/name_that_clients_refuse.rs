use askback::prelude::*;

/// Says hello.
#[tool(name = "say hello")]
async fn hello() -> &'static str {
    "Hello!"
}

fn main() {}

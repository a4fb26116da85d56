use askback::prelude::*;

/// Says hello.
#[tool(nmae = "hello")]
async fn hello() -> &'static str {
    "Hello!"
}

fn main() {}

use askback::prelude::*;

/// Says hello.
#[tool(name("hello"))]
async fn hello() -> &'static str {
    "Hello!"
}

fn main() {}

use askback::prelude::*;

const NAME: &str = "hello";

/// Says hello.
#[tool(name = NAME)]
async fn hello() -> &'static str {
    "Hello!"
}

fn main() {}

use askback::prelude::*;

/// Says hello.
#[tool(title)]
async fn hello() -> &'static str {
    "Hello!"
}

fn main() {}

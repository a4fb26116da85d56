use askback::prelude::*;

/// Says hello.
#[tool]
async fn hello() -> &'static str {
    "Hello!"
}

async fn twice() -> String {
    hello().await.repeat(2)
}

fn main() {}

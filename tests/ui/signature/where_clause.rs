use askback::prelude::*;

/// Says hello.
#[tool]
async fn hello() -> &'static str
where
    String: Clone,
{
    "Hello!"
}

fn main() {}

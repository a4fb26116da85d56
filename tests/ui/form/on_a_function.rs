use askback::prelude::*;

#[ask]
async fn hello() -> &'static str {
    "Hello!"
}

fn main() {}

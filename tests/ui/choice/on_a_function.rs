use askback::prelude::*;

#[choice]
async fn hello() -> &'static str {
    "Hello!"
}

fn main() {}

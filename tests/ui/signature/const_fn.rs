use askback::prelude::*;

/// Says hello.
#[tool]
const fn hello() -> &'static str {
    "Hello!"
}

fn main() {}

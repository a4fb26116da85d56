use askback::prelude::*;

/// Says hello.
#[tool]
async unsafe fn hello() -> &'static str {
    "Hello!"
}

fn main() {}

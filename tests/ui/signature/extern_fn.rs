use askback::prelude::*;

/// Says hello.
#[tool]
extern "C" fn hello() -> &'static str {
    "Hello!"
}

fn main() {}

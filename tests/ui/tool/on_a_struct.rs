use askback::prelude::*;

#[tool]
struct Greeter {
    name: String,
}

fn main() {}

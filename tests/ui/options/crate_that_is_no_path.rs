use askback::prelude::*;

#[ask(crate = 1)]
struct Name {
    name: String,
}

fn main() {}

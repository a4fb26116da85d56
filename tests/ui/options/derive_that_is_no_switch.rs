use askback::prelude::*;

#[ask(derive = "no")]
struct Name {
    name: String,
}

fn main() {}

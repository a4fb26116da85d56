use askback::prelude::*;

#[derive(serde::Deserialize)]
#[ask]
struct Name {
    name: String,
}

fn main() {}

use askback::prelude::*;

#[ask]
struct Tags {
    tags: Vec<String>,
}

fn main() {}

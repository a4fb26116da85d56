use askback::prelude::*;

#[ask]
struct Name<'a> {
    name: &'a str,
}

fn main() {}

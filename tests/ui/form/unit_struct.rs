use askback::prelude::*;

#[ask]
struct Nothing;

fn main() {}

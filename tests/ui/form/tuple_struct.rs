use askback::prelude::*;

#[ask]
struct Name(String);

fn main() {}

use askback::prelude::*;

#[ask]
enum Size {
    Small,
    Large,
}

fn main() {}

use askback::prelude::*;

enum Size {
    Small,
    Large,
}

#[ask]
struct Shirt {
    size: Size,
}

fn main() {}

use askback::prelude::*;

#[choice]
enum Size {
    Small,
    #[choice(name = "big")]
    Large,
}

fn main() {}

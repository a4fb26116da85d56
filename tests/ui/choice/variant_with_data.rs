use askback::prelude::*;

#[choice]
enum Size {
    Small,
    Custom(u32),
}

fn main() {}

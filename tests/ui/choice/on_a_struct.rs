use askback::prelude::*;

#[choice]
struct Size {
    centimetres: u32,
}

fn main() {}

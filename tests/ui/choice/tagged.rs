use askback::prelude::*;

#[choice]
#[serde(tag = "size")]
enum Size {
    Small,
    Large,
}

fn main() {}

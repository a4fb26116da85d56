use askback::prelude::*;

#[choice]
enum Size {
    Small,
    #[serde(skip_serializing)]
    Large,
}

fn main() {}

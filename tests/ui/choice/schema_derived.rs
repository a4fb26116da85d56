use askback::prelude::*;

#[choice]
#[derive(schemars::JsonSchema)]
enum Size {
    Small,
    Large,
}

fn main() {}

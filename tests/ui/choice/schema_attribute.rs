use askback::prelude::*;

#[choice]
#[schemars(rename_all = "lowercase")]
enum Size {
    Small,
    #[schemars(rename = "big")]
    Large,
}

fn main() {}

use askback::prelude::*;

#[choice]
enum Size {
    Small,
    #[choice(title = "Large")]
    #[schemars(title = "Big")]
    Large,
}

fn main() {}

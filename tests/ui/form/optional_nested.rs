use askback::prelude::*;

#[ask]
struct Address {
    street: String,
}

#[ask]
struct Person {
    name: String,
    address: Option<Address>,
}

fn main() {}

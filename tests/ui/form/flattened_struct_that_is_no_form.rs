use askback::prelude::*;

#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
struct Address {
    street: String,
}

#[ask]
struct Person {
    name: String,
    #[serde(flatten)]
    address: Address,
}

fn main() {}

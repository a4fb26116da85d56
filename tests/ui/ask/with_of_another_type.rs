use askback::prelude::*;

async fn owner() -> u32 {
    1
}

/// Says whose it is.
#[tool]
async fn whose(#[ask(with = owner())] owner: String) -> String {
    owner
}

fn main() {}

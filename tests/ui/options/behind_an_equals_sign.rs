use askback::prelude::*;

#[ask]
struct Name {
    name: String,
}

/// Says hello.
#[tool]
async fn hello(#[ask = "Your name?"] name: Name) -> String {
    name.name
}

fn main() {}

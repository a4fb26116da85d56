use askback::prelude::*;

#[ask("Your name?")]
struct Name {
    name: String,
}

/// Says hello.
#[tool("Says hello")]
async fn hello(#[ask("Your name?")] name: Name) -> String {
    name.name
}

fn main() {}

use askback::prelude::*;

/// Adds.
#[tool]
async fn add((a, b): (i32, i32)) -> String {
    (a + b).to_string()
}

#[ask(message = "Who?")]
struct Name {
    name: String,
}

/// Greets.
#[tool]
async fn greet(#[ask] Name { name }: Name) -> String {
    name
}

fn main() {}

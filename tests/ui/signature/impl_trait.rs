use askback::prelude::*;

/// Says hello.
#[tool]
async fn hello(who: impl ToString) -> String {
    who.to_string()
}

fn main() {}

use askback::prelude::*;

/// Says hello.
#[tool]
async fn hello<T: ToString + Send>(who: T) -> String {
    who.to_string()
}

fn main() {}

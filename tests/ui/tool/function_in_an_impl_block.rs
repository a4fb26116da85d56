use askback::prelude::*;

struct Greeter;

impl Greeter {
    /// Says hello.
    #[tool]
    async fn hello() -> &'static str {
        "Hello!"
    }
}

fn main() {}

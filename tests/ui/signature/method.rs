use askback::prelude::*;

struct Greeter;

impl Greeter {
    /// Says hello.
    #[tool]
    async fn hello(&self) -> &'static str {
        "Hello!"
    }
}

fn main() {}

use askback::prelude::*;

/// Says hello.
#[tool]
async fn hello() -> &'static str {
    "Hello!"
}

fn server() -> Server {
    Server::new("s", "1").tool(hello::call)
}

fn main() {}

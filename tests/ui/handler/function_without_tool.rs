use askback::prelude::*;

async fn hello() -> &'static str {
    "Hello!"
}

fn server() -> Server {
    Server::new("s", "1").tool(hello)
}

fn main() {}

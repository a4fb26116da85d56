use askback::prelude::*;

/// Cities.
#[complete]
async fn city() -> Vec<String> {
    Vec::new()
}

/// Goes somewhere.
#[tool]
async fn go(#[arg(complete = city)] city: String) -> String {
    city
}

fn main() {
    let _ = Server::new("s", "1").tool(go);
    let _ = city();
}

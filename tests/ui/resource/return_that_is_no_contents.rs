use askback::prelude::*;

#[resource("config://app")]
async fn config() -> u8 {
    7
}

#[prompt]
async fn poem() -> Option<String> {
    None
}

fn main() {
    let _ = Server::new("s", "1").resource(config).prompt(poem);
}

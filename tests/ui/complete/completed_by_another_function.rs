use askback::prelude::*;

fn city() -> Vec<String> {
    Vec::new()
}

/// Asks for the weather.
#[prompt]
async fn weather(#[arg(complete = city)] city: String) -> String {
    city
}

fn main() {
    let _ = Server::new("s", "1").prompt(weather);
}

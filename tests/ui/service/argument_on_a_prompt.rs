use askback::prelude::*;

#[ask(message = "Who?")]
struct Name {
    name: String,
}

#[prompt]
async fn greet(#[ask(argument)] name: Answer<Name>) -> String {
    name.accepted().map(|name| name.name).unwrap_or_default()
}

fn main() {
    let _ = Server::new("s", "1").prompt(greet);
}

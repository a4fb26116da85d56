use askback::prelude::*;

#[ask(message = "Who?")]
struct Name {
    name: String,
}

#[tool]
async fn greet(ask: bool, #[ask(when = ask, required)] name: Name) -> String {
    name.name
}

fn main() {
    let _ = Server::new("s", "1").tool(greet);
}

use askback::prelude::*;

#[ask(message = "Who?")]
struct Name {
    name: String,
}

#[tool]
async fn greet(#[ask(required)] name: Option<Name>) -> String {
    name.map(|name| name.name).unwrap_or_default()
}

#[tool]
async fn count(fast: bool, #[ask(roots, when = fast, required)] roots: Option<Vec<u8>>) -> String {
    format!("{roots:?}")
}

fn main() {
    let _ = Server::new("s", "1").tool(greet).tool(count);
}

use askback::prelude::*;

#[ask]
struct Text {
    text: String,
}

/// Asks.
#[tool]
async fn both(
    #[ask(message = format!("Why {}?", first.text))] why: Text,
    #[ask(message = "What?")] first: Text,
) -> String {
    why.text + &first.text
}

fn main() {}

use askback::prelude::*;

#[choice]
enum Size {
    Small,
    Large,
}

/// Asks.
#[tool]
async fn shirt(#[ask(message = "Which?")] size: Size) -> &'static str {
    match size {
        Size::Small => "small",
        Size::Large => "large",
    }
}

fn main() {}

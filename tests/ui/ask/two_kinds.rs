use askback::prelude::*;

/// Asks for two kinds at once.
#[tool]
async fn ask(#[ask(confirm, roots, message = "Sure?")] sure: Confirmed) -> String {
    let _ = sure;
    String::new()
}

fn main() {}

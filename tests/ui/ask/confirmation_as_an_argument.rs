use askback::prelude::*;

/// Deletes everything.
#[tool]
async fn wipe(#[ask(confirm, argument, message = "Sure?")] sure: Confirmed) -> String {
    let _ = sure;
    String::new()
}

fn main() {}

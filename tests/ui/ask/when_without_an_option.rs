use askback::prelude::*;

/// Sends money.
#[tool]
async fn send(
    amount: u32,
    #[ask(confirm, when = amount > 100, message = "Really?")] sure: Confirmed,
) -> String {
    let _ = sure;
    amount.to_string()
}

fn main() {}

use askback::prelude::*;

/// Links a bank.
#[tool]
async fn link(
    #[ask(url = |id| format!("https://bank.example/{id}"), message = "Link it.")] bank: bool,
) -> String {
    bank.to_string()
}

fn main() {}

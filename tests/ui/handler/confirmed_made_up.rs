use askback::prelude::*;

/// Deletes a file.
#[tool]
async fn delete(#[ask(confirm, message = "Sure?")] sure: Confirmed) -> String {
    format!("{sure:?}")
}

async fn around() -> String {
    delete::call(Confirmed {}).await
}

fn main() {}

use askback::prelude::*;

fn delete(_path: &str, _proof: Confirmed) {}

/// Deletes two files on one yes.
#[tool]
async fn delete_both(#[ask(confirm, message = "Delete a?")] sure: Confirmed) -> &'static str {
    delete("a", sure);
    delete("b", sure);
    "Gone."
}

fn main() {}

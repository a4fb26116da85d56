//! What neither asks nor carries anything cannot be returned.

use askback::{InputRequired, Reply, prelude::*};

/// Asks for nothing.
#[tool]
async fn nothing() -> Reply<String> {
    Reply::Ask(InputRequired::new())
}

fn main() {}

#![deny(unused_must_use)]

use askback::prelude::*;

/// Asks, and does not wait.
#[tool]
async fn hasty(cx: &Context) -> &'static str {
    cx.confirm("Sure?");
    "Done."
}

fn main() {}

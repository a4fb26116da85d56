//! Lists hold choices, and nothing else.

use askback::prelude::*;

#[ask(message = "Which tags?")]
struct Tags {
    tags: Vec<String>,
}

fn main() {}

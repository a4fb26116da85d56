use askback::prelude::*;

/// Asks for a poem.
#[prompt]
async fn poem(#[arg(header = "Topic")] topic: String) -> String {
    topic
}

fn main() {}

use askback::prelude::*;

#[ask]
struct Name {
    #[ask]
    first: String,
    #[ask(message = "And the last?")]
    last: String,
}

fn main() {}

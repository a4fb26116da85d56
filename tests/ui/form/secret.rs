//! A form must not ask for secrets.

use askback::prelude::*;

#[ask(message = "Sign in.")]
struct SignIn {
    user: String,
    password: String,
    #[ask(allow_secret)]
    token_count: u32,
}

fn main() {}

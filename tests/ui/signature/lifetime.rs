use askback::prelude::*;

/// Says hello.
#[tool]
async fn hello<'a>(cx: &'a Context) -> String {
    format!("{cx:?}")
}

fn main() {}

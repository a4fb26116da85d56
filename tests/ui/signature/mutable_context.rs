use askback::prelude::*;

/// Says nothing.
#[tool]
async fn quiet(cx: &mut Context) -> String {
    format!("{cx:?}")
}

fn main() {}

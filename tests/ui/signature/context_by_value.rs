use askback::prelude::*;

/// Says nothing.
#[tool]
async fn quiet(cx: Context) -> String {
    format!("{cx:?}")
}

fn main() {}

use askback::prelude::*;

/// Says nothing.
#[tool]
fn quiet(cx: &Context) -> String {
    format!("{cx:?}")
}

fn main() {}

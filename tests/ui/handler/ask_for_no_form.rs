use askback::prelude::*;

struct Text {
    text: String,
}

/// Asks.
#[tool]
async fn what(cx: &Context) -> String {
    cx.ask::<Text>("What?").await.accepted().map(|what| what.text).unwrap_or_default()
}

fn main() {}

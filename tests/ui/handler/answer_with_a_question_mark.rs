use askback::prelude::*;

#[ask]
struct Text {
    text: String,
}

/// Treats a no as an error.
#[tool]
async fn hasty(cx: &Context) -> Result<String, String> {
    Ok(cx.ask::<Text>("What?").await?.text)
}

fn main() {}

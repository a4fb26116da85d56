use askback::prelude::*;

#[ask]
struct Text {
    text: String,
}

/// Asks from a task.
#[tool]
async fn detached(cx: &Context) -> String {
    tokio::spawn(async move {
        let _ = cx.ask::<Text>("What?").await;
    });
    "later".into()
}

fn main() {}

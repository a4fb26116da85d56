use askback::prelude::*;

#[ask]
struct Text {
    text: String,
}

/// Holds a lock while the user thinks.
#[tool]
async fn locked(cx: &Context) -> String {
    let count = std::sync::Mutex::new(1);
    let guard = count.lock().unwrap();
    let _ = cx.ask::<Text>("What?").await;
    guard.to_string()
}

fn main() {}

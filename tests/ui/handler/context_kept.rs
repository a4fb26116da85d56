use askback::prelude::*;

use std::sync::Mutex;

static KEPT: Mutex<Vec<&'static Context>> = Mutex::new(Vec::new());

/// Keeps the context.
#[tool]
async fn keep(cx: &Context) -> &'static str {
    KEPT.lock().unwrap().push(cx);
    "Kept."
}

fn main() {}

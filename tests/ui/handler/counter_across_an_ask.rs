use askback::prelude::*;

use std::rc::Rc;

/// Counts while the user thinks.
#[tool]
async fn count(cx: &Context) -> String {
    let count = Rc::new(1);
    let _ = cx.confirm("Sure?").await;
    count.to_string()
}

fn main() {}

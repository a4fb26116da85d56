use askback::prelude::*;

/// Cities.
#[complete]
async fn city() -> String {
    "Bonn".into()
}

fn main() {
    let _ = city();
}

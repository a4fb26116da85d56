use askback::prelude::*;

struct Place;

/// Goes there.
#[tool]
async fn go(place: Place) -> String {
    let _ = place;
    "there".into()
}

fn main() {}

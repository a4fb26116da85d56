use askback::prelude::*;

/// A country.
#[ask(message = "Which country?")]
struct Country {
    country: String,
}

/// Cities.
#[complete]
async fn city(#[ask] country: Country) -> Vec<String> {
    vec![country.country]
}

fn main() {
    let _ = city();
}

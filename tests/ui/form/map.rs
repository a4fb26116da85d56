use askback::prelude::*;

#[ask]
struct Labels {
    labels: std::collections::HashMap<String, String>,
}

fn main() {}

use askback::prelude::*;

#[ask]
struct Value<T> {
    value: T,
}

fn main() {}

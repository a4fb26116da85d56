use askback::prelude::*;

#[choice]
enum Size<T> {
    Small,
    Custom(T),
}

fn main() {}

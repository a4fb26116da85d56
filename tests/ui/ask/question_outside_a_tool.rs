use askback::prelude::*;

#[ask(message = "What?")]
struct Text {
    text: String,
}

async fn what(#[ask] what: Text) -> String {
    what.text
}

fn main() {}

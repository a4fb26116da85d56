use askback::prelude::*;

#[resource]
async fn nowhere() -> String {
    String::new()
}

#[resource("app.conf")]
async fn path() -> String {
    String::new()
}

#[resource("notes://{id}")]
async fn variable() -> String {
    String::new()
}

#[resource_template("notes://all")]
async fn fixed() -> String {
    String::new()
}

#[resource_template("notes://{id*}{rest}")]
async fn exploded() -> String {
    String::new()
}

#[resource_template("notes://{a}{b}")]
async fn adjacent(a: String, b: String) -> String {
    a + &b
}

fn main() {}

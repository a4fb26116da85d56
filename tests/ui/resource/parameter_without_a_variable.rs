use askback::prelude::*;

#[resource_template("notes://{id}")]
async fn note(cx: &Context, id: u32, page: u32) -> String {
    format!("{id} {page} {}", cx.is_retry())
}

#[resource("config://app")]
async fn config(verbose: bool) -> String {
    verbose.to_string()
}

fn main() {
    let _ = Server::new("s", "1").resource(config).resource_template(note);
}

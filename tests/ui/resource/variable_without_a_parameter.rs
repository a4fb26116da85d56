use askback::prelude::*;

#[resource_template("notes://{id}/{part}")]
async fn note(id: u32) -> String {
    id.to_string()
}

fn main() {
    let _ = Server::new("s", "1").resource_template(note);
}

use askback::prelude::*;

struct Service;

#[handlers]
impl Service {
    async fn count(&self) -> String {
        String::new()
    }
}

struct Other;

#[handlers]
fn function() {}

fn main() {
    let _ = Server::new("s", "1").handlers(Service).handlers(Other);
}

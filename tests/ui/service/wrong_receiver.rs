use askback::prelude::*;

struct Service(u32);

#[handlers]
impl Service {
    /// Counts.
    #[tool]
    async fn count(&mut self) -> String {
        self.0 += 1;
        self.0.to_string()
    }
}

fn main() {
    let _ = Server::new("s", "1").handlers(Service(0));
}

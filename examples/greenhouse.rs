//! A greenhouse: what a server tells without being asked. A long watering reports its progress and can be
//! called off, a resource can be watched, and names are completed while they are typed.
//!
//! `cargo run --bin greenhouse -- --http 127.0.0.1:8000`
//!
//! ```text
//! > tools/call water {"bed":"herbs","litres":3}
//! < 3 litres for herbs.
//! > resources/read greenhouse://beds/herbs
//! < herbs: 3 litres
//! > tools/call empty {"bed":"herbs"}
//! < The can for herbs is empty.
//! > prompts/get advice {"bed":"herbs","season":"summer"}
//! < What do herbs need in summer?
//! ```

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use askback::{LogLevel, Notifier, Progress, prelude::*};

/// How long a litre takes.
const LITRE: Duration = Duration::from_millis(50);

struct Greenhouse {
    /// Litres by bed.
    beds: Mutex<BTreeMap<String, u32>>,
    notifier: Notifier,
}

/// A season.
#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Season {
    Spring,
    Summer,
    Autumn,
    Winter,
}

#[handlers]
impl Greenhouse {
    /// Waters a bed, a litre at a time.
    #[tool]
    async fn water(&self, cx: &Context, bed: String, litres: u32) -> String {
        cx.log_as("pump", LogLevel::Info, format!("watering {bed}"));
        for litre in 1..=litres {
            tokio::time::sleep(LITRE).await;
            cx.progress(Progress::of(litre, litres).message(&bed));
        }
        // Who calls it off in between has watered nothing.
        self.pour(&bed, |poured| poured + litres);
        format!("{litres} litres for {bed}.")
    }

    /// Empties what a bed has got.
    #[tool(destructive = true)]
    async fn empty(&self, bed: String) -> String {
        self.pour(&bed, |_| 0);
        format!("The can for {bed} is empty.")
    }

    /// The beds there are.
    #[tool(read_only = true)]
    async fn beds(&self) -> String {
        self.names().join(", ")
    }

    /// What a bed has got.
    #[resource_template("greenhouse://beds/{bed}", mime_type = "text/plain")]
    async fn bed(&self, #[arg(complete = bed_name)] bed: String) -> Option<String> {
        let beds = self.beds.lock().unwrap_or_else(PoisonError::into_inner);
        beds.get(&bed).map(|litres| format!("{bed}: {litres} litres"))
    }

    /// Asks for advice.
    #[prompt]
    async fn advice(&self, #[arg(complete = bed_name)] bed: String, season: Season) -> String {
        let season = match season {
            Season::Spring => "spring",
            Season::Summer => "summer",
            Season::Autumn => "autumn",
            Season::Winter => "winter",
        };
        format!("What do {bed} need in {season}?")
    }

    /// The names of the beds.
    #[complete]
    async fn bed_name(&self) -> Vec<String> {
        self.names()
    }

    fn names(&self) -> Vec<String> {
        let beds = self.beds.lock().unwrap_or_else(PoisonError::into_inner);
        beds.keys().cloned().collect()
    }

    fn pour(&self, bed: &str, change: impl FnOnce(u32) -> u32) {
        let mut beds = self.beds.lock().unwrap_or_else(PoisonError::into_inner);
        let litres = beds.entry(bed.to_owned()).or_default();
        *litres = change(*litres);
        drop(beds);
        self.notifier.resource_updated(&format!("greenhouse://beds/{bed}"));
    }
}

#[askback::main]
async fn main() -> askback::Result<()> {
    let notifier = Notifier::new();
    let beds = ["herbs", "hops", "tomatoes"].map(|bed| (bed.to_owned(), 0)).into();
    let greenhouse = Greenhouse { beds: Mutex::new(beds), notifier: notifier.clone() };
    let server = Server::new("greenhouse", "1.0.0")
        .notifier(&notifier)
        .handlers(greenhouse)
        // Small, so that clients get to see a second page.
        .page_size(2);
    askback_examples::serve(server).await
}

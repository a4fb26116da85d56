//! A restaurant table: a form with a range, a date, and a choice with titles and a default.
//!
//! What does not fit is asked again with a reason, before the body ever runs.
//! `cargo run --bin booking -- --http 127.0.0.1:8000`
//!
//! ```text
//! > tools/call book {}
//! ? Your table?
//! ! accept {"guests":40,"day":"2026-12-24","area":"garden"}
//! ? `guests` must be at most 12. Your table?
//! ! accept {"guests":4,"day":"2026-12-24"}
//! < A table for 4 in the main room on 2026-12-24.
//! ```

use askback::prelude::*;

/// Where to sit.
#[choice]
#[serde(rename_all = "kebab-case")]
#[derive(Default)]
enum Area {
    /// In the main room
    #[default]
    MainRoom,
    /// In the garden, if the sun shines
    Garden,
}

/// A table.
#[ask(key = "table", message = "Your table?")]
struct Table {
    /// How many guests
    #[schemars(range(min = 1, max = 12))]
    guests: u8,
    /// The day
    #[schemars(extend("format" = "date"))]
    day: String,
    /// Where to sit
    #[serde(default)]
    area: Area,
}

/// Books a table.
#[tool]
async fn book(#[ask] table: Table) -> String {
    let place = match table.area {
        Area::MainRoom => "the main room",
        Area::Garden => "the garden",
    };
    format!("A table for {} in {place} on {}.", table.guests, table.day)
}

#[askback::main]
async fn main() -> askback::Result<()> {
    askback_examples::serve(Server::new("tables", "1.0.0").tool(book)).await
}

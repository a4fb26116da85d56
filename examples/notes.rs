//! A service: tools, a prompt and resources that share their state, and know who calls.
//!
//! Over stdio there is one user; over HTTP a layer in front says who it is, see `deposit.rs`.
//! `cargo run --bin notes -- --http 127.0.0.1:8000`
//!
//! ```text
//! > tools/call add {}
//! ? Which note?
//! ! accept {"text":"Buy milk."}
//! < Note 1 of somebody is there.
//! > resources/read notes://1
//! < Buy milk.
//! > tools/call clear {}
//! ? Delete all 1 notes?
//! ! accept {"confirm":true}
//! < All gone.
//! > resources/read notes://1
//! < error not found: Resource not found
//! > prompts/get sum_up {}
//! < Sum up these notes:
//! ```

use std::{collections::BTreeMap, sync::Mutex};

use askback::prelude::*;

/// A note.
#[ask(key = "note", message = "Which note?")]
struct Note {
    /// What it says
    text: String,
}

/// The notes of one process.
#[derive(Default)]
struct Notes(Mutex<BTreeMap<u32, String>>);

#[handlers]
impl Notes {
    /// Adds a note.
    #[tool]
    async fn add(&self, cx: &Context, #[ask] note: Note) -> String {
        let id = self.with(|notes| {
            let id = notes.len() as u32 + 1;
            notes.insert(id, note.text);
            id
        });
        let owner = cx.principal().and_then(|who| who.subject()).unwrap_or("somebody");
        format!("Note {id} of {owner} is there.")
    }

    /// Deletes all notes.
    #[tool(destructive = true)]
    async fn clear(
        &self,
        #[ask(confirm, message = format!("Delete all {} notes?", self.with(|notes| notes.len())))]
        _sure: Confirmed,
    ) -> &'static str {
        self.with(BTreeMap::clear);
        "All gone."
    }

    /// A note.
    #[resource_template("notes://{id}", mime_type = "text/plain")]
    async fn note(&self, id: u32) -> Option<String> {
        self.with(|notes| notes.get(&id).cloned())
    }

    /// Sums all notes up.
    #[prompt]
    async fn sum_up(&self) -> String {
        let notes: Vec<String> = self.with(|notes| notes.values().cloned().collect());
        format!("Sum up these notes:{}", notes.join("\n"))
    }

    fn with<T>(&self, work: impl FnOnce(&mut BTreeMap<u32, String>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}

#[askback::main]
async fn main() -> askback::Result<()> {
    askback_examples::serve(Server::new("notes", "1.0.0").handlers(Notes::default())).await
}

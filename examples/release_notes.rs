//! Release notes that the client's model writes, of what happened in its folders.
//!
//! Sampling and roots are deprecated in revision 2026-07-28: prefer a model of your own and an argument
//! that names a path. `cargo run --bin release_notes -- --http 127.0.0.1:8000`
//!
//! ```text
//! > tools/call release_notes {}
//! ? roots
//! ! roots ["file:///work/askback"]
//! ? model: Release notes, in one sentence, for 3 changes in askback.
//! ! says "Faster, safer, smaller."
//! < askback: Faster, safer, smaller.
//! ```

use askback::{Root, Sample, Sampled, prelude::*};

/// The last part of a folder's URI.
fn project(folders: &[Root]) -> &str {
    let folder = folders.first().map(Root::uri).unwrap_or_default();
    folder.rsplit('/').next().unwrap_or_default()
}

/// Writes release notes.
#[tool]
async fn release_notes(
    changes: Option<u32>,
    #[ask(roots)] folders: Vec<Root>,
    #[ask(sample = Sample::new(format!(
        "Release notes, in one sentence, for {} changes in {}.",
        changes.unwrap_or(3),
        project(&folders),
    )).max_tokens(200))]
    notes: Sampled,
) -> String {
    format!("{}: {}", project(&folders), notes.text())
}

#[askback::main]
async fn main() -> askback::Result<()> {
    askback_examples::serve(Server::new("releases", "1.0.0").tool(release_notes)).await
}

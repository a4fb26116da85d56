use askback::{Sample, prelude::*};

/// Writes notes.
#[tool]
async fn notes(#[ask(sample = Sample::new("Notes?"))] notes: String) -> String {
    notes
}

fn main() {}

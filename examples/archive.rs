//! Resources that ask: an old book is read only after its reader has signed.
//!
//! `cargo run --bin archive -- --http 127.0.0.1:8000`
//!
//! ```text
//! > resources/read books://2026
//! < Open to everybody.
//! > resources/read books://1899
//! ? The book of 1899 is closed. Your initials?
//! ! accept {"initials":"AL"}
//! < Read by AL: all quiet.
//! > resources/read books://1200
//! < error not found: Resource not found
//! ```

use askback::prelude::*;

/// A signature.
#[ask(key = "signature")]
struct Signature {
    /// Your initials
    #[schemars(length(min = 2, max = 4))]
    initials: String,
}

/// The book of a year.
#[resource_template("books://{year}", mime_type = "text/plain")]
async fn book(cx: &Context, year: u16) -> Result<Option<String>, ToolError> {
    match year {
        2000.. => Ok(Some("Open to everybody.".into())),
        1800.. => {
            let question = format!("The book of {year} is closed. Your initials?");
            match cx.ask::<Signature>(question).await {
                Answer::Accepted(by) => Ok(Some(format!("Read by {}: all quiet.", by.initials))),
                _ => Err(ToolError::new("nobody reads it without a signature")),
            }
        }
        _ => Ok(None),
    }
}

#[askback::main]
async fn main() -> askback::Result<()> {
    askback_examples::serve(Server::new("archive", "1.0.0").resource_template(book)).await
}

//! The yes/no question: its form and the proof that the user said yes.
//!
//! It does not know what the yes is for.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::form::{Elicit, Form, FormCell, FormError};

/// Proof that a user confirmed: the form was accepted, and with `true`.
///
/// Only the framework makes one, so a function that takes a `Confirmed` cannot be called without a
/// real yes. Accepting the form with `false` is never a yes.
///
/// ```
/// use askback::prelude::*;
///
/// fn delete(path: &str, _proof: Confirmed) -> String {
///     format!("{path} is gone.")
/// }
///
/// /// Deletes a file.
/// #[tool]
/// async fn remove(
///     path: String,
///     #[ask(confirm, message = format!("Delete {path}?"))] ok: Confirmed,
/// ) -> String {
///     delete(&path, ok)
/// }
/// # let _ = remove;
/// ```
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Confirmed {}

impl Confirmed {
    /// The proof, where the accepted form says yes.
    pub(super) fn from_content(content: &YesNo) -> Option<Self> {
        content.confirm.then_some(Self {})
    }
}

/// The form of every confirmation: one boolean, because an empty form leaves some clients with a
/// dead dialog (`reports.md B14`).
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct YesNo {
    #[schemars(title = "Confirm")]
    confirm: bool,
}

impl Elicit for YesNo {
    const KEY: Option<&'static str> = None;
    const MESSAGE: Option<&'static str> = None;

    fn form() -> Result<&'static Form, &'static FormError> {
        static FORM: FormCell = FormCell::new();
        FORM.of::<Self>()
    }
}

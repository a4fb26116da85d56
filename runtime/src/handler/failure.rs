//! Errors that a handler returns: who may read which text.
//!
//! Whether a result has a place for one is not known here.

use std::{any::Any, error::Error, fmt};

use serde::Serialize;

use super::Refusal;
use crate::wire::ToolContent;

/// An error that a handler can fail with: anything that can be displayed.
///
/// The text goes to the model as an `isError` result, and from a prompt or a resource to the client as
/// an internal error. Where it must not, wrap the error with
/// [`ToolError::internal`].
///
/// ```
/// use askback::prelude::*;
///
/// /// Reads a number.
/// #[tool]
/// async fn number(text: String) -> Result<String, std::num::ParseIntError> {
///     Ok(text.parse::<i64>()?.to_string())
/// }
/// # let _ = number;
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool",
    label = "cannot be displayed",
    note = "implement `Display` for it, or return `ToolError`"
)]
pub trait ToolFailure {
    /// The refusal that tells the error.
    #[doc(hidden)]
    fn into_refusal(self) -> Refusal;
}

#[diagnostic::do_not_recommend]
impl<E: fmt::Display + 'static> ToolFailure for E {
    fn into_refusal(self) -> Refusal {
        match (&self as &dyn Any).downcast_ref::<ToolError>() {
            Some(error) => error.refusal(),
            None => Refusal::reply(self.to_string()),
        }
    }
}

/// An error with a say in who reads it.
///
/// ```
/// use askback::ToolError;
///
/// let told = ToolError::new("the file is locked: try again in a minute");
/// assert_eq!(told.to_string(), "the file is locked: try again in a minute");
///
/// let hidden = ToolError::internal(std::io::Error::other("password=hunter2"));
/// assert_eq!(hidden.to_string(), "internal error");
/// ```
#[derive(Debug)]
pub struct ToolError {
    text: String,
    hidden: Option<Box<dyn Error + Send + Sync>>,
    /// JSON text.
    value: Option<String>,
}

impl ToolError {
    /// An error whose text the model reads.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), hidden: None, value: None }
    }

    /// An error whose text stays in the server's log, at level `ERROR`.
    #[must_use]
    pub fn internal(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { text: "internal error".to_owned(), hidden: Some(error.into()), value: None }
    }

    /// The same with a value beside the text, for programs: `structuredContent` where a tool's result
    /// has that.
    ///
    /// ```
    /// use askback::ToolError;
    ///
    /// let error = ToolError::new("quota exceeded").with(&[("limit", 10)]);
    /// assert_eq!(error.to_string(), "quota exceeded");
    /// ```
    #[must_use]
    pub fn with(mut self, value: &impl Serialize) -> Self {
        match serde_json::to_string(value) {
            Ok(json) => self.value = Some(json),
            Err(error) => tracing::error!(%error, "the value of a tool's error is no JSON"),
        }
        self
    }

    fn refusal(&self) -> Refusal {
        if let Some(error) = &self.hidden {
            tracing::error!(error = %error, "a handler failed");
        }
        let content = ToolContent::error(self.text.clone());
        Refusal::content(match &self.value {
            Some(json) => content.with_structure(json.clone()),
            None => content,
        })
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Error for ToolError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.hidden.as_deref().map(|error| error as &(dyn Error + 'static))
    }
}

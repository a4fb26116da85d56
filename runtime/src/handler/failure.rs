//! Errors that a tool returns: who may read which text.
//!
//! It does not know results of other handlers, which have no `isError`.

use std::{any::Any, error::Error, fmt};

use super::ToolReply;

/// An error that a tool can fail with: anything that can be displayed.
///
/// The text goes to the model as an `isError` result. Where it must not, wrap the error with
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
    /// The reply that reports the error.
    fn into_reply(self) -> ToolReply;
}

#[diagnostic::do_not_recommend]
impl<E: fmt::Display + 'static> ToolFailure for E {
    fn into_reply(self) -> ToolReply {
        match (&self as &dyn Any).downcast_ref::<ToolError>() {
            Some(error) => error.report(),
            None => ToolReply::error(self.to_string()),
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
}

impl ToolError {
    /// An error whose text the model reads.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), hidden: None }
    }

    /// An error whose text stays in the server's log, at level `ERROR`.
    #[must_use]
    pub fn internal(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { text: "internal error".to_owned(), hidden: Some(error.into()) }
    }

    fn report(&self) -> ToolReply {
        if let Some(error) = &self.hidden {
            tracing::error!(error = %error, "a tool failed");
        }
        ToolReply::error(self.text.clone())
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

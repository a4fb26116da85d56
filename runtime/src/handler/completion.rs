//! What completes an argument: a function of the author's, or the values that its type has.
//!
//! It does not know who asks.

use std::sync::Arc;

use schemars::{Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::Value;

use super::{Handler, IntoCompleter, Refusal, Replied, Replies, ToolFailure};
use crate::wire::{Completion, Done};

/// The parameter of a completer that is what was typed so far.
pub(crate) const VALUE: &str = "value";

/// See the module's documentation.
#[derive(Clone)]
pub(crate) enum CompletedBy {
    By(Arc<dyn Handler>),
    Values(Vec<String>),
}

impl std::fmt::Debug for CompletedBy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::By(handler) => f.debug_tuple("By").field(&handler.meta()).finish(),
            Self::Values(values) => f.debug_tuple("Values").field(values).finish(),
        }
    }
}

impl CompletedBy {
    /// The values of a type that has a few of them.
    pub(super) fn of_type(schema: fn(&mut SchemaGenerator) -> Schema) -> Option<Self> {
        let settings =
            SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
        let schema = schema(&mut SchemaGenerator::new(settings));
        values(schema.as_value()).map(Self::Values)
    }
}

/// The texts that a schema allows, if it allows nothing else but null.
fn values(schema: &Value) -> Option<Vec<String>> {
    if let Some(alternatives) = ["oneOf", "anyOf"].iter().find_map(|name| schema[*name].as_array())
    {
        let alternatives = alternatives.iter().filter(|schema| schema["type"] != "null");
        let all: Option<Vec<Vec<String>>> = alternatives.map(values).collect();
        return all.map(|all| all.concat());
    }
    if let Some(value) = schema["const"].as_str() {
        return Some(vec![value.to_owned()]);
    }
    if schema["type"] == "boolean" {
        return Some(vec!["true".to_owned(), "false".to_owned()]);
    }
    let values = schema["enum"].as_array()?.iter().filter(|value| !value.is_null());
    values.map(|value| value.as_str().map(str::to_owned)).collect()
}

/// A type that a function with [`#[complete]`](macro@crate::complete) may return.
///
/// Implemented for [`Completion`], for `Vec` and arrays of texts, and for `Result` of any of them with
/// an error that can be displayed.
///
/// ```
/// use askback::prelude::*;
///
/// /// The colours that there are.
/// #[complete]
/// async fn colour() -> [&'static str; 3] {
///     ["red", "green", "blue"]
/// }
///
/// /// Asks for a picture.
/// #[prompt]
/// async fn picture(#[arg(complete = colour)] colour: String) -> String {
///     format!("Draw something {colour}.")
/// }
/// # let _ = picture;
/// ```
#[diagnostic::on_unimplemented(
    message = "a completion cannot be `{Self}`",
    label = "not the values of a completion",
    note = "return `Completion`, a `Vec` or an array of texts, or a `Result` of one of them"
)]
pub trait IntoCompletion: Sized {
    /// The completion.
    #[doc(hidden)]
    fn into_completion(self) -> Result<Completion, Refusal>;
}

impl IntoCompletion for Completion {
    fn into_completion(self) -> Result<Completion, Refusal> {
        Ok(self)
    }
}

impl<T: Into<String>> IntoCompletion for Vec<T> {
    fn into_completion(self) -> Result<Completion, Refusal> {
        Ok(Completion::new(self))
    }
}

impl<T: Into<String>, const N: usize> IntoCompletion for [T; N] {
    fn into_completion(self) -> Result<Completion, Refusal> {
        Ok(Completion::new(self))
    }
}

impl<T: IntoCompletion, E: ToolFailure> IntoCompletion for Result<T, E> {
    fn into_completion(self) -> Result<Completion, Refusal> {
        match self {
            Ok(value) => value.into_completion(),
            Err(error) => Err(error.into_refusal()),
        }
    }
}

/// The place where the type of a completion meets its bound.
#[must_use]
pub const fn completion_replies<R: IntoCompletion>() -> Replies<R> {
    let into_replied = |value: R| Ok(Replied::done(Done::Completion(value.into_completion()?)));
    Replies { into_replied, output: None }
}

/// A completer, shared.
#[must_use]
pub fn completer(completer: impl IntoCompleter) -> Arc<dyn Handler> {
    Arc::new(completer.into_completer())
}

/// As [`completer`], for a method.
#[must_use]
pub fn shared(completer: impl Handler) -> Arc<dyn Handler> {
    Arc::new(completer)
}

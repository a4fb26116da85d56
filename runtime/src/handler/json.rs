//! A reply that is a value, for programs, beside its text, for models.
//!
//! It does not know which revision shows which value: that is the era's knowledge.

use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;

use super::{
    IntoReply, OutputSchema, Refusal, Replied, ToolError, ToolFailure, tool_reply::tool_reply,
};
use crate::wire::ToolContent;

/// A value as the reply of a tool: `structuredContent`, its JSON as text for the model
/// (`modern.md M-TOOL-10`), and its schema as the tool's `outputSchema` (M-TOOL-9).
///
/// Clients of 2025-11-25 and 2025-06-18 get the structure if it is an object, older ones the text
/// alone. A value that cannot be written as JSON, such as a map whose keys are no strings, ends
/// the call as an internal error.
///
/// ```
/// use askback::{Json, prelude::*};
///
/// #[derive(serde::Serialize, schemars::JsonSchema)]
/// struct Weather {
///     celsius: f64,
/// }
///
/// /// The weather in a city.
/// #[tool]
/// async fn weather(city: String) -> Result<Json<Weather>, String> {
///     if city.is_empty() {
///         return Err("name a city".into());
///     }
///     Ok(Json(Weather { celsius: 21.5 }))
/// }
/// # let _ = weather;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_structs, reason = "whoever returns it makes it")]
pub struct Json<T>(pub T);

impl<T: Serialize + JsonSchema> IntoReply for Json<T> {
    const OUTPUT: Option<OutputSchema> = Some(SchemaGenerator::root_schema_for::<T>);

    fn into_reply(self) -> Result<Replied, Refusal> {
        match serde_json::to_string(&self.0) {
            Ok(json) => Ok(tool_reply(ToolContent::structured(json))),
            Err(error) => Err(ToolError::internal(error).into_refusal()),
        }
    }
}

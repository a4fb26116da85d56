//! Sampling with tools: what the model may use, and what came of it.
//!
//! Nothing is run here.

use std::fmt;

use schemars::{JsonSchema, generate::SchemaSettings};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ToolUse;

/// A tool that the client's model may use while it answers. See [`Sample::tool`](crate::Sample::tool).
///
/// ```
/// use askback::SampleTool;
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Pair {
///     from: String,
///     to: String,
/// }
///
/// let rate = SampleTool::new("rate", "The exchange rate of two currencies.").input::<Pair>();
/// # let _ = rate;
/// ```
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
pub struct SampleTool {
    name: String,
    description: String,
    input_schema: Value,
}

/// Whether the client's model may, must or must not use a tool (`modern.md M-SAMP-1`).
///
/// ```
/// use askback::{Sample, SampleTool, ToolChoice};
///
/// let dice = SampleTool::new("dice", "Rolls one die.");
/// let sample = Sample::new("Roll.").tool(dice).tool_choice(ToolChoice::Required);
/// # let _ = sample;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "mode", rename_all = "lowercase")]
#[non_exhaustive]
pub enum ToolChoice {
    /// It may.
    Auto,
    /// It must use one, at least.
    Required,
    /// It must not.
    None,
}

/// What came of a tool that the model used: a text, and whether it is an error.
///
/// It is made of a text or of a `Result`, whose error the model reads.
///
/// ```
/// use askback::ToolResult;
///
/// let rolled: ToolResult = "4".into();
/// let failed: ToolResult = Err::<String, _>("the die is under the table").into();
/// assert!(failed.is_error() && !rolled.is_error());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolResult {
    text: String,
    is_error: bool,
}

/// A `tool_result` block.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResultBlock<'a> {
    r#type: &'static str,
    tool_use_id: &'a str,
    content: [TextBlock; 1],
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_error: bool,
}

#[derive(Serialize)]
struct TextBlock {
    r#type: &'static str,
    text: String,
}

impl SampleTool {
    /// A tool that takes any object.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        let input_schema = serde_json::json!({"type": "object"});
        Self { name: name.into(), description: description.into(), input_schema }
    }

    /// The same tool, which takes a `T`: a struct that [`ToolUse::input`] reads.
    pub fn input<T: JsonSchema>(mut self) -> Self {
        let mut settings = SchemaSettings::draft2020_12();
        settings.inline_subschemas = true;
        settings.meta_schema = None;
        let mut schema = settings.into_generator().into_root_schema_for::<T>();
        schema.remove("title");
        self.input_schema = schema.into();
        self
    }
}

impl ToolResult {
    /// Whether it is an error.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.is_error
    }

    /// What stands for a result that is not there.
    pub(super) fn missing() -> Self {
        Self { text: "the tool was not run".to_owned(), is_error: true }
    }

    pub(super) fn of(self, used: &ToolUse) -> ResultBlock<'_> {
        let content = [TextBlock { r#type: "text", text: self.text }];
        let is_error = self.is_error;
        ResultBlock { r#type: "tool_result", tool_use_id: used.id(), content, is_error }
    }
}

impl From<String> for ToolResult {
    fn from(text: String) -> Self {
        Self { text, is_error: false }
    }
}

impl From<&str> for ToolResult {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl<T: Into<String>, E: fmt::Display> From<Result<T, E>> for ToolResult {
    fn from(result: Result<T, E>) -> Self {
        match result {
            Ok(text) => text.into().into(),
            Err(error) => Self { text: error.to_string(), is_error: true },
        }
    }
}

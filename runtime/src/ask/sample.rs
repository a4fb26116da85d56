//! Sampling: what the client's model is asked.
//!
//! Which client can be asked is not known here, nor what the model says.

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::{SampleTool, Sampled, ToolChoice, ToolResult, sample_tools::ResultBlock};
use crate::wire::one_line_text;

/// What the client's model is asked: a conversation that it continues.
///
/// ```
/// use askback::Sample;
///
/// let sample = Sample::new("Capital of France?")
///     .system_prompt("Answer with one word.")
///     .max_tokens(10)
///     .temperature(0.0);
/// # let _ = sample;
/// ```
///
/// It never asks the client for context of other servers: `includeContext` is left out, which means
/// none (`modern.md M-SAMP-3`).
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
pub struct Sample {
    messages: Vec<Message>,
    max_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    system_prompt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stop_sequences: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model_preferences: Option<Preferences>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<SampleTool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<ToolChoice>,
}

#[derive(Clone, Debug, Serialize)]
struct Message {
    role: &'static str,
    /// One block; several of them only where tools are at work, which every revision with tools has.
    content: Option<Box<RawValue>>,
}

#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Preferences {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hints: Vec<Hint>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost_priority: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    speed_priority: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    intelligence_priority: Option<f64>,
}

#[derive(Clone, Debug, Serialize)]
struct Hint {
    name: String,
}

#[derive(Serialize)]
struct Text<'a> {
    r#type: &'static str,
    text: &'a str,
}

impl Message {
    fn text(role: &'static str, text: &str) -> Self {
        Self::new(role, &Text { r#type: "text", text })
    }

    fn new(role: &'static str, content: &(impl Serialize + ?Sized)) -> Self {
        // Texts and raw values have no way to fail.
        Self { role, content: to_raw_value(content).ok() }
    }
}

impl Sample {
    /// A conversation that begins with the user saying `text`, and an answer of at most 1024 tokens.
    pub fn new(text: impl AsRef<str>) -> Self {
        Self {
            messages: vec![Message::text("user", text.as_ref())],
            max_tokens: 1024,
            system_prompt: None,
            temperature: None,
            stop_sequences: Vec::new(),
            model_preferences: None,
            tools: Vec::new(),
            tool_choice: None,
        }
    }

    /// What the user says next.
    pub fn user(mut self, text: impl AsRef<str>) -> Self {
        self.messages.push(Message::text("user", text.as_ref()));
        self
    }

    /// What the model has said next.
    pub fn assistant(mut self, text: impl AsRef<str>) -> Self {
        self.messages.push(Message::text("assistant", text.as_ref()));
        self
    }

    /// The most tokens that the answer may have.
    pub fn max_tokens(mut self, tokens: u32) -> Self {
        self.max_tokens = tokens;
        self
    }

    /// What the model is told about its task. A client may change it.
    pub fn system_prompt(mut self, text: impl Into<String>) -> Self {
        self.system_prompt = Some(text.into());
        self
    }

    /// How freely the model chooses, as its provider means it.
    pub fn temperature(mut self, temperature: f64) -> Self {
        self.temperature = Some(temperature);
        self
    }

    /// A text behind which the model stops.
    pub fn stop_sequence(mut self, text: impl Into<String>) -> Self {
        self.stop_sequences.push(text.into());
        self
    }

    /// A part of the name of a model that would do; the first hint weighs most. A client may pick
    /// another one.
    pub fn model_hint(mut self, name: impl Into<String>) -> Self {
        self.preferences().hints.push(Hint { name: name.into() });
        self
    }

    /// How much a low price counts when the client picks a model, from 0 to 1.
    pub fn cost_priority(mut self, weight: f64) -> Self {
        self.preferences().cost_priority = Some(weight.clamp(0.0, 1.0));
        self
    }

    /// How much a quick answer counts when the client picks a model, from 0 to 1.
    pub fn speed_priority(mut self, weight: f64) -> Self {
        self.preferences().speed_priority = Some(weight.clamp(0.0, 1.0));
        self
    }

    /// How much an able model counts when the client picks one, from 0 to 1.
    pub fn intelligence_priority(mut self, weight: f64) -> Self {
        self.preferences().intelligence_priority = Some(weight.clamp(0.0, 1.0));
        self
    }

    /// A tool that the model may use. The client must have declared
    /// [`SamplingTools`](crate::Capability::SamplingTools), which no revision before 2025-11-25 has.
    ///
    /// What the model wants to use stands in [`Sampled::tool_uses`];
    /// [`Context::sample_with_tools`](crate::Context::sample_with_tools) does the rest.
    pub fn tool(mut self, tool: SampleTool) -> Self {
        self.tools.push(tool);
        self
    }

    /// Whether the model may, must or must not use a tool; it may if this is not set. Without a tool
    /// it is left out.
    pub fn tool_choice(mut self, choice: ToolChoice) -> Self {
        self.tool_choice = Some(choice);
        self
    }

    /// The conversation with what the model said, and what came of each tool that it used: `results`
    /// in the order of [`Sampled::tool_uses`]. A result that is missing is told to the model as an
    /// error, because each use must have one (`modern.md M-SAMP-5`); one too many is dropped.
    pub fn said<R: Into<ToolResult>>(
        mut self,
        said: &Sampled,
        results: impl IntoIterator<Item = R>,
    ) -> Self {
        let content = RawValue::from_string(one_line_text(said.content().to_owned())).ok();
        self.messages.push(Message { role: "assistant", content });
        let mut results = results.into_iter();
        let mut result = || results.next().map_or_else(ToolResult::missing, Into::into);
        let blocks: Vec<ResultBlock<'_>> =
            said.tool_uses().iter().map(|call| result().of(call)).collect();
        if !blocks.is_empty() {
            self.messages.push(Message::new("user", &blocks));
        }
        self
    }

    /// Whether only a client that has [`SamplingTools`](crate::Capability::SamplingTools) can be asked
    /// this.
    pub(crate) fn has_tools(&self) -> bool {
        !self.tools.is_empty()
    }

    /// The params of the request (`modern.md M-SAMP-1`).
    pub(crate) fn params(&self) -> String {
        // Texts and numbers have no way to fail; a temperature that is no number is null.
        let json = |sample: &Self| serde_json::to_string(sample).unwrap_or_default();
        match self.tool_choice {
            Some(_) if !self.has_tools() => json(&Self { tool_choice: None, ..self.clone() }),
            _ => json(self),
        }
    }

    fn preferences(&mut self) -> &mut Preferences {
        self.model_preferences.get_or_insert_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// M-SAMP-1.
    #[test]
    fn a_request_has_what_was_set_and_nothing_else() {
        assert_eq!(
            Sample::new("Hi").max_tokens(5).tool_choice(ToolChoice::Required).params(),
            r#"{"messages":[{"role":"user","content":{"type":"text","text":"Hi"}}],"maxTokens":5}"#
        );
        let full = Sample::new("a").assistant("b").user("c").system_prompt("s").temperature(0.5);
        let full = full.stop_sequence("x").model_hint("small").cost_priority(7.0).params();
        for part in [
            r#""role":"assistant""#,
            r#""systemPrompt":"s""#,
            r#""temperature":0.5"#,
            r#""modelPreferences":{"hints":[{"name":"small"}],"costPriority":1.0}"#,
        ] {
            assert!(full.contains(part), "{full}");
        }
    }
}

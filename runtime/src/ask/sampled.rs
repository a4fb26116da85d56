//! Sampling: what the client's model said, and which tools it wants to use.
//!
//! It does not know what it was asked.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::value::RawValue;

use crate::wire::{self, JsonType};

/// What the client's model said.
///
/// ```
/// use askback::{Sample, prelude::*};
///
/// /// Sums a text up.
/// #[tool]
/// async fn sum_up(cx: &Context, text: String) -> String {
///     let said = cx.sample(&Sample::new(format!("Sum up: {text}"))).await;
///     format!("{} says: {}", said.model(), said.text())
/// }
/// # let _ = sum_up;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampled {
    text: String,
    model: String,
    stop_reason: Option<String>,
    tool_uses: Vec<ToolUse>,
    /// The blocks as they came, for the next turn of the conversation.
    content: Box<str>,
}

/// A tool that the model wants to use: one of those that it was [offered](crate::Sample::tool), if it
/// keeps to them.
///
/// ```
/// use askback::{Sample, SampleTool, prelude::*};
///
/// /// Rolls dice, as the model likes.
/// #[tool]
/// async fn roll(cx: &Context) -> String {
///     let dice = SampleTool::new("dice", "Rolls one die.");
///     let said = cx.sample(&Sample::new("Roll some dice.").tool(dice)).await;
///     let used = said.tool_uses().iter().filter(|used| used.name() == "dice");
///     format!("{} dice", used.count())
/// }
/// # let _ = roll;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolUse {
    id: String,
    name: String,
    input: Box<str>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Raw<'a> {
    role: String,
    #[serde(borrow)]
    content: &'a RawValue,
    model: String,
    #[serde(default)]
    stop_reason: Option<String>,
}

/// A block of a message. A type that is not here, or a block that lacks what its type has, is none
/// (`modern.md M-SAMP-4`).
#[derive(Deserialize)]
struct Block<'a> {
    r#type: String,
    text: Option<String>,
    id: Option<String>,
    name: Option<String>,
    #[serde(borrow)]
    input: Option<&'a RawValue>,
    data: Option<String>,
    #[serde(rename = "mimeType")]
    mime_type: Option<String>,
    #[serde(rename = "toolUseId")]
    tool_use_id: Option<String>,
    #[serde(borrow)]
    content: Option<&'a RawValue>,
    #[serde(borrow)]
    resource: Option<&'a RawValue>,
    uri: Option<String>,
}

impl Sampled {
    /// The texts of the answer, one after the other.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The model's name.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Why the model stopped: `endTurn`, `stopSequence`, `maxTokens`, `toolUse` or what its provider
    /// says.
    #[must_use]
    pub fn stop_reason(&self) -> Option<&str> {
        self.stop_reason.as_deref()
    }

    /// The tools that the model wants to use before it goes on, in its order.
    #[must_use]
    pub fn tool_uses(&self) -> &[ToolUse] {
        &self.tool_uses
    }

    /// The blocks of the answer, JSON as the client sent it: one object, or a list.
    #[must_use]
    pub fn content(&self) -> &str {
        &self.content
    }

    /// Reads a `CreateMessageResult`; `None` where it is none. One block and several are read alike
    /// (`modern.md M-SAMP-7`).
    pub(super) fn read(json: &str) -> Option<Self> {
        let Raw { role, content, model, stop_reason } = serde_json::from_str(json).ok()?;
        let content = content.get();
        let blocks: Vec<Block<'_>> = match JsonType::of(content) {
            JsonType::Array => serde_json::from_str(content).ok()?,
            _ => vec![serde_json::from_str(content).ok()?],
        };
        if !matches!(&*role, "assistant" | "user") || blocks.is_empty() {
            return None;
        }
        let content = content.into();
        let mut said =
            Self { text: String::new(), model, stop_reason, tool_uses: Vec::new(), content };
        for block in blocks {
            match &*block.r#type {
                "text" => said.text.push_str(&block.text?),
                "tool_use" => said.tool_uses.push(ToolUse::read(block)?),
                "image" | "audio" if block.is_media() => {}
                "tool_result" if block.is_result() => {}
                _ => return None,
            }
        }
        Some(said)
    }
}

impl Block<'_> {
    /// A picture or a sound: its bytes in base64, and what they are.
    fn is_media(&self) -> bool {
        let is_named = self.mime_type.as_deref().is_some_and(|name| !name.trim().is_empty());
        is_named && self.data.as_deref().is_some_and(|data| STANDARD.decode(data).is_ok())
    }

    /// The result of a tool, with blocks as a tool returns them (`modern.md M-TOOL-11`).
    fn is_result(&self) -> bool {
        let blocks = self.content.and_then(|blocks| serde_json::from_str(blocks.get()).ok());
        let blocks: Option<Vec<Block<'_>>> = blocks;
        self.tool_use_id.is_some()
            && blocks.is_some_and(|blocks| blocks.iter().all(Block::is_returned))
    }

    fn is_returned(&self) -> bool {
        match &*self.r#type {
            "text" => self.text.is_some(),
            "image" | "audio" => self.is_media(),
            "resource_link" => self.uri.is_some() && self.name.is_some(),
            "resource" => self.resource.is_some_and(|contents| {
                serde_json::from_str(contents.get())
                    .is_ok_and(|contents: Contents| contents.is_whole())
            }),
            _ => false,
        }
    }
}

/// The contents of a resource in the result of a tool.
#[derive(Deserialize)]
struct Contents {
    uri: Option<String>,
    text: Option<String>,
    blob: Option<String>,
}

impl Contents {
    fn is_whole(&self) -> bool {
        let is_base64 = |blob: &String| STANDARD.decode(blob).is_ok();
        self.uri.is_some() && (self.text.is_some() || self.blob.as_ref().is_some_and(is_base64))
    }
}

impl ToolUse {
    /// What tells this use from the others.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The tool's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the model passes to the tool. It is the model's word: check it like any other input.
    ///
    /// # Errors
    ///
    /// Why it is no `T`, for the model to read.
    pub fn input<T: DeserializeOwned>(&self) -> Result<T, String> {
        wire::read(&self.input).map_err(|error| error.to_string())
    }

    fn read(block: Block<'_>) -> Option<Self> {
        let input = block.input?.get();
        let is_object = JsonType::of(input) == JsonType::Object;
        is_object.then_some(Self { id: block.id?, name: block.name?, input: input.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// M-SAMP-7.
    #[test]
    fn one_block_and_several_are_read_and_anything_else_is_no_answer() {
        let text = |json| Sampled::read(json).map(|said| said.text);
        let right = r#"{"role":"assistant","content":{"type":"text","text":"Paris"},"model":"m"}"#;
        assert_eq!(text(right).as_deref(), Some("Paris"));
        let several = r#"{"role":"assistant","model":"m","stopReason":"endTurn","content":[{"type":"text","text":"a"},{"type":"image","data":"AA==","mimeType":"image/png"},{"type":"text","text":"b"}]}"#;
        assert_eq!(text(several).as_deref(), Some("ab"));
        for wrong in [
            "{}",
            "null",
            r#"{"action":"accept"}"#,
            r#"{"role":"assistant","content":"Paris","model":"m"}"#,
            r#"{"role":"assistant","content":{"type":"text"},"model":"m"}"#,
            r#"{"role":"system","content":{"type":"text","text":"x"},"model":"m"}"#,
            r#"{"role":"assistant","content":{"type":"text","text":"x"}}"#,
            r#"{"role":"assistant","content":[],"model":"m"}"#,
            r#"{"role":"assistant","content":{"type":"tool_use","id":"1","name":"x"},"model":"m"}"#,
            r#"{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"x","input":[]}],"model":"m"}"#,
        ] {
            assert_eq!(text(wrong), None, "{wrong}");
        }
    }

    /// M-SAMP-4.
    #[test]
    fn tools_that_are_used_are_told_with_what_they_are_passed() {
        let said = r#"{"role":"assistant","model":"m","stopReason":"toolUse","content":[{"type":"text","text":"Hm."},{"type":"tool_use","id":"1","name":"add","input":{"a":1}}]}"#;
        let said = Sampled::read(said).unwrap();
        let [used] = said.tool_uses() else { panic!("{said:?}") };
        assert_eq!((used.id(), used.name(), said.text()), ("1", "add", "Hm."));
        let input: std::collections::HashMap<String, u8> = used.input().unwrap();
        assert_eq!(input["a"], 1);
        let error = used.input::<Vec<u8>>().unwrap_err();
        assert!(error.starts_with("invalid type: map"), "{error}");
    }
}

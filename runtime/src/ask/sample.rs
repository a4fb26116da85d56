//! Sampling: what the client's model is asked, and what it said.
//!
//! Texts alone, so far; which client can be asked is not known here.

use serde::{Deserialize, Serialize};

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
}

#[derive(Clone, Debug, Serialize)]
struct Message {
    role: &'static str,
    content: Text,
}

#[derive(Clone, Debug, Serialize)]
struct Text {
    r#type: &'static str,
    text: String,
}

impl Message {
    fn text(role: &'static str, text: String) -> Self {
        Self { role, content: Text { r#type: "text", text } }
    }
}

impl Sample {
    /// A conversation that begins with the user saying `text`, and an answer of at most 1024 tokens.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            messages: vec![Message::text("user", text.into())],
            max_tokens: 1024,
            system_prompt: None,
            temperature: None,
            stop_sequences: Vec::new(),
        }
    }

    /// What the user says next.
    pub fn user(mut self, text: impl Into<String>) -> Self {
        self.messages.push(Message::text("user", text.into()));
        self
    }

    /// What the model has said next.
    pub fn assistant(mut self, text: impl Into<String>) -> Self {
        self.messages.push(Message::text("assistant", text.into()));
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

    /// The params of the request (`modern.md M-SAMP-1`).
    pub(crate) fn params(&self) -> String {
        // Texts and numbers have no way to fail; a temperature that is no number is null.
        serde_json::to_string(self).unwrap_or_default()
    }
}

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
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Raw {
    role: String,
    content: Blocks,
    model: String,
    #[serde(default)]
    stop_reason: Option<String>,
}

/// One block, or several of them (`modern.md M-SAMP-7`).
#[derive(Deserialize)]
#[serde(untagged)]
enum Blocks {
    One(Block),
    Several(Vec<Block>),
}

#[derive(Deserialize)]
struct Block {
    r#type: String,
    #[serde(default)]
    text: Option<String>,
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

    /// Why the model stopped: `endTurn`, `stopSequence`, `maxTokens` or what its provider says.
    #[must_use]
    pub fn stop_reason(&self) -> Option<&str> {
        self.stop_reason.as_deref()
    }

    /// Reads a `CreateMessageResult`; `None` where it is none.
    pub(super) fn read(json: &str) -> Option<Self> {
        let Raw { role, content, model, stop_reason } = serde_json::from_str(json).ok()?;
        let blocks = match content {
            Blocks::One(block) => vec![block],
            Blocks::Several(blocks) => blocks,
        };
        let is_whole = |block: &Block| block.r#type != "text" || block.text.is_some();
        if !matches!(&*role, "assistant" | "user") || !blocks.iter().all(is_whole) {
            return None;
        }
        let text = blocks.into_iter().filter_map(|block| block.text).collect();
        Some(Self { text, model, stop_reason })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// M-SAMP-1.
    #[test]
    fn a_request_has_what_was_set_and_nothing_else() {
        assert_eq!(
            Sample::new("Hi").max_tokens(5).params(),
            r#"{"messages":[{"role":"user","content":{"type":"text","text":"Hi"}}],"maxTokens":5}"#
        );
        let full = Sample::new("a").assistant("b").user("c").system_prompt("s").temperature(0.5);
        let full = full.stop_sequence("x").params();
        for part in [r#""role":"assistant""#, r#""systemPrompt":"s""#, r#""temperature":0.5"#] {
            assert!(full.contains(part), "{full}");
        }
    }

    /// M-SAMP-7.
    #[test]
    fn one_block_and_several_are_read_and_anything_else_is_no_answer() {
        let text = |json| Sampled::read(json).map(|said| said.text);
        let right = r#"{"role":"assistant","content":{"type":"text","text":"Paris"},"model":"m"}"#;
        assert_eq!(text(right).as_deref(), Some("Paris"));
        let several = r#"{"role":"assistant","model":"m","stopReason":"endTurn","content":[{"type":"text","text":"a"},{"type":"image","data":""},{"type":"text","text":"b"}]}"#;
        assert_eq!(text(several).as_deref(), Some("ab"));
        for wrong in [
            "{}",
            "null",
            r#"{"action":"accept"}"#,
            r#"{"role":"assistant","content":"Paris","model":"m"}"#,
            r#"{"role":"assistant","content":{"type":"text"},"model":"m"}"#,
            r#"{"role":"system","content":{"type":"text","text":"x"},"model":"m"}"#,
            r#"{"role":"assistant","content":{"type":"text","text":"x"}}"#,
        ] {
            assert_eq!(text(wrong), None, "{wrong}");
        }
    }
}

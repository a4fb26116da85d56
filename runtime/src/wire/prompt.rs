//! Messages of a prompt.
//!
//! It does not know which prompts there are.

use super::{Content, Role, content::Blocks, write_string};

/// One message of a prompt: who says it, and one block (`modern.md M-PROMPT-2`).
///
/// ```
/// use askback::{Content, PromptMessage};
///
/// let messages = [
///     PromptMessage::user("What is in this picture?"),
///     PromptMessage::user(Content::image([137, 80, 78, 71], "image/png")),
///     PromptMessage::assistant("A cat."),
/// ];
/// # let _ = messages;
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct PromptMessage {
    role: Role,
    content: Content,
}

impl PromptMessage {
    /// What the user says.
    pub fn user(content: impl Into<Content>) -> Self {
        Self { role: Role::User, content: content.into() }
    }

    /// What the model has said.
    pub fn assistant(content: impl Into<Content>) -> Self {
        Self { role: Role::Assistant, content: content.into() }
    }

    /// Who says it.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// What is said.
    #[must_use]
    pub fn content(&self) -> &Content {
        &self.content
    }
}

/// What a prompt comes to.
///
/// ```
/// use askback::{PromptMessage, PromptResult, prelude::*};
///
/// /// Asks for a review.
/// #[prompt]
/// async fn review(code: String) -> PromptResult {
///     let message = PromptMessage::user(format!("Review this code:\n{code}"));
///     PromptResult::new([message]).description("A review of the code that was given")
/// }
/// # let _ = review;
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct PromptResult {
    description: Option<String>,
    messages: Vec<PromptMessage>,
}

impl PromptResult {
    /// These messages.
    pub fn new(messages: impl IntoIterator<Item = PromptMessage>) -> Self {
        Self { description: None, messages: messages.into_iter().collect() }
    }

    /// What they are about, for people.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// About how many bytes it takes.
    pub(crate) fn size(&self) -> usize {
        self.messages.iter().map(|message| message.content.size() + 32).sum()
    }

    /// The members of the result.
    pub(crate) fn write(&self, out: &mut Vec<u8>, has: Blocks) {
        if let Some(description) = &self.description {
            out.extend_from_slice(b"\"description\":");
            write_string(out, description);
            out.push(b',');
        }
        out.extend_from_slice(b"\"messages\":[");
        for (position, PromptMessage { role, content }) in self.messages.iter().enumerate() {
            let comma = if position > 0 { "," } else { "" };
            let start = format!("{comma}{{\"role\":\"{}\",\"content\":", role.name());
            out.extend_from_slice(start.as_bytes());
            content.write(out, has);
            out.push(b'}');
        }
        out.push(b']');
    }
}

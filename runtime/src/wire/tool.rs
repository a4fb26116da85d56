//! The result of a tool as the protocol has it, less what differs by revision.
//!
//! It does not know which handler may return what.

use super::{Content, content::write_text};

/// Content blocks, or one JSON value that stands for them, and whether they report an error.
#[derive(Debug)]
pub(crate) struct ToolContent {
    blocks: Vec<Content>,
    /// JSON text; there are no blocks beside it.
    structured: Option<String>,
    pub(crate) is_error: bool,
}

impl ToolContent {
    pub(crate) fn blocks(blocks: Vec<Content>) -> Self {
        Self { blocks, structured: None, is_error: false }
    }

    /// A value as JSON text.
    pub(crate) fn structured(json: String) -> Self {
        Self { blocks: Vec::new(), structured: Some(json), is_error: false }
    }

    /// An error that the model reads and can act on (`modern.md M-TOOL-7`).
    pub(crate) fn error(text: impl Into<String>) -> Self {
        Self { blocks: vec![Content::text(text)], structured: None, is_error: true }
    }

    /// About how many bytes it takes.
    pub(crate) fn size(&self) -> usize {
        self.structured.as_ref().map_or(0, |json| 2 * json.len() + 32)
    }

    /// The member `content`; a value stands there too, as text (`modern.md M-TOOL-10`).
    pub(crate) fn write_content(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\"content\":[");
        if let Some(json) = &self.structured {
            write_text(out, json);
        }
        for (position, block) in self.blocks.iter().enumerate() {
            if position > 0 {
                out.push(b',');
            }
            block.write(out);
        }
        out.push(b']');
    }

    /// The member `structuredContent` with a comma before it, if there is a value that `is_shown`.
    pub(crate) fn write_structured(&self, out: &mut Vec<u8>, is_shown: impl Fn(&str) -> bool) {
        if let Some(json) = self.structured.as_deref().filter(|json| is_shown(json)) {
            out.extend_from_slice(b",\"structuredContent\":");
            out.extend_from_slice(json.as_bytes());
        }
    }
}

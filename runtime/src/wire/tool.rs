//! The result of a tool as the protocol has it, less what differs by revision.
//!
//! It does not know which handler may return what.

use super::{
    Content,
    content::write_text,
    done::{ResultShape, Structured},
    one_line::one_line_text,
};

/// Content blocks, or one JSON value that stands for them, and whether they report an error.
#[derive(Debug)]
pub(crate) struct ToolContent {
    blocks: Vec<Content>,
    /// JSON text; there are no blocks beside it.
    structured: Option<String>,
    is_error: bool,
}

impl ToolContent {
    pub(crate) fn blocks(blocks: Vec<Content>) -> Self {
        Self { blocks, structured: None, is_error: false }
    }

    /// A value as JSON text.
    pub(crate) fn structured(json: String) -> Self {
        Self { blocks: Vec::new(), structured: Some(one_line_text(json)), is_error: false }
    }

    /// An error that the model reads and can act on (`modern.md M-TOOL-7`).
    pub(crate) fn error(text: impl Into<String>) -> Self {
        Self { blocks: vec![Content::text(text)], structured: None, is_error: true }
    }

    /// An error with a structure beside its text.
    pub(crate) fn with_structure(mut self, json: String) -> Self {
        self.structured = Some(one_line_text(json));
        self
    }

    /// The text of its first block, for results that have no place for more.
    pub(crate) fn text(&self) -> &str {
        self.blocks.first().and_then(Content::as_text).unwrap_or_default()
    }

    /// About how many bytes it takes.
    pub(super) fn size(&self) -> usize {
        let structured = self.structured.as_ref().map_or(0, |json| 2 * json.len() + 32);
        structured + self.blocks.iter().map(Content::size).sum::<usize>()
    }

    /// The members of the result. A value stands in `content` too, as text (`modern.md M-TOOL-10`).
    pub(super) fn write(&self, out: &mut Vec<u8>, shape: ResultShape) {
        out.extend_from_slice(b"\"content\":[");
        match &self.structured {
            Some(json) if self.blocks.is_empty() => write_text(out, json),
            _ => {}
        }
        for (position, block) in self.blocks.iter().enumerate() {
            if position > 0 {
                out.push(b',');
            }
            block.write(out, shape.blocks);
        }
        out.push(b']');
        let is_shown = |json: &&str| match shape.structured {
            Structured::Nothing => false,
            Structured::Objects => json.starts_with('{'),
            Structured::Everything => true,
        };
        if let Some(json) = self.structured.as_deref().filter(is_shown) {
            out.extend_from_slice(b",\"structuredContent\":");
            out.extend_from_slice(json.as_bytes());
        }
        if self.is_error {
            out.extend_from_slice(b",\"isError\":true");
        }
    }
}

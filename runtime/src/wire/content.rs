//! Content blocks of results, written as the protocol's schema has them.
//!
//! It does not know which handler may return what.

use super::write_string;

/// One block of a tool's result.
///
/// ```
/// use askback::Content;
///
/// let block = Content::text("Done.");
/// assert_eq!(format!("{block:?}"), r#"Content::text("Done.")"#);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Content(Block);

#[derive(Clone, PartialEq, Eq)]
enum Block {
    Text(String),
}

impl Content {
    /// A text block.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self(Block::Text(text.into()))
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let Block::Text(text) = &self.0;
        write_text(out, text);
    }
}

/// A text block.
pub(super) fn write_text(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(b"{\"type\":\"text\",\"text\":");
    write_string(out, text);
    out.push(b'}');
}

impl std::fmt::Debug for Content {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Block::Text(text) = &self.0;
        write!(f, "Content::text({text:?})")
    }
}

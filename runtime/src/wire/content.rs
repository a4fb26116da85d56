//! Content blocks of results, written as the protocol's schema has them.
//!
//! It does not know which handler may return what, nor which revision has which block.

use std::fmt;

use base64::{Engine as _, engine::general_purpose::STANDARD};

use super::{Annotations, ResourceContents, ResourceLink, write_string};

/// One block of a tool's result or of a prompt's message (`modern.md M-TOOL-11`).
///
/// What a revision does not have is written as one that it has: before 2025-06-18 a link is a text,
/// and on 2024-11-05 a sound is an embedded resource.
///
/// ```
/// use askback::{Content, ResourceContents, ResourceLink};
///
/// let blocks = [
///     Content::text("Done."),
///     Content::image([137, 80, 78, 71], "image/png"),
///     Content::audio([82, 73, 70, 70], "audio/wav"),
///     Content::link(ResourceLink::new("file:///report.pdf", "report")),
///     Content::resource(ResourceContents::text("…").uri("file:///notes.txt")),
/// ];
/// assert_eq!(format!("{:?}", blocks[0]), r#"Content::text("Done.")"#);
/// ```
#[derive(Clone, PartialEq)]
pub struct Content {
    block: Block,
    annotations: Option<Box<Annotations>>,
}

#[derive(Clone, PartialEq)]
enum Block {
    Text(String),
    /// `type`, the data in base64, and its MIME type.
    Media(&'static str, String, String),
    Link(Box<ResourceLink>),
    Resource(Box<ResourceContents>),
}

/// Which blocks a revision has beside texts, images and embedded resources.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocks {
    pub(crate) audio: bool,
    pub(crate) links: bool,
    /// When something was last modified.
    pub(crate) times: bool,
}

impl Blocks {
    /// All that there are.
    pub(crate) const ALL: Self = Self { audio: true, links: true, times: true };
}

/// The URI of a sound that is written as a resource.
const SOUND: &str = "content://audio";

impl Content {
    /// A text block.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Block::Text(text.into()).into()
    }

    /// A picture, such as `image/png`.
    #[must_use]
    pub fn image(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Block::Media("image", STANDARD.encode(bytes), mime_type.into()).into()
    }

    /// A sound, such as `audio/wav`.
    #[must_use]
    pub fn audio(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Block::Media("audio", STANDARD.encode(bytes), mime_type.into()).into()
    }

    /// A resource that the client may read.
    #[must_use]
    pub fn link(link: ResourceLink) -> Self {
        Block::Link(Box::new(link)).into()
    }

    /// A resource with its contents, which need a [URI](ResourceContents::uri) of their own.
    #[must_use]
    pub fn resource(contents: ResourceContents) -> Self {
        Block::Resource(Box::new(contents)).into()
    }

    /// Says who the block is for and how much it matters.
    #[must_use]
    pub fn annotated(mut self, annotations: Annotations) -> Self {
        self.annotations = Some(Box::new(annotations));
        self
    }

    /// About how many bytes it takes.
    pub(super) fn size(&self) -> usize {
        match &self.block {
            Block::Text(text) => text.len() + 32,
            Block::Media(_, data, _) => data.len() + 64,
            Block::Link(_) => 256,
            Block::Resource(contents) => contents.size(),
        }
    }

    /// The text of a text block.
    pub(super) fn as_text(&self) -> Option<&str> {
        match &self.block {
            Block::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>, has: Blocks) {
        match &self.block {
            Block::Text(text) => open_text(out, text),
            Block::Media("audio", data, mime_type) if !has.audio => {
                let contents = ResourceContents::encoded(data.clone()).mime_type(mime_type);
                write_resource(out, &contents.uri(SOUND));
            }
            Block::Media(kind, data, mime_type) => {
                out.extend_from_slice(format!("{{\"type\":\"{kind}\",\"data\":\"").as_bytes());
                // Base64 has nothing to escape.
                out.extend_from_slice(data.as_bytes());
                out.extend_from_slice(b"\",\"mimeType\":");
                write_string(out, mime_type);
            }
            Block::Link(link) if !has.links => open_text(out, &link.as_text()),
            Block::Link(link) => link.write(out),
            Block::Resource(contents) => write_resource(out, contents),
        }
        if let Some(annotations) = &self.annotations {
            annotations.write(out, has.times);
        }
        out.push(b'}');
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<Block> for Content {
    fn from(block: Block) -> Self {
        Self { block, annotations: None }
    }
}

/// A text block up to its last member.
fn open_text(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(b"{\"type\":\"text\",\"text\":");
    write_string(out, text);
}

/// A text block.
pub(super) fn write_text(out: &mut Vec<u8>, text: &str) {
    open_text(out, text);
    out.push(b'}');
}

fn write_resource(out: &mut Vec<u8>, contents: &ResourceContents) {
    out.extend_from_slice(b"{\"type\":\"resource\",\"resource\":");
    contents.write(out);
}

impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.block {
            Block::Text(text) => write!(f, "Content::text({text:?})"),
            Block::Media(kind, _, mime_type) => write!(f, "Content::{kind}(…, {mime_type:?})"),
            Block::Link(link) => write!(f, "Content::link({link:?})"),
            Block::Resource(contents) => write!(f, "Content::resource({contents:?})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(content: &Content, has: Blocks) -> String {
        let mut out = Vec::new();
        content.write(&mut out, has);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn blocks_that_a_revision_lacks_are_written_as_others() {
        let none = Blocks { audio: false, links: false, times: false };
        let sound = Content::audio([1, 2, 3], "audio/wav");
        assert_eq!(
            written(&sound, Blocks::ALL),
            r#"{"type":"audio","data":"AQID","mimeType":"audio/wav"}"#
        );
        assert_eq!(
            written(&sound, none),
            r#"{"type":"resource","resource":{"uri":"content://audio","mimeType":"audio/wav","blob":"AQID"}}"#
        );
        let link = Content::link(ResourceLink::new("file:///a", "a").description("An a."));
        assert_eq!(written(&link, none), r#"{"type":"text","text":"a: file:///a"}"#);
        assert_eq!(
            written(&link, Blocks::ALL),
            r#"{"type":"resource_link","uri":"file:///a","name":"a","description":"An a."}"#
        );
    }
}

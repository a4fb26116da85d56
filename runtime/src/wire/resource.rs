//! What a resource holds, and links to resources.
//!
//! It does not know which resources there are.

use std::fmt;

use base64::{Engine as _, engine::general_purpose::STANDARD};

use super::{write_member, write_string};

/// What a resource holds: a text, or bytes (`modern.md M-RES-2`).
///
/// Without a URI or a MIME type of its own it has those of the resource that is read.
///
/// ```
/// use askback::ResourceContents;
///
/// let logo = ResourceContents::bytes([137, 80, 78, 71]).mime_type("image/png");
/// let readme = ResourceContents::text("# Read me").uri("docs://readme");
/// # let _ = (logo, readme);
/// ```
#[derive(Clone, PartialEq, Eq)]
#[must_use]
pub struct ResourceContents {
    uri: Option<String>,
    mime_type: Option<String>,
    body: Body,
}

#[derive(Clone, PartialEq, Eq)]
enum Body {
    Text(String),
    /// In base64.
    Blob(String),
}

impl ResourceContents {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self { uri: None, mime_type: None, body: Body::Text(text.into()) }
    }

    /// Bytes; they travel in base64.
    pub fn bytes(bytes: impl AsRef<[u8]>) -> Self {
        Self::encoded(STANDARD.encode(bytes))
    }

    pub(super) fn encoded(base64: String) -> Self {
        Self { uri: None, mime_type: None, body: Body::Blob(base64) }
    }

    /// What it is called; the URI of the resource that is read if not set.
    pub fn uri(mut self, uri: impl Into<String>) -> Self {
        self.uri = Some(uri.into());
        self
    }

    /// What it is; the MIME type of the resource that is read if not set.
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// The same, with what it does not say of itself.
    pub(crate) fn of(mut self, uri: &str, mime_type: Option<&str>) -> Self {
        self.uri.get_or_insert_with(|| uri.to_owned());
        if let Some(mime_type) = mime_type {
            self.mime_type.get_or_insert_with(|| mime_type.to_owned());
        }
        self
    }

    /// About how many bytes it takes.
    pub(super) fn size(&self) -> usize {
        let (Body::Text(body) | Body::Blob(body)) = &self.body;
        body.len() + 128
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"uri\":");
        write_string(out, self.uri.as_deref().unwrap_or_default());
        write_member(out, "mimeType", self.mime_type.as_deref());
        match &self.body {
            Body::Text(text) => write_member(out, "text", Some(text)),
            Body::Blob(base64) => {
                out.extend_from_slice(b",\"blob\":\"");
                out.extend_from_slice(base64.as_bytes());
                out.push(b'"');
            }
        }
        out.push(b'}');
    }
}

impl fmt::Debug for ResourceContents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResourceContents")
            .field("uri", &self.uri)
            .field("mime_type", &self.mime_type)
            .finish_non_exhaustive()
    }
}

/// A resource that a client may read: what a [link](super::Content::link) says of it.
///
/// ```
/// use askback::ResourceLink;
///
/// let link = ResourceLink::new("file:///report.pdf", "report").mime_type("application/pdf");
/// # let _ = link;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct ResourceLink {
    uri: String,
    name: String,
    title: Option<String>,
    description: Option<String>,
    mime_type: Option<String>,
    size: Option<u64>,
}

impl ResourceLink {
    /// The resource at `uri`, under a name for programs.
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        let (uri, name) = (uri.into(), name.into());
        Self { uri, name, title: None, description: None, mime_type: None, size: None }
    }

    /// A name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What it is about, for the model.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// What it is.
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// How many bytes it has.
    pub fn size(mut self, bytes: u64) -> Self {
        self.size = Some(bytes);
        self
    }

    /// The link for clients that have none.
    pub(super) fn as_text(&self) -> String {
        format!("{}: {}", self.title.as_ref().unwrap_or(&self.name), self.uri)
    }

    /// The block up to its last member.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"type\":\"resource_link\",\"uri\":");
        write_string(out, &self.uri);
        write_member(out, "name", Some(&self.name));
        write_member(out, "title", self.title.as_deref());
        write_member(out, "description", self.description.as_deref());
        write_member(out, "mimeType", self.mime_type.as_deref());
        if let Some(size) = self.size {
            out.extend_from_slice(format!(",\"size\":{size}").as_bytes());
        }
    }
}

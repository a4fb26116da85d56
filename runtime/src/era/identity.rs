//! How a server presents itself, on every revision.

use crate::wire::write_string;

/// The server's name, version and what people and models should know of it.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) title: Option<String>,
    pub(crate) instructions: Option<String>,
}

impl Identity {
    /// The `Implementation` object.
    pub(super) fn write(&self, out: &mut Vec<u8>, has_titles: bool) {
        out.extend_from_slice(b"{\"name\":");
        write_string(out, &self.name);
        out.extend_from_slice(b",\"version\":");
        write_string(out, &self.version);
        if let Some(title) = self.title.as_ref().filter(|_| has_titles) {
            out.extend_from_slice(b",\"title\":");
            write_string(out, title);
        }
        out.push(b'}');
    }
}

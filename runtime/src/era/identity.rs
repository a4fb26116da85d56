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

/// What there is to call, which is what a server may claim to have (`modern.md M-DISC-3`,
/// `legacy.md L-INIT-9`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offers {
    pub(crate) tools: bool,
    pub(crate) prompts: bool,
    pub(crate) resources: bool,
}

impl Offers {
    /// The members of `ServerCapabilities`, the first one behind `before`.
    pub(super) fn write(self, before: &[u8], out: &mut Vec<u8>) {
        let mut before = before;
        let all = [("tools", self.tools), ("prompts", self.prompts), ("resources", self.resources)];
        for (name, _) in all.into_iter().filter(|(_, is_there)| *is_there) {
            out.extend_from_slice(std::mem::replace(&mut before, b","));
            out.extend_from_slice(format!("\"{name}\":{{}}").as_bytes());
        }
    }
}

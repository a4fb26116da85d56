//! Results on revision 2026-07-28: `resultType`, the server's identity and cache hints.
//!
//! Everything that is the same on every call is written once, when a server is built.

use super::{
    Identity, Offers, Revision,
    result::{start, write_page},
    revision::SERVED,
};
use crate::{
    ask::{InputRequest, Inquiry, InquiryRef},
    wire::{CacheHints, Done, Id, ResultShape, SERVER_INFO, SUBSCRIPTION_ID, write_string},
};

/// The writer of modern results.
#[derive(Debug)]
pub(crate) struct Modern {
    /// What stands behind the members of a complete result, up to the end of the message.
    complete: String,
    input_required: String,
    discover: String,
    /// How long lists may be kept.
    list_hints: String,
    /// The server's identity in a `_meta`, up to the end of the message.
    server_info: String,
}

impl Modern {
    pub(crate) fn new(identity: &Identity, offers: Offers, lists: CacheHints) -> Self {
        let mut implementation = Vec::new();
        identity.write(&mut implementation, Revision::LATEST);
        let implementation = String::from_utf8_lossy(&implementation);
        let server_info = format!("\"{SERVER_INFO}\":{implementation}}}}}}}");
        let meta = format!("\"_meta\":{{{server_info}");
        let complete = format!("\"resultType\":\"complete\",{meta}");
        Self {
            input_required: format!("\",\"resultType\":\"input_required\",{meta}"),
            discover: discover(identity, offers, lists),
            list_hints: format!("{},", lists.write()),
            complete,
            server_info,
        }
    }

    /// The end of a subscription (`modern.md M-SUB-9`).
    pub(crate) fn listened(&self, id: Id<'_>) -> Vec<u8> {
        let mut out = start(id, 128 + self.server_info.len());
        let id = id.json();
        let meta = format!("\"resultType\":\"complete\",\"_meta\":{{\"{SUBSCRIPTION_ID}\":{id},");
        out.extend_from_slice(meta.as_bytes());
        out.extend_from_slice(self.server_info.as_bytes());
        out
    }

    /// `modern.md M-DISC-2`.
    pub(crate) fn discover(&self, id: Id<'_>) -> Vec<u8> {
        let mut out = start(id, self.discover.len() + self.complete.len());
        out.extend_from_slice(self.discover.as_bytes());
        out.extend_from_slice(self.complete.as_bytes());
        out
    }

    /// A page of a list: its entries, and the cursor of the next one (`modern.md M-CACHE-1`,
    /// M-CACHE-2).
    pub(crate) fn list(
        &self,
        id: Id<'_>,
        member: &str,
        entries: &str,
        next: Option<&str>,
    ) -> Vec<u8> {
        let (hints, size) = (&self.list_hints, entries.len() + next.map_or(0, str::len));
        let mut out = start(id, size + hints.len() + self.complete.len() + 64);
        write_page(&mut out, member, entries, next);
        out.push(b',');
        out.extend_from_slice(hints.as_bytes());
        out.extend_from_slice(self.complete.as_bytes());
        out
    }

    /// What a call came to (`modern.md M-TOOL-8`, M-PROMPT-2, M-RES-2); what was read may be kept
    /// (M-CACHE-1).
    pub(crate) fn done(&self, id: Id<'_>, done: &Done, cache: CacheHints) -> Vec<u8> {
        let mut out = start(id, 192 + done.size() + self.complete.len());
        done.write(&mut out, ResultShape::ALL);
        out.push(b',');
        if matches!(done, Done::Resource(_)) {
            out.extend_from_slice(cache.write().as_bytes());
            out.push(b',');
        }
        out.extend_from_slice(self.complete.as_bytes());
        out
    }

    /// `modern.md M-MRTR-3`, M-MRTR-4; without cache hints (M-MRTR-20).
    pub(crate) fn input_required(
        &self,
        id: Id<'_>,
        requests: &[InputRequest],
        state: &str,
    ) -> Vec<u8> {
        let mut out = start(id, 512 + state.len() + self.input_required.len());
        // A round without a question has no such member (`modern.md M-MRTR-4`).
        for (position, request) in requests.iter().enumerate() {
            let before: &[u8] = if position == 0 { b"\"inputRequests\":{" } else { b"," };
            out.extend_from_slice(before);
            write_string(&mut out, &request.label);
            out.push(b':');
            write_inquiry(&mut out, request.inquiry.as_ref());
        }
        if !requests.is_empty() {
            out.extend_from_slice(b"},");
        }
        // A state is base64 and dots: there is nothing in it to escape.
        out.extend_from_slice(b"\"requestState\":\"");
        out.extend_from_slice(state.as_bytes());
        out.extend_from_slice(self.input_required.as_bytes());
        out
    }
}

/// One member of `inputRequests` (`modern.md M-ELI-1`, M-ELI-3, M-SAMP-1, M-ROOT-1).
fn write_inquiry(out: &mut Vec<u8>, inquiry: InquiryRef<'_>) {
    match inquiry {
        Inquiry::Form { message, form } => {
            out.extend_from_slice(
                b"{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"form\",",
            );
            out.extend_from_slice(b"\"message\":");
            write_string(out, message);
            out.extend_from_slice(b",\"requestedSchema\":");
            out.extend_from_slice(form.requested_schema().as_bytes());
            out.extend_from_slice(b"}}");
        }
        Inquiry::Url { message, url, .. } => {
            out.extend_from_slice(
                b"{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"url\",",
            );
            out.extend_from_slice(b"\"message\":");
            write_string(out, message);
            out.extend_from_slice(b",\"url\":");
            write_string(out, url);
            out.extend_from_slice(b"}}");
        }
        Inquiry::Sample { params, .. } => {
            out.extend_from_slice(b"{\"method\":\"sampling/createMessage\",\"params\":");
            out.extend_from_slice(params.as_bytes());
            out.push(b'}');
        }
        Inquiry::Roots => out.extend_from_slice(b"{\"method\":\"roots/list\",\"params\":{}}"),
    }
}

/// The members of `DiscoverResult`; only what has handlers is advertised (`modern.md M-DISC-3`).
fn discover(identity: &Identity, offers: Offers, cache: CacheHints) -> String {
    let versions: Vec<String> = SERVED.iter().map(|version| format!("\"{version}\"")).collect();
    let versions = format!("\"supportedVersions\":[{}],\"capabilities\":", versions.join(","));
    let mut out = versions.into_bytes();
    offers.write(&mut out, true);
    out.push(b',');
    if let Some(instructions) = &identity.instructions {
        out.extend_from_slice(b"\"instructions\":");
        write_string(&mut out, instructions);
        out.push(b',');
    }
    out.extend_from_slice(cache.write().as_bytes());
    out.push(b',');
    String::from_utf8_lossy(&out).into_owned()
}

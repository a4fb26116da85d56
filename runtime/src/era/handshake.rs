//! Messages on the revisions that begin with a handshake: results without `resultType`, and the
//! requests that a server sends (`legacy.md` parts 1, 5 and 6).
//!
//! What is newer than a revision is left out or written as it was then. It does not know sessions.

use super::{
    Identity, Offers, Revision,
    notes::notification,
    result::{start, write_page},
};
use crate::{
    ask::{Correlation, Inquiry, InquiryRef},
    form::Form,
    wire::{Done, Id, write_string},
};

/// The writer of handshake results.
#[derive(Debug)]
pub(crate) struct Handshake {
    identity: Identity,
    offers: Offers,
}

impl Handshake {
    pub(crate) fn new(identity: &Identity, offers: Offers) -> Self {
        Self { identity: identity.clone(), offers }
    }

    /// `legacy.md L-INIT-1`.
    pub(crate) fn initialize(&self, id: Id<'_>, revision: Revision, is_reachable: bool) -> Vec<u8> {
        let mut out = start(id, 512);
        out.extend_from_slice(b"\"protocolVersion\":");
        write_string(&mut out, revision.name());
        out.extend_from_slice(b",\"capabilities\":");
        let offers = if is_reachable { self.offers } else { self.offers.untold() };
        offers.write(&mut out, revision.has_completions());
        out.extend_from_slice(b",\"serverInfo\":");
        self.identity.write(&mut out, revision);
        if let Some(instructions) = &self.identity.instructions {
            out.extend_from_slice(b",\"instructions\":");
            write_string(&mut out, instructions);
        }
        out.extend_from_slice(b"}}");
        out
    }

    /// A page of a list: its entries, and the cursor of the next one.
    pub(crate) fn list(id: Id<'_>, member: &str, entries: &str, next: Option<&str>) -> Vec<u8> {
        let mut out = start(id, entries.len() + next.map_or(0, str::len) + 64);
        write_page(&mut out, member, entries, next);
        out.extend_from_slice(b"}}");
        out
    }

    /// What a call came to. A value that is no object stays text (`legacy.md` part 3).
    pub(crate) fn done(id: Id<'_>, done: &Done, revision: Revision) -> Vec<u8> {
        let mut out = start(id, 192 + done.size());
        done.write(&mut out, revision.results());
        out.extend_from_slice(b"}}");
        out
    }

    /// The result that says nothing but yes.
    pub(crate) fn empty(id: Id<'_>) -> Vec<u8> {
        let mut out = start(id, 2);
        out.extend_from_slice(b"}}");
        out
    }
}

/// A question as a request of the server's. What it must not have on `revision` is left out
/// (`legacy.md` part 5).
pub(crate) fn inquiry(id: u64, revision: Revision, inquiry: InquiryRef<'_>) -> Vec<u8> {
    match inquiry {
        Inquiry::Form { message, form } => elicitation(id, revision, message, form),
        Inquiry::Url { message, url, id: correlation } => {
            let mut out = request(id, "elicitation/create");
            out.extend_from_slice(b",\"params\":{\"mode\":\"url\",\"message\":");
            write_string(&mut out, message);
            out.extend_from_slice(b",\"url\":");
            write_string(&mut out, url);
            out.extend_from_slice(format!(",\"elicitationId\":\"{correlation}\"}}}}").as_bytes());
            out
        }
        Inquiry::Sample { params, .. } => {
            let mut out = request(id, "sampling/createMessage");
            out.extend_from_slice(b",\"params\":");
            out.extend_from_slice(params.as_bytes());
            out.push(b'}');
            out
        }
        Inquiry::Roots => {
            let mut out = request(id, "roots/list");
            out.push(b'}');
            out
        }
    }
}

/// The mode is unknown to revisions without pages (`legacy.md L-ELI-1`).
fn elicitation(id: u64, revision: Revision, message: &str, form: &Form) -> Vec<u8> {
    let mut out = request(id, "elicitation/create");
    out.extend_from_slice(b",\"params\":{");
    if revision.has_full_forms() {
        out.extend_from_slice(b"\"mode\":\"form\",");
    }
    out.extend_from_slice(b"\"message\":");
    write_string(&mut out, message);
    out.extend_from_slice(b",\"requestedSchema\":");
    if revision.has_full_forms() {
        out.extend_from_slice(form.requested_schema().as_bytes());
    } else {
        out.extend_from_slice(form.basic_schema().as_bytes());
    }
    out.extend_from_slice(b"}}");
    out
}

/// A `notifications/elicitation/complete`, for the revision that has pages (`legacy.md L-ELI-4`).
pub(crate) fn page_used(page: Correlation) -> Vec<u8> {
    let mut out = notification("notifications/elicitation/complete");
    out.extend_from_slice(format!(",\"params\":{{\"elicitationId\":\"{page}\"}}}}").as_bytes());
    out
}

fn request(id: u64, method: &str) -> Vec<u8> {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\"").into_bytes()
}

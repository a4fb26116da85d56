//! The parts of a result that are the same on every revision.

use crate::wire::Id;

/// A result's message up to its first member, with room for `size` bytes more.
pub(super) fn start(id: Id<'_>, size: usize) -> Vec<u8> {
    let id = id.json().as_bytes();
    let mut out = Vec::with_capacity(size + id.len() + 40);
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    out.extend_from_slice(id);
    out.extend_from_slice(b",\"result\":{");
    out
}

/// The members of a page of a list. A cursor has nothing in it to escape.
pub(super) fn write_page(out: &mut Vec<u8>, member: &str, entries: &str, next: Option<&str>) {
    for part in ["\"", member, "\":[", entries, "]"] {
        out.extend_from_slice(part.as_bytes());
    }
    if let Some(next) = next {
        out.extend_from_slice(format!(",\"nextCursor\":\"{next}\"").as_bytes());
    }
}

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

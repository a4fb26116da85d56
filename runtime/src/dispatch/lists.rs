//! The lists of a server, by method.
//!
//! They were written when the server was built; on which revision is the caller's matter.

use std::borrow::Cow;

use super::not_found;
use crate::{
    era::Revision,
    handler::Registry,
    wire::{Member, Params, Rpc, RpcError},
};

/// The member of the result and its JSON array.
///
/// # Errors
///
/// -32601 where there is nothing of the kind, -32602 for a cursor.
pub(super) fn list<'l>(
    registry: &'l Registry,
    revision: Revision,
    method: &str,
    params: Params<'_>,
) -> Result<(&'static str, Cow<'l, str>), RpcError> {
    let lists = registry.lists(revision);
    // Who has one of them answers for both, as their capability is one.
    let or_none = |list: &'l Option<String>| match list {
        None if lists.has_resources() => Some(Cow::Borrowed("[]")),
        list => list.as_deref().map(Cow::Borrowed),
    };
    let (member, list) = match method {
        "tools/list" => ("tools", registry.tools(revision)),
        "prompts/list" => ("prompts", lists.prompts.as_deref().map(Cow::Borrowed)),
        "resources/list" => ("resources", or_none(&lists.resources)),
        "resources/templates/list" => ("resourceTemplates", or_none(&lists.templates)),
        _ => return Err(not_found(method)),
    };
    let list = list.ok_or_else(|| not_found(method))?;
    only_page(params)?;
    Ok((member, list))
}

/// A list of one page has no cursors.
fn only_page(params: Params<'_>) -> Result<(), RpcError> {
    match params.string(Member::Cursor)? {
        None => Ok(()),
        Some(_) => Err(RpcError::new(
            Rpc::InvalidParams,
            "unknown cursor: the list has one page, so no `nextCursor` was ever sent",
        )),
    }
}

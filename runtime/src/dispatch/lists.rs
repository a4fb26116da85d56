//! The lists of a server, by method.
//!
//! They were written when the server was built; on which revision is the caller's matter.

use super::not_found;
use crate::{
    handler::Lists,
    wire::{Member, Params, Rpc, RpcError},
};

/// The member of the result and its JSON array.
///
/// # Errors
///
/// -32601 where there is nothing of the kind, -32602 for a cursor.
pub(super) fn list<'l>(
    lists: &'l Lists,
    method: &str,
    params: Params<'_>,
) -> Result<(&'static str, &'l str), RpcError> {
    // Who has one of them answers for both, as their capability is one.
    let or_none = |list: &'l Option<String>| match list {
        None if lists.has_resources() => Some("[]"),
        list => list.as_deref(),
    };
    let (member, list) = match method {
        "tools/list" => ("tools", lists.tools.as_deref()),
        "prompts/list" => ("prompts", lists.prompts.as_deref()),
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

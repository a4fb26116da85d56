//! Which era a request belongs to. The body decides; headers only cross-check
//! (`modern.md` part 6).
//!
//! It does not know methods beyond the names that decide an era or a header.

use super::{
    Revision,
    revision::{SERVED, is_served},
};
use crate::wire::{
    Frame, Member, Mismatch, Params, RequestMeta, Routing, Rpc, RpcError, missing_meta,
};

/// Whether a message belongs to a handshake session, or opens one: it does not name its revision in
/// `_meta`, and no header names a modern one for it.
pub(crate) fn belongs_to_handshake(frame: &Frame, routing: Option<&Routing<'_>>) -> bool {
    frame.member(Member::MetaProtocolVersion).is_none()
        && !names_modern(routing)
        && frame.method() != "server/discover"
}

fn names_modern(routing: Option<&Routing<'_>>) -> bool {
    routing.and_then(|routing| routing.version.value().ok()).is_some_and(is_served)
}

/// The error for a request without a session that does not name its revision (`modern.md A-4`).
#[cold]
pub(crate) fn unopened() -> RpcError {
    let message = format!(
        "a session begins with `initialize`; without one, `params._meta` has `{}`, which is one of {}",
        Member::MetaProtocolVersion.name(),
        SERVED.join(", ")
    );
    RpcError::new(Rpc::InvalidRequest, message)
}

/// Takes a request as a modern one, checked in the order of `modern.md` part 24: `_meta`, headers,
/// version.
///
/// # Errors
///
/// -32602 for missing metadata, -32020 for headers that differ, -32022 for a version that is not
/// served.
pub(crate) fn detect<'a>(
    method: &str,
    params: Params<'a>,
    routing: Option<&Routing<'_>>,
) -> Result<RequestMeta<'a>, RpcError> {
    let Some(meta) = RequestMeta::read(params)? else {
        return Err(without_version(method));
    };
    if let Some(routing) = routing {
        check_headers(method, params, &meta, routing)?;
    }
    if !is_served(&meta.protocol_version) {
        let message = format!(
            "protocol version not served; served: {}, and after `initialize` {}",
            SERVED.join(", "),
            Revision::HANDSHAKE.map(Revision::name).join(", ")
        );
        return Err(RpcError::unsupported_version(&SERVED, &meta.protocol_version, message));
    }
    Ok(meta)
}

/// The error for a request that names no version in `_meta` and cannot be of a handshake session.
#[cold]
fn without_version(method: &str) -> RpcError {
    if method == "initialize" {
        let message = "`MCP-Protocol-Version` names a revision without `initialize`";
        return RpcError::new(Rpc::HeaderMismatch, message);
    }
    missing_meta(Member::MetaProtocolVersion)
}

/// `modern.md M-HDR-1`: every routing header is there and equals the body.
fn check_headers(
    method: &str,
    params: Params<'_>,
    meta: &RequestMeta<'_>,
    routing: &Routing<'_>,
) -> Result<(), RpcError> {
    let mismatch = |header: &str, why: Mismatch| {
        RpcError::new(Rpc::HeaderMismatch, format!("the header `{header}` {why}"))
    };
    routing
        .version
        .equals(&meta.protocol_version)
        .map_err(|why| mismatch("MCP-Protocol-Version", why))?;
    routing.method.equals(method).map_err(|why| mismatch("Mcp-Method", why))?;
    let name = match method {
        "tools/call" | "prompts/get" => params.string(Member::Name)?,
        "resources/read" => params.string(Member::Uri)?,
        _ => None,
    };
    let Some(name) = name else { return Ok(()) };
    routing.name.decodes_to(&name).map_err(|why| mismatch("Mcp-Name", why))
}

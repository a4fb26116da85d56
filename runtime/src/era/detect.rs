//! Which era a request belongs to. The body decides; headers only cross-check
//! (`modern.md` part 6).
//!
//! It does not know methods beyond the names that decide an era or a header.

use super::revision::{SERVED, is_served};
use crate::wire::{Member, Mismatch, Params, RequestMeta, Routing, Rpc, RpcError, missing_meta};

/// Takes a request as a modern one, checked in the order of `modern.md` part 24: `_meta`, headers,
/// version.
///
/// # Errors
///
/// -32602 for missing metadata, -32020 for headers that differ, -32022 for a version that is not
/// served; the last also for `initialize`, which no served revision has.
pub(crate) fn detect<'a>(
    method: &str,
    params: Params<'a>,
    routing: Option<&Routing<'_>>,
) -> Result<RequestMeta<'a>, RpcError> {
    let Some(meta) = RequestMeta::read(params)? else {
        return Err(without_version(method, params, routing));
    };
    if let Some(routing) = routing {
        check_headers(method, params, &meta, routing)?;
    }
    if !is_served(&meta.protocol_version) {
        let message = format!("protocol version not served; served: {}", SERVED.join(", "));
        return Err(RpcError::unsupported_version(&SERVED, &meta.protocol_version, message));
    }
    Ok(meta)
}

/// The error for a request that names no version in `_meta`.
fn without_version(method: &str, params: Params<'_>, routing: Option<&Routing<'_>>) -> RpcError {
    let handshake = method == "initialize";
    let modern_header =
        routing.and_then(|routing| routing.version.value().ok()).is_some_and(is_served);
    match (handshake, modern_header) {
        (false, _) => missing_meta(Member::MetaProtocolVersion),
        (true, true) => RpcError::new(
            Rpc::HeaderMismatch,
            "`MCP-Protocol-Version` names a revision without `initialize`",
        ),
        (true, false) => {
            let requested = params.string(Member::ProtocolVersion).ok().flatten();
            let requested = requested.as_deref().unwrap_or_default();
            let message = format!("`initialize` is not served; served: {}", SERVED.join(", "));
            RpcError::unsupported_version(&SERVED, requested, message)
        }
    }
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

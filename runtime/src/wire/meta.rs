//! The `_meta` object that every modern request carries, with its keys and their types.
//!
//! It does not know which protocol versions are served, nor what a capability is needed for.

use super::{Capabilities, Id, LogLevel, Member, Params, Rpc, RpcError, Shape, Text};

/// The key of the server's identity in a result's `_meta`.
pub(crate) const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// The key of a subscription's id in the `_meta` of all that belongs to it.
pub(crate) const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";

/// The members of a request's `_meta`, checked for presence and type.
#[derive(Clone, Debug)]
pub(crate) struct RequestMeta<'a> {
    pub(crate) protocol_version: Text<'a>,
    pub(crate) capabilities: Capabilities,
    /// From which level on the client wants log messages of this request.
    pub(crate) log_level: Option<LogLevel>,
    /// The client's token for progress, as JSON text.
    pub(crate) progress_token: Option<&'a str>,
}

impl<'a> RequestMeta<'a> {
    /// Reads `_meta`: `Ok(None)` where it does not name a protocol version, which is what makes a
    /// request a modern one.
    ///
    /// # Errors
    ///
    /// -32602 for a member that is missing or of the wrong type (`modern.md M-META-1`, M-LOG-4).
    pub(crate) fn read(params: Params<'a>) -> Result<Option<Self>, RpcError> {
        if params.meta() == Shape::Other {
            return Err(malformed("`_meta` must be an object".to_owned()));
        }
        let Some(protocol_version) = params.string(Member::MetaProtocolVersion)? else {
            return Ok(None);
        };
        let capabilities = params
            .raw(Member::MetaCapabilities)
            .ok_or_else(|| missing_meta(Member::MetaCapabilities))?;
        let capabilities = Capabilities::read(capabilities)
            .map_err(|name| malformed(format!("`{name}` in `_meta` must be an object")))?;
        let log_level = LogLevel::of(params, Member::MetaLogLevel)?;
        let progress_token = progress_token(params)?;
        Ok(Some(Self { protocol_version, capabilities, log_level, progress_token }))
    }
}

/// The error for a request that lacks a required member of `_meta`.
pub(crate) fn missing_meta(member: Member) -> RpcError {
    malformed(format!("`params._meta` must have `{}`", member.name()))
}

fn malformed(message: String) -> RpcError {
    RpcError::new(Rpc::MalformedParams, message)
}

/// What a handshake request may have in `_meta`: a token for progress.
///
/// # Errors
///
/// -32602 for a `_meta` or progress token of the wrong type.
pub(crate) fn handshake_meta(params: Params<'_>) -> Result<Option<&str>, RpcError> {
    if params.meta() == Shape::Other {
        return Err(malformed("`_meta` must be an object".to_owned()));
    }
    progress_token(params)
}

fn progress_token(params: Params<'_>) -> Result<Option<&str>, RpcError> {
    let token = params.raw(Member::MetaProgressToken);
    match token.map(Id::new) {
        Some(None) => Err(malformed("`progressToken` must be a string or an integer".to_owned())),
        _ => Ok(token),
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;
    use crate::wire::Frame;

    fn read(params: &str) -> Result<Option<String>, RpcError> {
        let text = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{params}}}");
        let frame = Frame::read(Bytes::from(text)).unwrap();
        let params = Params::of(&frame)?;
        RequestMeta::read(params).map(|meta| meta.map(|m| m.protocol_version.to_string()))
    }

    fn of(members: &str) -> Result<Option<String>, RpcError> {
        read(&format!("{{\"_meta\":{{{members}}}}}"))
    }

    const VERSION: &str = r#""io.modelcontextprotocol/protocolVersion":"v""#;
    const CAPABILITIES: &str = r#""io.modelcontextprotocol/clientCapabilities":{}"#;

    #[test]
    fn the_version_key_makes_a_modern_request() {
        assert_eq!(read("{}"), Ok(None));
        assert_eq!(of(""), Ok(None));
        assert_eq!(of(CAPABILITIES), Ok(None));
        assert_eq!(of(&format!("{VERSION},{CAPABILITIES},\"x\":[1]")), Ok(Some("v".to_owned())));
    }

    /// M-META-1, M-LOG-4, B69, B72.
    #[test]
    fn missing_and_ill_typed_members_are_refused_by_name() {
        for (members, named) in [
            (VERSION.to_owned(), "clientCapabilities"),
            (r#""io.modelcontextprotocol/protocolVersion":7"#.to_owned(), "protocolVersion"),
            (format!("{VERSION},\"io.modelcontextprotocol/clientCapabilities\":null"), "object"),
            (format!("{VERSION},{CAPABILITIES},\"progressToken\":1.5"), "progressToken"),
            (
                format!("{VERSION},{CAPABILITIES},\"io.modelcontextprotocol/logLevel\":\"loud\""),
                "emergency",
            ),
            (format!("{VERSION},{VERSION},{CAPABILITIES}"), "twice"),
        ] {
            let error = of(&members).expect_err(&members);
            assert!(error.message.contains(named), "{members}: {}", error.message);
        }
        assert!(read("{\"_meta\":\"x\"}").is_err());
    }
}

//! The `_meta` object that every modern request carries, with its keys and their types.
//!
//! It does not know which protocol versions are served, nor what a capability is needed for.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Capabilities, JsonType, Rpc, RpcError, Text, params::present};

/// The key of the protocol version in a request's `_meta`.
pub(crate) const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// The key of the capabilities in a request's `_meta`.
const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// The key of the server's identity in a result's `_meta`.
pub(crate) const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

const LOG_LEVELS: [&str; 8] =
    ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/// The members of a request's `_meta`, checked for presence and type.
#[derive(Clone, Debug)]
pub(crate) struct RequestMeta<'a> {
    pub(crate) protocol_version: Text<'a>,
    pub(crate) capabilities: Capabilities,
}

#[derive(Deserialize)]
struct Raw<'a> {
    #[serde(
        borrow,
        default,
        rename = "io.modelcontextprotocol/protocolVersion",
        deserialize_with = "present"
    )]
    protocol_version: Option<&'a RawValue>,
    #[serde(
        borrow,
        default,
        rename = "io.modelcontextprotocol/clientCapabilities",
        deserialize_with = "present"
    )]
    capabilities: Option<&'a RawValue>,
    #[serde(
        borrow,
        default,
        rename = "io.modelcontextprotocol/logLevel",
        deserialize_with = "present"
    )]
    log_level: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "progressToken", deserialize_with = "present")]
    progress_token: Option<&'a RawValue>,
}

impl<'a> RequestMeta<'a> {
    /// Reads `_meta`: `Ok(None)` where it does not name a protocol version, which is what makes a
    /// request a modern one.
    ///
    /// # Errors
    ///
    /// -32602 for a member that is missing or of the wrong type (`modern.md M-META-1`, M-LOG-4).
    pub(crate) fn read(raw: Option<&'a RawValue>) -> Result<Option<Self>, RpcError> {
        let Some(raw) = raw else { return Ok(None) };
        if JsonType::of(raw) != JsonType::Object {
            return Err(malformed("`_meta` must be an object".to_owned()));
        }
        let meta: Raw<'a> = serde_json::from_str(raw.get()).map_err(|error| {
            let text = error.to_string();
            malformed(format!("`_meta`: {}", text.split(" at line").next().unwrap_or_default()))
        })?;
        let Some(version) = meta.protocol_version else { return Ok(None) };
        let protocol_version = serde_json::from_str(version.get())
            .map_err(|_| malformed(format!("`{PROTOCOL_VERSION}` in `_meta` must be a string")))?;
        let capabilities = meta.capabilities.ok_or_else(|| missing(CLIENT_CAPABILITIES))?;
        let capabilities = Capabilities::read(capabilities)
            .map_err(|name| malformed(format!("`{name}` in `_meta` must be an object")))?;
        check_log_level(meta.log_level)?;
        check_progress_token(meta.progress_token)?;
        Ok(Some(Self { protocol_version, capabilities }))
    }
}

/// The error for a request that lacks a required member of `_meta`.
pub(crate) fn missing(key: &str) -> RpcError {
    malformed(format!("`params._meta` must have `{key}`"))
}

fn malformed(message: String) -> RpcError {
    RpcError::new(Rpc::MalformedParams, message)
}

fn check_log_level(raw: Option<&RawValue>) -> Result<(), RpcError> {
    let Some(raw) = raw else { return Ok(()) };
    let level: Option<Text<'_>> = serde_json::from_str(raw.get()).ok();
    if level.is_some_and(|level| LOG_LEVELS.contains(&&*level)) {
        return Ok(());
    }
    let message = format!("the log level in `_meta` must be one of {}", LOG_LEVELS.join(", "));
    Err(RpcError::new(Rpc::InvalidParams, message))
}

fn check_progress_token(raw: Option<&RawValue>) -> Result<(), RpcError> {
    match raw.map(super::Id::new) {
        Some(None) => Err(malformed("`progressToken` must be a string or an integer".to_owned())),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(members: &str) -> Result<Option<String>, RpcError> {
        let text = format!("{{{members}}}");
        let raw: &RawValue = serde_json::from_str(&text).unwrap();
        RequestMeta::read(Some(raw)).map(|meta| meta.map(|m| m.protocol_version.to_string()))
    }

    const VERSION: &str = r#""io.modelcontextprotocol/protocolVersion":"v""#;
    const CAPABILITIES: &str = r#""io.modelcontextprotocol/clientCapabilities":{}"#;

    #[test]
    fn the_version_key_makes_a_modern_request() {
        assert_eq!(read(""), Ok(None));
        assert_eq!(read(CAPABILITIES), Ok(None));
        assert_eq!(read(&format!("{VERSION},{CAPABILITIES},\"x\":[1]")), Ok(Some("v".to_owned())));
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
            (format!("{VERSION},{VERSION},{CAPABILITIES}"), "duplicate"),
        ] {
            let error = read(&members).expect_err(&members);
            assert!(error.message.contains(named), "{members}: {}", error.message);
        }
        let raw: &RawValue = serde_json::from_str("\"x\"").unwrap();
        assert!(RequestMeta::read(Some(raw)).is_err());
    }
}

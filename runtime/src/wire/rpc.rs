//! JSON-RPC errors: the one table from fault to code and HTTP status, and how an error is written.
//!
//! The status is a fact of the table, not of a transport: stdio ignores it. Which fault a message
//! has is decided elsewhere.

use std::borrow::Cow;

use super::{Capabilities, Id, write_string};

/// The faults of `modern.md` part 2, and with [`Rpc::code`] and [`Rpc::status`] their table.
///
/// `modern.md A-2` leaves the status of -32602 open. Here it is 400 where the request itself is
/// malformed, and 200 where a well-formed request asks for something that is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rpc {
    ParseError,
    InvalidRequest,
    MethodNotFound,
    /// `params`, `_meta` or one of their members has the wrong JSON type.
    MalformedParams,
    /// Well-formed params that name something unknown or refused.
    InvalidParams,
    /// There is no such resource; -32002 on the handshake revisions (`legacy.md L-ERR-1`).
    UnknownResource,
    /// The same, on those.
    UnknownResourceOfOld,
    Internal,
    HeaderMismatch,
    MissingCapability,
    UnsupportedVersion,
    /// Faults of the HTTP layer alone: the code says that the request cannot be taken as it is.
    Http(u16),
}

impl Rpc {
    pub(crate) const fn code(self) -> i32 {
        match self {
            Self::ParseError => -32700,
            Self::InvalidRequest | Self::Http(_) => -32600,
            Self::MethodNotFound => -32601,
            Self::MalformedParams | Self::InvalidParams | Self::UnknownResource => -32602,
            Self::UnknownResourceOfOld => -32002,
            Self::Internal => -32603,
            Self::HeaderMismatch => -32020,
            Self::MissingCapability => -32021,
            Self::UnsupportedVersion => -32022,
        }
    }

    pub(crate) const fn status(self) -> u16 {
        match self {
            Self::MethodNotFound => 404,
            Self::InvalidParams
            | Self::UnknownResource
            | Self::UnknownResourceOfOld
            | Self::Internal => 200,
            Self::Http(status) => status,
            Self::ParseError
            | Self::InvalidRequest
            | Self::MalformedParams
            | Self::HeaderMismatch
            | Self::MissingCapability
            | Self::UnsupportedVersion => 400,
        }
    }
}

/// A JSON-RPC error that is on its way to the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RpcError {
    pub(crate) fault: Rpc,
    pub(crate) message: Cow<'static, str>,
    /// JSON text.
    data: Option<Cow<'static, str>>,
}

impl RpcError {
    pub(crate) fn new(fault: Rpc, message: impl Into<Cow<'static, str>>) -> Self {
        Self { fault, message: message.into(), data: None }
    }

    /// The answer to every `requestState` that does not verify, whatever the reason.
    pub(crate) fn refused_state() -> Self {
        Self {
            fault: Rpc::InvalidParams,
            message: "Invalid or expired requestState".into(),
            data: Some(r#"{"reason":"invalid_request_state"}"#.into()),
        }
    }

    /// `modern.md M-RES-3`.
    pub(crate) fn unknown_resource(uri: &str) -> Self {
        let mut data = b"{\"uri\":".to_vec();
        write_string(&mut data, uri);
        data.push(b'}');
        let data = String::from_utf8_lossy(&data).into_owned();
        Self {
            fault: Rpc::UnknownResource,
            message: "Resource not found".into(),
            data: Some(data.into()),
        }
    }

    /// The error as the handshake revisions have it.
    pub(crate) fn of_handshake(mut self) -> Self {
        if self.fault == Rpc::UnknownResource {
            self.fault = Rpc::UnknownResourceOfOld;
        }
        self
    }

    /// -32021 with exactly the missing part (`modern.md M-META-4`).
    pub(crate) fn missing_capability(missing: Capabilities) -> Self {
        Self {
            fault: Rpc::MissingCapability,
            message: format!("this call needs {missing}, which the client did not declare").into(),
            data: Some(format!(r#"{{"requiredCapabilities":{}}}"#, missing.json()).into()),
        }
    }

    /// -32022 with both members of `data` (`modern.md M-ERR-5`).
    pub(crate) fn unsupported_version(
        supported: &[&str],
        requested: &str,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        let mut data = b"{\"supported\":[".to_vec();
        for (position, version) in supported.iter().enumerate() {
            if position > 0 {
                data.push(b',');
            }
            write_string(&mut data, version);
        }
        data.extend_from_slice(b"],\"requested\":");
        write_string(&mut data, requested);
        data.push(b'}');
        Self {
            fault: Rpc::UnsupportedVersion,
            message: message.into(),
            data: Some(String::from_utf8_lossy(&data).into_owned().into()),
        }
    }

    /// The whole error response; without `id` where the request's id could not be read
    /// (`modern.md M-BASE-4`, A-1).
    pub(crate) fn write(&self, id: Option<Id<'_>>) -> Vec<u8> {
        let mut out = b"{\"jsonrpc\":\"2.0\",".to_vec();
        if let Some(id) = id {
            out.extend_from_slice(b"\"id\":");
            out.extend_from_slice(id.json().as_bytes());
            out.push(b',');
        }
        out.extend_from_slice(b"\"error\":{\"code\":");
        out.extend_from_slice(self.fault.code().to_string().as_bytes());
        out.extend_from_slice(b",\"message\":");
        write_string(&mut out, &self.message);
        if let Some(data) = &self.data {
            out.extend_from_slice(b",\"data\":");
            out.extend_from_slice(data.as_bytes());
        }
        out.extend_from_slice(b"}}");
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Capability;

    fn text(error: &RpcError, id: Option<Id<'_>>) -> String {
        String::from_utf8(error.write(id)).unwrap()
    }

    #[test]
    fn an_error_without_a_readable_id_has_no_id_member() {
        let error = RpcError::new(Rpc::ParseError, "not \"JSON\"");
        assert_eq!(
            text(&error, None),
            r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"not \"JSON\""}}"#
        );
        assert!(text(&error, Some(Id::checked("7"))).contains(r#""id":7,"#));
    }

    /// M-ERR-5.
    #[test]
    fn the_required_data_members_are_written() {
        let mut missing = Capabilities::default();
        missing.insert(Capability::Form);
        let error = text(&RpcError::missing_capability(missing), None);
        assert!(
            error.contains(r#""data":{"requiredCapabilities":{"elicitation":{"form":{}}}}"#),
            "{error}"
        );
        let error = text(&RpcError::unsupported_version(&["a", "b"], "x\"", "no"), None);
        assert!(error.contains(r#""data":{"supported":["a","b"],"requested":"x\""}"#), "{error}");
    }

    /// M-ERR-1, M-ERR-2: the codes and their status.
    #[test]
    fn the_table_of_codes_and_status() {
        for (fault, code, status) in [
            (Rpc::ParseError, -32700, 400),
            (Rpc::InvalidRequest, -32600, 400),
            (Rpc::MethodNotFound, -32601, 404),
            (Rpc::MalformedParams, -32602, 400),
            (Rpc::InvalidParams, -32602, 200),
            (Rpc::UnknownResource, -32602, 200),
            (Rpc::UnknownResourceOfOld, -32002, 200),
            (Rpc::Internal, -32603, 200),
            (Rpc::HeaderMismatch, -32020, 400),
            (Rpc::MissingCapability, -32021, 400),
            (Rpc::UnsupportedVersion, -32022, 400),
            (Rpc::Http(413), -32600, 413),
        ] {
            assert_eq!((fault.code(), fault.status()), (code, status), "{fault:?}");
        }
    }
}

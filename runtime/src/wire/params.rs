//! The members of `params` that any method of the protocol has, found in one pass and left raw.
//!
//! It checks that a member is there once and of the right JSON type. Which method needs which
//! member is not known here.

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::{JsonType, Rpc, RpcError, Text};

/// The raw members of a request's `params`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(crate) struct Params<'a> {
    #[serde(borrow, default, rename = "_meta", deserialize_with = "present")]
    pub(crate) meta: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    name: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    uri: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    arguments: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "inputResponses", deserialize_with = "present")]
    input_responses: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "requestState", deserialize_with = "present")]
    request_state: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    cursor: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "protocolVersion", deserialize_with = "present")]
    protocol_version: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "requestId", deserialize_with = "present")]
    pub(crate) request_id: Option<&'a RawValue>,
}

/// Keeps an explicit `null` apart from an absent member.
pub(super) fn present<'de: 'a, 'a, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

impl<'a> Params<'a> {
    /// Splits `text`, which is valid JSON; absent params are empty.
    ///
    /// # Errors
    ///
    /// -32602 where it is no object or has a known member twice.
    pub(crate) fn read(text: Option<&'a str>) -> Result<Self, RpcError> {
        let Some(text) = text else { return Ok(Self::default()) };
        if !text.starts_with('{') {
            return Err(RpcError::new(Rpc::MalformedParams, "`params` must be an object"));
        }
        serde_json::from_str(text).map_err(|error| {
            let text = error.to_string();
            let reason = text.split(" at line").next().unwrap_or_default();
            RpcError::new(Rpc::MalformedParams, format!("`params`: {reason}"))
        })
    }

    /// `name`, or `uri` of the methods that are addressed by it.
    pub(crate) fn name(&self) -> Result<Option<Text<'a>>, RpcError> {
        string(self.name, "name")
    }

    pub(crate) fn uri(&self) -> Result<Option<Text<'a>>, RpcError> {
        string(self.uri, "uri")
    }

    pub(crate) fn cursor(&self) -> Result<Option<Text<'a>>, RpcError> {
        string(self.cursor, "cursor")
    }

    pub(crate) fn protocol_version(&self) -> Option<Text<'a>> {
        string(self.protocol_version, "protocolVersion").ok().flatten()
    }

    /// The raw `arguments` object.
    pub(crate) fn arguments(&self) -> Result<Option<&'a RawValue>, RpcError> {
        object(self.arguments, "arguments")
    }

    /// The raw `inputResponses` object; an explicit null is refused (`modern.md M-MRTR-15`).
    pub(crate) fn input_responses(&self) -> Result<Option<&'a RawValue>, RpcError> {
        object(self.input_responses, "inputResponses")
    }

    /// `requestState`; an explicit null counts as absent (`reports.md B42`).
    pub(crate) fn request_state(&self) -> Result<Option<Text<'a>>, RpcError> {
        let given = self.request_state.filter(|raw| JsonType::of(raw) != JsonType::Null);
        string(given, "requestState")
    }
}

fn string<'a>(raw: Option<&'a RawValue>, name: &str) -> Result<Option<Text<'a>>, RpcError> {
    let Some(raw) = raw else { return Ok(None) };
    serde_json::from_str(raw.get()).map(Some).map_err(|_| wrong_type(name, "a string"))
}

fn object<'a>(raw: Option<&'a RawValue>, name: &str) -> Result<Option<&'a RawValue>, RpcError> {
    match raw {
        Some(raw) if JsonType::of(raw) != JsonType::Object => Err(wrong_type(name, "an object")),
        other => Ok(other),
    }
}

fn wrong_type(name: &str, right: &str) -> RpcError {
    RpcError::new(Rpc::MalformedParams, format!("`{name}` must be {right}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Params<'_> {
        Params::read(Some(text)).unwrap()
    }

    /// A-2, B20, B42.
    #[test]
    fn members_of_the_wrong_type_are_named() {
        let refused = |result: Result<(), RpcError>, name: &str| {
            let error = result.expect_err(name);
            assert_eq!(error.fault, Rpc::MalformedParams, "{name}");
            assert!(error.message.contains(&format!("`{name}`")), "{}", error.message);
        };
        for value in ["null", "7", "[1]", "\"x\"", "true"] {
            let text = format!(
                "{{\"name\":{{}},\"arguments\":{value},\"inputResponses\":{value},\"cursor\":1}}"
            );
            let params = read(&text);
            refused(params.name().map(drop), "name");
            refused(params.cursor().map(drop), "cursor");
            refused(params.arguments().map(drop), "arguments");
            refused(params.input_responses().map(drop), "inputResponses");
        }
        for value in ["7", "{}", "[]", "true"] {
            let text = format!("{{\"requestState\":{value}}}");
            refused(read(&text).request_state().map(drop), "requestState");
        }
    }

    #[test]
    fn a_null_state_is_absent_and_an_empty_one_is_not() {
        assert_eq!(read("{\"requestState\":null}").request_state(), Ok(None));
        let empty = read("{\"requestState\":\"\"}").request_state().unwrap();
        assert_eq!(empty.as_deref(), Some(""));
    }

    #[test]
    fn params_must_be_one_object_without_repeated_members() {
        for text in ["[]", "7", "null", "\"x\"", "{\"name\":\"a\",\"name\":\"b\"}"] {
            let error = Params::read(Some(text)).unwrap_err();
            assert_eq!(error.fault, Rpc::MalformedParams, "{text}");
        }
        assert!(Params::read(None).unwrap().meta.is_none());
    }
}

//! The `params` of a request: the members that its method needs, checked for their JSON type.
//!
//! Which method needs which member is not known here.

use super::{Frame, JsonType, MAX_DEPTH, Member, Rpc, RpcError, Shape, Text};

/// The `params` of a message that are an object, without repeated members.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Params<'a>(&'a Frame);

impl<'a> Params<'a> {
    /// The params of `frame`; absent ones are empty.
    ///
    /// # Errors
    ///
    /// -32602 where they are no object, have a known member twice or are nested too deep.
    pub(crate) fn of(frame: &'a Frame) -> Result<Self, RpcError> {
        if frame.is_too_deep {
            return Err(malformed(format!("`params` is nested deeper than {MAX_DEPTH} levels")));
        }
        if frame.params == Shape::Other {
            return Err(malformed("`params` must be an object".to_owned()));
        }
        if let Some(name) = frame.repeated {
            return Err(malformed(format!("`params` has `{name}` twice")));
        }
        Ok(Self(frame))
    }

    /// Whether `_meta` is there, and an object.
    pub(super) fn meta(self) -> Shape {
        self.0.meta
    }

    /// A member as it is.
    pub(crate) fn raw(self, member: Member) -> Option<&'a str> {
        self.0.member(member)
    }

    /// A member that is a string.
    ///
    /// # Errors
    ///
    /// -32602 where it is something else (`modern.md A-2`).
    pub(crate) fn string(self, member: Member) -> Result<Option<Text<'a>>, RpcError> {
        let Some(json) = self.raw(member) else { return Ok(None) };
        serde_json::from_str(json).map(Some).map_err(|_| wrong_type(member, "a string"))
    }

    /// A member that is an object. An explicit null is none (`modern.md M-MRTR-15`).
    ///
    /// # Errors
    ///
    /// -32602 where it is something else (`modern.md A-2`).
    pub(crate) fn object(self, member: Member) -> Result<Option<&'a str>, RpcError> {
        match self.raw(member) {
            Some(json) if JsonType::of(json) != JsonType::Object => {
                Err(wrong_type(member, "an object"))
            }
            json => Ok(json),
        }
    }

    /// `requestState`; an explicit null counts as absent (`reports.md B42`).
    ///
    /// # Errors
    ///
    /// As [`Params::string`].
    pub(crate) fn request_state(self) -> Result<Option<Text<'a>>, RpcError> {
        match self.raw(Member::RequestState) {
            Some("null") => Ok(None),
            _ => self.string(Member::RequestState),
        }
    }
}

fn wrong_type(member: Member, right: &str) -> RpcError {
    malformed(format!("`{}` must be {right}", member.name()))
}

fn malformed(message: String) -> RpcError {
    RpcError::new(Rpc::MalformedParams, message)
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;

    fn frame(params: &str) -> Frame {
        let text = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{params}}}");
        Frame::read(Bytes::from(text)).unwrap()
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
            let frame = frame(&format!(
                "{{\"name\":{{}},\"arguments\":{value},\"inputResponses\":{value},\"cursor\":1}}"
            ));
            let params = Params::of(&frame).unwrap();
            refused(params.string(Member::Name).map(drop), "name");
            refused(params.string(Member::Cursor).map(drop), "cursor");
            refused(params.object(Member::Arguments).map(drop), "arguments");
            refused(params.object(Member::InputResponses).map(drop), "inputResponses");
        }
        for value in ["7", "{}", "[]", "true"] {
            let frame = frame(&format!("{{\"requestState\":{value}}}"));
            refused(Params::of(&frame).unwrap().request_state().map(drop), "requestState");
        }
    }

    #[test]
    fn a_null_state_is_absent_and_an_empty_one_is_not() {
        let null = frame("{\"requestState\":null}");
        assert_eq!(Params::of(&null).unwrap().request_state(), Ok(None));
        let empty = frame("{\"requestState\":\"\"}");
        let state = Params::of(&empty).unwrap().request_state().unwrap();
        assert_eq!(state.as_deref(), Some(""));
    }

    #[test]
    fn params_must_be_one_object_without_repeated_members() {
        for text in ["[]", "7", "null", "\"x\"", "{\"name\":\"a\",\"name\":\"b\"}"] {
            let error = Params::of(&frame(text)).unwrap_err();
            assert_eq!(error.fault, Rpc::MalformedParams, "{text}");
        }
    }
}

//! One JSON-RPC message, read in one pass and owned, so that it can outlive the line or body it
//! came in.
//!
//! It checks the envelope. What stands in `params` is found and not looked at.

use std::{borrow::Cow, num::NonZeroU32};

use bytes::Bytes;
use serde::Deserialize;
use serde_json::{error::Category, value::RawValue};

use super::{
    Id, JsonType, Member, Rpc, RpcError, Shape, Text,
    members::{MEMBERS, Members},
    nesting::is_too_deep,
    present,
};

/// Where a part of a message stands. It is small, because a call holds many of them for as long as it runs,
/// and no part ends at the beginning.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: u32,
    end: NonZeroU32,
}

/// A message: its bytes, and where in them its members stand.
#[derive(Debug)]
pub(crate) struct Frame {
    bytes: Bytes,
    id: Option<Span>,
    method: Method,
    members: [Option<Span>; MEMBERS],
    pub(crate) params: Shape,
    pub(crate) meta: Shape,
    /// A member of `params` or `_meta` that is there twice.
    pub(crate) repeated: Option<&'static str>,
    /// Whether it is nested deeper than anything may be.
    pub(crate) is_too_deep: bool,
}

#[derive(Debug)]
enum Method {
    Plain(Span),
    /// It was written with escapes.
    Decoded(String),
    /// There is none: the message is the response to a request of this server's.
    Response {
        outcome: Span,
        is_error: bool,
    },
}

/// What a client says to a request of this server's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Response<'a> {
    pub(crate) id: Id<'a>,
    /// The result, or the error, as JSON text.
    pub(crate) outcome: Result<&'a str, &'a str>,
}

/// A message that cannot be dispatched, with the id it can be answered under.
#[derive(Debug)]
pub(crate) struct Malformed {
    error: RpcError,
    id: Option<Box<str>>,
    is_response: bool,
}

impl Malformed {
    fn new(fault: Rpc, message: impl Into<Cow<'static, str>>) -> Self {
        Self { error: RpcError::new(fault, message), id: None, is_response: false }
    }

    fn answering(mut self, id: Option<Id<'_>>) -> Self {
        self.id = id.map(|id| id.json().into());
        self
    }

    /// Whether it was to be a response.
    pub(crate) fn is_response(&self) -> bool {
        self.is_response
    }

    /// The HTTP status of the error response.
    pub(crate) fn status(&self) -> u16 {
        self.error.fault.status()
    }

    /// The error response.
    pub(crate) fn write(&self) -> Vec<u8> {
        self.error.write(self.id.as_deref().map(Id::checked))
    }
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    method: Option<&'a RawValue>,
    #[serde(borrow, default)]
    params: Members<'a>,
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    error: Option<&'a RawValue>,
}

const SHAPE: &str = "a message is one JSON object with `jsonrpc` \"2.0\", a `method` and, for a \
                     request, an `id` that is a string or an integer";

impl Frame {
    /// Reads one message.
    ///
    /// # Errors
    ///
    /// -32700 for what is no JSON in UTF-8, -32600 for JSON that is no request, notification or
    /// response (`modern.md M-BASE-1`, M-BASE-2, M-BASE-12).
    pub(crate) fn read(bytes: Bytes) -> Result<Self, Malformed> {
        if u32::try_from(bytes.len()).is_err() {
            return Err(Malformed::new(Rpc::InvalidRequest, "the message is longer than 4 GiB"));
        }
        let text = std::str::from_utf8(&bytes)
            .map_err(|_| Malformed::new(Rpc::ParseError, "the message is not UTF-8"))?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let offset = bytes.len() - text.len();
        let envelope = envelope(text)?;
        let (id, call) = checked(&envelope)?;
        let span = |part: &str| span(text, part, offset);
        let method = match call {
            Call::Method(Cow::Borrowed(plain)) => Method::Plain(span(plain)),
            Call::Method(Cow::Owned(decoded)) => Method::Decoded(decoded),
            Call::Response(outcome) => Method::Response {
                outcome: span(outcome.unwrap_or_else(|error| error)),
                is_error: outcome.is_err(),
            },
        };
        let Members { values, params, meta, repeated } = envelope.params;
        Ok(Self {
            id: id.map(|id| span(id.json())),
            method,
            members: values.map(|value| value.map(|value| span(value.get()))),
            is_too_deep: is_too_deep(text),
            params,
            meta,
            repeated,
            bytes,
        })
    }

    /// The method; empty for a response.
    pub(crate) fn method(&self) -> &str {
        match &self.method {
            Method::Plain(span) => self.text(*span),
            Method::Decoded(method) => method,
            Method::Response { .. } => "",
        }
    }

    /// How long the message is, in bytes.
    pub(crate) fn size(&self) -> usize {
        self.bytes.len()
    }

    /// What the message says, if it is a response.
    pub(crate) fn response(&self) -> Option<Response<'_>> {
        let Method::Response { outcome, is_error } = &self.method else { return None };
        let outcome = self.text(*outcome);
        Some(Response {
            id: self.id()?,
            outcome: if *is_error { Err(outcome) } else { Ok(outcome) },
        })
    }

    /// The id of a request; `None` marks a notification.
    pub(crate) fn id(&self) -> Option<Id<'_>> {
        self.id.map(|span| Id::checked(self.text(span)))
    }

    /// A member of `params` or `_meta`, as JSON text.
    pub(crate) fn member(&self, member: Member) -> Option<&str> {
        self.members[member as usize].map(|span| self.text(span))
    }

    fn text(&self, span: Span) -> &str {
        // The spans were taken from this very text, which was valid UTF-8.
        let (start, end) = (span.start as usize, span.end.get() as usize);
        let part = self.bytes.get(start..end).unwrap_or_default();
        std::str::from_utf8(part).unwrap_or_default()
    }
}

fn envelope(text: &str) -> Result<Envelope<'_>, Malformed> {
    let first = text.trim_ascii_start().as_bytes().first();
    if first == Some(&b'{') {
        return serde_json::from_str(text).map_err(|error| match error.classify() {
            Category::Data => Malformed::new(Rpc::InvalidRequest, repeated(&error)),
            _ => Malformed::new(Rpc::ParseError, "the message is not JSON"),
        });
    }
    Err(match serde_json::from_str::<&RawValue>(text) {
        Err(_) => Malformed::new(Rpc::ParseError, "the message is not JSON"),
        Ok(_) if first == Some(&b'[') => {
            Malformed::new(Rpc::InvalidRequest, "batches are not served: send each message alone")
        }
        Ok(_) => Malformed::new(Rpc::InvalidRequest, SHAPE),
    })
}

/// The only data error that an envelope of optional raw members has is a repeated member.
fn repeated(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line").next().unwrap_or_default().to_owned()
}

/// What an envelope is, beside its id.
enum Call<'a> {
    Method(Cow<'a, str>),
    Response(Result<&'a str, &'a str>),
}

fn checked<'a>(envelope: &Envelope<'a>) -> Result<(Option<Id<'a>>, Call<'a>), Malformed> {
    let invalid = |message| Malformed::new(Rpc::InvalidRequest, message);
    let answers = envelope.result.is_some() || envelope.error.is_some();
    let is_response = envelope.method.is_none() && answers;
    let invalid = |message| Malformed { is_response, ..invalid(message) };
    let id = match envelope.id.map(|raw| Id::new(raw.get())) {
        Some(None) => return Err(invalid("an `id` is a string or an integer")),
        Some(id) => id,
        None => None,
    };
    if envelope.jsonrpc.is_none_or(|version| version.get() != "\"2.0\"") {
        return Err(invalid(SHAPE).answering(id));
    }
    let Some(method) = envelope.method else {
        return match (id, envelope.result, envelope.error) {
            (Some(id), Some(result), None) => Ok((Some(id), Call::Response(Ok(result.get())))),
            (Some(id), None, Some(error)) => Ok((Some(id), Call::Response(Err(error.get())))),
            (_, None, None) => Err(invalid(SHAPE).answering(id)),
            // A response is never answered under its id, which is one of ours.
            _ => Err(invalid("a response has an `id`, and either a `result` or an `error`")),
        };
    };
    if JsonType::of(method.get()) != JsonType::String {
        return Err(invalid("`method` is a string").answering(id));
    }
    serde_json::from_str::<Text<'_>>(method.get())
        .map(|method| (id, Call::Method(method.0)))
        .map_err(|_| invalid("`method` is a string").answering(id))
}

fn span(whole: &str, part: &str, offset: usize) -> Span {
    // `part` is borrowed from `whole`, so the difference of their addresses is its position.
    let start = part.as_ptr() as usize - whole.as_ptr() as usize + offset;
    // No message is longer than that.
    let fits = |position| u32::try_from(position).unwrap_or(u32::MAX);
    let end = NonZeroU32::new(fits(start + part.len())).unwrap_or(NonZeroU32::MIN);
    Span { start: fits(start), end }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Frame, String> {
        Frame::read(Bytes::copy_from_slice(text.as_bytes()))
            .map_err(|bad| String::from_utf8(bad.write()).unwrap())
    }

    #[test]
    fn members_are_found_wherever_they_stand() {
        let frame = read(" {\"params\":{\"name\":1},\"method\":\"tools\\/call\",\"id\":\"x\",\"jsonrpc\":\"2.0\",\"z\":0}\r\n").unwrap();
        assert_eq!(frame.method(), "tools/call");
        assert_eq!(frame.id().map(Id::json), Some("\"x\""));
        assert_eq!(frame.member(Member::Name), Some("1"));
        assert_eq!(frame.member(Member::Uri), None);
    }

    /// B97.
    #[test]
    fn a_byte_order_mark_is_tolerated() {
        let frame = read("\u{feff}{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"id\":12}").unwrap();
        assert_eq!(frame.id().map(Id::json), Some("12"));
    }

    /// M-BASE-1, M-BASE-2, M-BASE-4, M-BASE-12, B94, B97, B107.
    #[test]
    fn what_is_no_single_message_is_refused_with_the_id_where_it_can_be_read() {
        for (text, code, id) in [
            ("{bad json", -32700, None),
            ("not json", -32700, None),
            ("", -32700, None),
            ("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}]", -32600, None),
            ("[]", -32600, None),
            ("\"x\"", -32600, None),
            ("7", -32600, None),
            ("{\"jsonrpc\":\"2.0\",\"id\":1}", -32600, Some("1")),
            ("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"m\"}", -32600, Some("1")),
            ("{\"id\":1,\"method\":\"m\"}", -32600, Some("1")),
            ("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"m\"}", -32600, None),
            ("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"m\"}", -32600, None),
            ("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"m\"}", -32600, None),
            ("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":7}", -32600, Some("\"a\"")),
            ("{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"m\"}", -32600, None),
            ("{\"jsonrpc\":\"2.0\",\"result\":{}}", -32600, None),
            ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":{}}", -32600, None),
        ] {
            let answer = read(text).expect_err(text);
            assert!(answer.contains(&format!("\"code\":{code}")), "{text}: {answer}");
            let expected = id.map(|id| format!("\"id\":{id},"));
            assert_eq!(answer.contains("\"id\":"), expected.is_some(), "{text}: {answer}");
            assert!(expected.is_none_or(|id| answer.contains(&id)), "{text}: {answer}");
        }
        let bad = Frame::read(Bytes::from_static(b"{\"method\":\"\xff\"}")).unwrap_err();
        assert_eq!(bad.error.fault, Rpc::ParseError);
    }

    #[test]
    fn a_response_is_told_from_a_request() {
        let frame = read("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"a\":1}}").unwrap();
        let response = frame.response().unwrap();
        assert_eq!((response.id.json(), response.outcome), ("7", Ok("{\"a\":1}")));
        let frame = read("{\"error\":{\"code\":-1},\"jsonrpc\":\"2.0\",\"id\":\"x\"}").unwrap();
        assert_eq!(frame.response().unwrap().outcome, Err("{\"code\":-1}"));
        assert!(with_params("{}").response().is_none());
    }

    fn with_params(params: &str) -> Frame {
        read(&format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{params}}}"))
            .unwrap()
    }

    #[test]
    fn the_members_of_params_and_meta_are_found_in_one_pass() {
        let frame = with_params(
            r#"{"x":[1],"_meta":{"progressToken":7,"y":{}},"arguments": {"a" : 1} ,"cursor":null}"#,
        );
        assert_eq!((frame.params, frame.meta), (Shape::Object, Shape::Object));
        assert_eq!(frame.member(Member::Arguments), Some("{\"a\" : 1}"));
        assert_eq!(frame.member(Member::MetaProgressToken), Some("7"));
        assert_eq!(frame.member(Member::Cursor), Some("null"));
        assert_eq!(frame.member(Member::RequestState), None);
        assert_eq!(frame.repeated, None);
    }

    #[test]
    fn what_is_no_object_or_stands_twice_is_seen() {
        for params in ["[]", "[{\"name\":1}]", "7", "-1.5", "null", "true", "\"x\"", "\"\\n\""] {
            assert_eq!(with_params(params).params, Shape::Other, "{params}");
            let meta = with_params(&format!("{{\"_meta\":{params}}}"));
            assert_eq!((meta.params, meta.meta), (Shape::Object, Shape::Other), "{params}");
        }
        assert_eq!(with_params("{}").meta, Shape::Absent);
        for (params, name) in [
            (r#"{"name":"a","name":"b"}"#, "name"),
            (r#"{"_meta":{},"_meta":{}}"#, "_meta"),
            (r#"{"_meta":{"progressToken":1,"progressToken":2}}"#, "progressToken"),
        ] {
            assert_eq!(with_params(params).repeated, Some(name), "{params}");
        }
    }

    /// B68.
    #[test]
    fn deep_nesting_is_read_without_recursion() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        for params in [
            deep.clone(),
            format!("{{\"arguments\":{deep}}}"),
            format!("{{\"x\":{deep}}}"),
            format!("{{\"_meta\":{deep}}}"),
            format!("{{\"_meta\":{{\"x\":{deep}}}}}"),
        ] {
            assert!(with_params(&params).is_too_deep);
        }
        assert!(!with_params("{\"arguments\":[[[1]]]}").is_too_deep);
    }
}

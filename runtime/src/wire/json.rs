//! The small things that are done to raw JSON everywhere: naming its type, telling null from absent,
//! writing a string.
//!
//! It does not parse: the text it is given has been through `serde_json` already.

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// The JSON type of a value, read off its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JsonType {
    Null,
    Boolean,
    Number,
    String,
    Array,
    Object,
}

impl JsonType {
    /// The type of `json`, which is valid and has no white space around it.
    pub(crate) fn of(json: &str) -> Self {
        match json.as_bytes().first() {
            Some(b'{') => Self::Object,
            Some(b'[') => Self::Array,
            Some(b'"') => Self::String,
            Some(b't' | b'f') => Self::Boolean,
            Some(b'n') => Self::Null,
            _ => Self::Number,
        }
    }
}

/// Keeps an explicit `null` apart from an absent member.
pub(crate) fn present<'de: 'a, 'a, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// Appends `text` as a JSON string.
pub(crate) fn write_string(out: &mut Vec<u8>, text: &str) {
    // Writing a `str` into a `Vec` has no way to fail.
    let _ = serde_json::to_writer(out, text);
}

/// Appends a member that is a string, with a comma before it, if there is one.
pub(crate) fn write_member(out: &mut Vec<u8>, name: &str, text: Option<&str>) {
    if let Some(text) = text {
        out.extend_from_slice(format!(",\"{name}\":").as_bytes());
        write_string(out, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_is_read_off_the_first_byte() {
        for (text, kind) in [
            ("null", JsonType::Null),
            ("true", JsonType::Boolean),
            ("false", JsonType::Boolean),
            ("-1.5", JsonType::Number),
            ("\"\"", JsonType::String),
            ("[]", JsonType::Array),
            ("{}", JsonType::Object),
        ] {
            assert_eq!(JsonType::of(text), kind, "{text}");
        }
    }

    #[test]
    fn strings_are_escaped() {
        let mut out = Vec::new();
        write_string(&mut out, "a\"\n\u{e9}");
        assert_eq!(out, "\"a\\\"\\n\u{e9}\"".as_bytes());
    }
}

//! Request ids, kept exactly as they were sent.
//!
//! An id is never turned into a number: `9007199254740993` and `18446744073709551616` come back
//! digit for digit (`modern.md M-BASE-3`).

use super::{JsonType, Text};

/// The longest integer that is an id. Many readers of JSON cannot take in more than 308 digits, so an
/// answer must not have them either.
const MAX_DIGITS: usize = 64;

/// The JSON text of a valid request id: a string or an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Id<'a>(&'a str);

/// What two ids are compared by: `7` and `"7"` differ, `"7"` and `"\u0037"` do not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum IdKey {
    Integer(Box<str>),
    String(Box<str>),
}

impl<'a> Id<'a> {
    /// Takes `json` as an id, or `None` where it is null, a fraction, a boolean or structured
    /// (`modern.md M-BASE-2`), or an integer of absurd length.
    pub(crate) fn new(json: &'a str) -> Option<Self> {
        let valid = match JsonType::of(json) {
            JsonType::String => true,
            JsonType::Number => {
                json.len() <= MAX_DIGITS && json.bytes().all(|b| b == b'-' || b.is_ascii_digit())
            }
            _ => false,
        };
        valid.then_some(Self(json))
    }

    /// Wraps JSON text that [`Id::new`] has accepted before.
    pub(crate) fn checked(text: &'a str) -> Self {
        Self(text)
    }

    /// The id as it stands in the message.
    pub(crate) fn json(self) -> &'a str {
        self.0
    }

    /// The owned form that ids in flight are found by.
    pub(crate) fn key(self) -> IdKey {
        match serde_json::from_str::<Text<'_>>(self.0) {
            Ok(text) => IdKey::String((*text).into()),
            Err(_) => IdKey::Integer(self.0.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> Option<String> {
        Id::new(text).map(|id| id.json().to_owned())
    }

    /// M-BASE-2, M-BASE-3, B107.
    #[test]
    fn strings_and_integers_are_kept_exactly_and_nothing_else_is_an_id() {
        for text in ["\"1\"", "1", "9007199254740993", "18446744073709551616", "-1", "0", "\"\""] {
            assert_eq!(id(text).as_deref(), Some(text));
        }
        let endless = "1".repeat(MAX_DIGITS + 1);
        for text in ["1.5", "1e3", "null", "true", "{}", "[1]", &endless] {
            assert_eq!(id(text), None, "{text}");
        }
    }

    /// B106.
    #[test]
    fn a_string_and_a_number_are_different_ids() {
        let key = |text: &'static str| Id::checked(text).key();
        assert_ne!(key("99"), key("\"99\""));
        assert_eq!(key("\"\\u0039\""), key("\"9\""));
    }
}

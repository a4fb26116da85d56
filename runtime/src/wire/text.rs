//! A JSON string that borrows from the message when it holds no escapes.
//!
//! It knows serde; it does not know which member it stands for.

use std::{borrow::Cow, fmt, ops::Deref};

use serde::de::{Deserialize, Deserializer, Visitor};

/// A decoded JSON string: borrowed where the text on the wire is already the value.
///
/// `&str` fields fail on a string with an escape, and serde's `Option<Cow<str>>` never borrows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Text<'a>(pub(crate) Cow<'a, str>);

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Borrowing;

        impl<'de> Visitor<'de> for Borrowing {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }

            fn visit_string<E>(self, text: String) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text)))
            }
        }

        deserializer.deserialize_str(Borrowing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_string_is_borrowed_and_an_escaped_one_is_decoded() {
        let plain: Text<'_> = serde_json::from_str(r#""tools/call""#).unwrap();
        assert!(matches!(plain.0, Cow::Borrowed("tools/call")));
        let escaped: Text<'_> = serde_json::from_str(r#""tools\/call""#).unwrap();
        assert_eq!(&*escaped, "tools/call");
        assert!(serde_json::from_str::<Text<'_>>("7").is_err());
    }
}

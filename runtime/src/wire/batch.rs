//! Several JSON-RPC messages in one array, as one revision has them (`legacy.md` part 9).
//!
//! It takes the array apart; whether one is allowed is not known here.

use std::fmt;

use bytes::Bytes;
use serde::de::{DeserializeSeed, IgnoredAny, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// The messages of a batch, each as its own bytes.
#[derive(Debug)]
pub(crate) struct Batch {
    pub(crate) messages: Vec<Bytes>,
    /// Whether there were more than were wanted.
    pub(crate) is_too_long: bool,
}

/// Takes up to so many elements, and reads over the rest without keeping it.
struct UpTo(usize);

impl Batch {
    /// Takes the first `most` elements of `bytes`; `None` where they are no array in UTF-8.
    pub(crate) fn read(bytes: &Bytes, most: usize) -> Option<Self> {
        let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
        if first != Some(&b'[') {
            return None;
        }
        let mut json = serde_json::Deserializer::from_slice(bytes);
        let (elements, is_too_long) = UpTo(most).deserialize(&mut json).ok()?;
        json.end().ok()?;
        let slice = |element: &RawValue| bytes.slice_ref(element.get().as_bytes());
        Some(Self { messages: elements.into_iter().map(slice).collect(), is_too_long })
    }
}

impl<'de> DeserializeSeed<'de> for UpTo {
    type Value = (Vec<&'de RawValue>, bool);

    fn deserialize<D: serde::Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for UpTo {
    type Value = (Vec<&'de RawValue>, bool);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
        let mut taken = Vec::new();
        while taken.len() < self.0 {
            let Some(element) = elements.next_element()? else { return Ok((taken, false)) };
            taken.push(element);
        }
        let mut is_too_long = false;
        while elements.next_element::<IgnoredAny>()?.is_some() {
            is_too_long = true;
        }
        Ok((taken, is_too_long))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_is_taken_apart_and_nothing_else_is() {
        let read = |text: &'static str| Batch::read(&Bytes::from_static(text.as_bytes()), 3);
        let batch = read(" [{\"a\":1}, 7 ,[]]").unwrap();
        assert_eq!(batch.messages, ["{\"a\":1}", "7", "[]"]);
        assert!(!batch.is_too_long);
        let longer = read("[1,2,3,[4]]").unwrap();
        assert_eq!((longer.messages.len(), longer.is_too_long), (3, true));
        assert!(read("[]").unwrap().messages.is_empty());
        for text in ["{}", "", "[1", "7", "[1] 2", "[1,2,3,4"] {
            assert!(read(text).is_none(), "{text}");
        }
    }
}

//! Several JSON-RPC messages in one array, as one revision has them (`legacy.md` part 9).
//!
//! It takes the array apart; whether one is allowed is not known here.

use bytes::Bytes;
use serde_json::value::RawValue;

/// The messages of a batch, each as its own bytes.
#[derive(Debug)]
pub(crate) struct Batch(pub(crate) Vec<Bytes>);

impl Batch {
    /// Takes `bytes` apart; `None` where they are no array in UTF-8.
    pub(crate) fn read(bytes: &Bytes) -> Option<Self> {
        let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
        if first != Some(&b'[') {
            return None;
        }
        let elements: Vec<&RawValue> = serde_json::from_slice(bytes).ok()?;
        let slice = |element: &RawValue| bytes.slice_ref(element.get().as_bytes());
        Some(Self(elements.into_iter().map(slice).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_is_taken_apart_and_nothing_else_is() {
        let read = |text: &'static str| Batch::read(&Bytes::from_static(text.as_bytes()));
        let batch = read(" [{\"a\":1}, 7 ,[]]").unwrap();
        assert_eq!(batch.0, ["{\"a\":1}", "7", "[]"]);
        assert!(read("[]").unwrap().0.is_empty());
        for text in ["{}", "", "[1", "7"] {
            assert!(read(text).is_none(), "{text}");
        }
    }
}

//! What holds for every message and every header, tried on many.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use proptest::{collection::vec, prelude::*};
use serde_json::{Value, json};

use super::{Frame, Header, Id, Member};

proptest! {
    // A failure is fixed or becomes a test by name; a file of seeds would say nothing to a reader.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_end_the_process(bytes in vec(any::<u8>(), 0..200)) {
        let _ = Frame::read(Bytes::from(bytes));
    }

    #[test]
    fn no_json_like_text_ends_the_process(text in "[{}\\[\\]\",:\\\\ae1.\\-]{0,60}") {
        let wrapped = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{text}}}");
        let _ = (Frame::read(Bytes::from(text)), Frame::read(Bytes::from(wrapped)));
    }

    /// Whatever the order of the members, their escapes, and what else is there.
    #[test]
    fn a_request_is_found_in_every_order(
        method in "\\PC{0,12}",
        name in "\\PC{0,12}",
        token in any::<i64>(),
        id in prop_oneof![any::<i64>().prop_map(Value::from), "\\PC{0,12}".prop_map(Value::from)],
        rotation in 0_usize..5,
        pretty in any::<bool>(),
    ) {
        let params = json!({"x": [{"id": 1}], "name": name, "_meta": {"y": {}, "progressToken": token}});
        let mut members = vec![
            ("jsonrpc", json!("2.0")),
            ("id", id.clone()),
            ("method", json!(method)),
            ("params", params),
            ("extra", json!({"method": "no"})),
        ];
        members.rotate_left(rotation);
        let message: serde_json::Map<String, Value> =
            members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let text = if pretty { serde_json::to_string_pretty(&message) } else { serde_json::to_string(&message) };
        let frame = Frame::read(Bytes::from(text.unwrap())).unwrap();
        prop_assert_eq!(frame.method(), method);
        prop_assert_eq!(frame.id().map(Id::json), Some(&*id.to_string()));
        let found: String = serde_json::from_str(frame.member(Member::Name).unwrap()).unwrap();
        prop_assert_eq!(found, name);
        prop_assert_eq!(frame.member(Member::MetaProgressToken), Some(&*token.to_string()));
        prop_assert!(!frame.is_too_deep);
    }

    #[test]
    fn a_name_that_was_encoded_is_the_name(name in "\\PC{0,40}", other in "\\PC{0,40}") {
        let encoded = format!("=?base64?{}?=", STANDARD.encode(&name));
        let header = Header::Once(encoded.as_bytes());
        prop_assert_eq!(header.decodes_to(&name), Ok(()));
        prop_assert_eq!(header.decodes_to(&other).is_ok(), other == name);
        prop_assert!(header.equals(&name).is_err());
    }

    #[test]
    fn no_header_ends_the_process(bytes in vec(any::<u8>(), 0..60), name in "\\PC{0,10}") {
        let _ = (Header::Once(&bytes).decodes_to(&name), Header::Once(&bytes).equals(&name));
    }
}

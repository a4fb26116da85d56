//! What holds for every state and for all arguments, tried on many.

use proptest::{collection::vec, prelude::*};
use serde_json::{Map, Value};

use super::{BindValue, Key, RequestState, Sealer, canonical::arguments_digest};

const NOW: u64 = 1_800_000_000;

fn sealers() -> Vec<Sealer> {
    let settings = || RequestState::new(Key::new([5; 32]).unwrap());
    [settings(), settings().signed()].iter().map(|state| state.build("server").unwrap()).collect()
}

proptest! {
    // A failure is fixed or becomes a test by name; a file of seeds would say nothing to a reader.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_payload_comes_back_and_no_other_text_does(
        payload in vec(any::<u8>(), 0..300),
        nonce in any::<[u8; 24]>(),
        bind in vec(any::<u8>(), 0..40),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        for sealer in sealers() {
            let bind = BindValue::new(&bind);
            let text = sealer.mint(&payload, &bind, NOW, nonce).unwrap();
            prop_assert_eq!(sealer.payload(&text, &bind, NOW), Ok(payload.clone()));
            prop_assert!(sealer.payload(&text, &BindValue::new("another"), NOW).is_err());
            let mut changed = text.clone().into_bytes();
            let at = at.index(changed.len());
            changed[at] = byte;
            if let Ok(changed) = String::from_utf8(changed) {
                prop_assert_eq!(sealer.payload(&changed, &bind, NOW).is_ok(), changed == text);
            }
            prop_assert!(sealer.payload(&text[..at], &bind, NOW).is_err());
        }
    }

    #[test]
    fn no_text_at_all_ends_the_process(text in "[es]1\\.\\PC{0,80}|\\PC{0,120}") {
        for sealer in sealers() {
            prop_assert!(sealer.payload(&text, &BindValue::new(""), NOW).is_err());
        }
    }

    #[test]
    fn the_same_arguments_have_one_digest_however_they_are_written(value in arguments()) {
        let plain = value.to_string();
        let digest = arguments_digest(Some(&plain)).unwrap();
        let pretty = serde_json::to_string_pretty(&reversed(&value)).unwrap();
        prop_assert_eq!(arguments_digest(Some(&pretty)).unwrap(), digest);
        prop_assert_eq!(arguments_digest(Some(&escaped(&plain))).unwrap(), digest);
    }

    #[test]
    fn arguments_that_differ_have_another_digest(one in arguments(), other in arguments()) {
        let digest = |value: &Value| arguments_digest(Some(&value.to_string())).unwrap();
        prop_assert_eq!(digest(&one) == digest(&other), one == other);
    }

    #[test]
    fn what_is_no_json_has_no_digest_or_one_but_ends_nothing(text in "[\\[\\]{}:,\"\\\\ a1]{0,40}") {
        let _ = arguments_digest(Some(&text));
    }
}

/// An object of anything, a few levels deep.
fn arguments() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        "\\PC{0,8}".prop_map(Value::from),
    ];
    let value = leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec(("\\PC{0,4}", inner), 0..4).prop_map(object),
        ]
    });
    vec(("\\PC{0,4}", value), 0..4).prop_map(object)
}

fn object(members: Vec<(String, Value)>) -> Value {
    Value::Object(Map::from_iter(members))
}

/// The same value with the members of every object in reverse.
fn reversed(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.iter().rev();
            object(members.map(|(name, value)| (name.clone(), reversed(value))).collect())
        }
        Value::Array(items) => items.iter().map(reversed).collect::<Vec<_>>().into(),
        leaf => leaf.clone(),
    }
}

/// The same text with every letter `a` in strings written as an escape; outside of strings there is
/// one in `false` alone.
fn escaped(json: &str) -> String {
    json.replace("false", "FALSE").replace('a', "\\u0061").replace("FALSE", "false")
}

//! Settings of states: which are refused, and what the others do.

use super::*;

/// B44.
#[test]
fn the_size_limit_counts_characters_on_the_way_out_and_in() {
    for settings in modes() {
        let text = mint(&sealer(&settings));
        let size = text.len();
        let exact = sealer(&settings.clone().max_size(size));
        assert_eq!(mint(&exact), text);
        assert_eq!(exact.payload(&text, &call(), NOW).unwrap(), PAYLOAD);
        let tight = sealer(&settings.clone().max_size(size - 1));
        let too_large = TooLarge { size, limit: size - 1 };
        assert_eq!(tight.mint(PAYLOAD, &call(), NOW, NONCE), Err(too_large));
        assert_eq!(refusal(&tight, &text), Refusal::TooLarge(too_large));
        // The size is looked at before anything else.
        assert_eq!(
            refusal(&sealer(&settings), &"x".repeat(65_537)),
            Refusal::TooLarge(TooLarge { size: 65_537, limit: 65_536 })
        );
        let error = too_large.to_string();
        assert!(error.contains(&size.to_string()) && error.contains("max_size"), "{error}");
    }
}

#[test]
fn a_setting_that_no_state_can_keep_is_refused_by_name() {
    let ttl = |ttl| settings().ttl(ttl).build("files").map(|_| ());
    for wrong in [
        Duration::ZERO,
        Duration::from_millis(999),
        Duration::from_secs(30 * 86_400 + 1),
        Duration::MAX,
    ] {
        assert_eq!(ttl(wrong), Err(RequestStateError::Ttl(wrong)));
    }
    assert_eq!(ttl(Duration::from_secs(1)), Ok(()));
    assert_eq!(ttl(Duration::from_secs(30 * 86_400)), Ok(()));
    let error = settings().max_size(0).build("files").map(|_| ()).unwrap_err();
    assert_eq!(error, RequestStateError::MaxSize);
    assert!(error.to_string().contains("max_size"), "{error}");
    let encrypted = settings().encrypted().build("files").map(|_| ());
    let right =
        if cfg!(feature = "encrypt") { Ok(()) } else { Err(RequestStateError::EncryptionOff) };
    assert_eq!(encrypted, right);
}

/// B43: the server has to know, to warn.
#[test]
fn a_process_key_is_known_as_one() {
    let process = RequestState::process([7; 32]).build("files").unwrap();
    assert!(process.has_process_key());
    assert!(!sealer(&settings()).has_process_key());
    assert_eq!(process.payload(&mint(&process), &call(), NOW).unwrap(), PAYLOAD);
    let other = RequestState::process([8; 32]).build("files").unwrap();
    assert_eq!(refusal(&other, &mint(&process)), Refusal::Unknown);
}

struct Refusing;

impl RequestStateBinder for Refusing {
    fn bind(&self, _: &CallParts<'_>, who: Option<&Principal>) -> Result<BindValue, BindError> {
        match who.and_then(Principal::subject) {
            Some(subject) => Ok(BindValue::new(subject)),
            None => Err(BindError::new("nobody is signed in")),
        }
    }
}

/// B67.
#[test]
fn the_binder_that_was_set_is_the_one_that_is_asked() {
    let call = CallParts::new("tools/call", "delete", None).unwrap();
    let ada = Principal::new().with_subject("ada");
    let own = sealer(&settings().binder(Refusing));
    assert_eq!(own.bind(&call, Some(&ada)).unwrap(), BindValue::new("ada"));
    assert_eq!(own.bind(&call, None).unwrap_err().to_string(), "nobody is signed in");
    // Under another binder the same call has another value.
    let default = sealer(&settings());
    let bound = default.bind(&call, Some(&ada)).unwrap();
    let text = default.mint(PAYLOAD, &bound, NOW, NONCE).unwrap();
    assert_eq!(default.payload(&text, &bound, NOW).unwrap(), PAYLOAD);
    let other = own.bind(&call, Some(&ada)).unwrap();
    assert_eq!(own.payload(&text, &other, NOW), Err(Refusal::Tag));
}

/// B66: neither settings nor reasons show what is secret.
#[test]
fn debug_and_reasons_show_neither_key_nor_state() {
    let secret = RequestState::new(Key::new([b'k'; 32]).unwrap());
    let shown = format!("{secret:?}");
    assert!(
        shown.contains("Key(..)") && !shown.contains("kkk") && !shown.contains("107"),
        "{shown}"
    );
    let sealer = sealer(&settings());
    let text = mint(&sealer);
    for at in [0, 4, text.len() - 1] {
        let changed = format!("{}!{}", &text[..at], &text[at + 1..]);
        let refusal = refusal(&sealer, &changed);
        let shown = format!("{refusal} {refusal:?}");
        assert!(!text.split('.').skip(1).any(|part| shown.contains(part)), "{shown}");
    }
}

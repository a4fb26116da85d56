//! States from outside: what is minted, what is opened, and everything that is refused.

mod ring;
mod settings;

use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use super::{
    BindError, BindValue, CallParts, Key, Principal, RequestState, RequestStateBinder,
    RequestStateError, Sealer,
    sealer::{Refusal, TooLarge},
};

const NOW: u64 = 1_800_000_000;
const NONCE: [u8; 24] = *b"twenty-four nonce bytes!";
const PAYLOAD: &[u8] = br#"{"round":1,"asked":["who"]}"#;

// Known answers: made with other implementations of HKDF, HMAC and XChaCha20, from the text
// in `codec.rs`. The key is the bytes 0 to 31.
const SIGNED: &str = "s1.Rl_VHQ.AAAAAGtJ0gAAAAAAa0nUWHsicm91bmQiOjEsImFza2VkIjpbIndobyJdfQ.\
    tQVTW_u_pWqf5w2xnszxAZ43xVwWBYP8XW1egM3W-eU";
#[cfg(feature = "encrypt")]
const ENCRYPTED: &str = "e1.Rl_VHQ.dHdlbnR5LWZvdXIgbm9uY2UgYnl0ZXMhjaPrbyYCrRrKqLv1svuyo7GaLJpv\
    RLDgw3ZYTvKfbNp99Y2RPyXVHpwzXQ.i_KSJFst0omToF_WElAVRFMYStHwitaIwV7hSJgp0pY";

fn settings() -> RequestState {
    RequestState::new(Key::new(std::array::from_fn::<u8, 32, _>(|at| at as u8)).unwrap())
}

/// The settings of each mode that is compiled in.
fn modes() -> Vec<RequestState> {
    let mut modes = vec![settings().signed()];
    if cfg!(feature = "encrypt") {
        modes.push(settings().encrypted());
    }
    modes
}

fn sealer(settings: &RequestState) -> Sealer {
    settings.build("files").unwrap()
}

fn call() -> BindValue {
    BindValue::new("this call")
}

fn mint(sealer: &Sealer) -> String {
    sealer.mint(PAYLOAD, &call(), NOW, NONCE).unwrap()
}

#[track_caller]
fn refusal(sealer: &Sealer, text: &str) -> Refusal {
    sealer.payload(text, &call(), NOW).expect_err(text)
}

#[test]
fn a_signed_state_is_this_text() {
    let sealer = sealer(&settings().signed());
    assert_eq!(mint(&sealer), SIGNED);
    assert_eq!(sealer.payload(SIGNED, &call(), NOW).unwrap(), PAYLOAD);
}

#[cfg(feature = "encrypt")]
#[test]
fn an_encrypted_state_is_this_text() {
    let sealer = sealer(&settings().encrypted());
    assert_eq!(mint(&sealer), ENCRYPTED);
    assert_eq!(sealer.payload(ENCRYPTED, &call(), NOW).unwrap(), PAYLOAD);
}

#[test]
fn a_payload_of_any_length_comes_back_as_it_was() {
    for settings in modes() {
        let sealer = sealer(&settings);
        for length in (0..200).chain([1000, 40_000]) {
            let payload: Vec<u8> = (0..length).map(|at| (at * 31 % 251) as u8).collect();
            let text = sealer.mint(&payload, &call(), NOW, NONCE).unwrap();
            assert_eq!(sealer.payload(&text, &call(), NOW).as_ref(), Ok(&payload));
            assert!(
                text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
            );
        }
    }
}

/// B66.
#[test]
fn an_encrypted_state_shows_nothing_and_a_signed_one_is_readable() {
    let shows = |text: &str| {
        let data = URL_SAFE_NO_PAD.decode(text.split('.').nth(2).unwrap()).unwrap();
        data.windows(PAYLOAD.len()).any(|window| window == PAYLOAD)
    };
    assert!(shows(&mint(&sealer(&settings().signed()))));
    assert_eq!(shows(&mint(&sealer(&settings()))), cfg!(not(feature = "encrypt")));
}

/// M-MRTR-7, M-MRTR-8: each bit of each byte, whatever it makes of the text.
#[test]
fn a_state_with_one_changed_byte_is_refused() {
    for settings in modes() {
        let sealer = sealer(&settings);
        let text = mint(&sealer);
        for at in 0..text.len() {
            for changed in (0..=127).filter(|byte| *byte != text.as_bytes()[at]) {
                let mut bytes = text.clone().into_bytes();
                bytes[at] = changed;
                refusal(&sealer, &String::from_utf8(bytes).unwrap());
            }
        }
    }
}

/// M-MRTR-8, B42.
#[test]
fn a_state_that_is_cut_extended_or_swapped_is_refused() {
    for settings in modes() {
        let sealer = sealer(&settings);
        let text = mint(&sealer);
        for at in 0..text.len() {
            refusal(&sealer, &text[..at]);
            refusal(&sealer, &text[at + 1..]);
            for inserted in ["A", ".", "=", " ", "\0", "é"] {
                refusal(&sealer, &format!("{}{inserted}{}", &text[..at], &text[at..]));
            }
        }
        for added in ["A", "AA", "AAA", "AAAA", "=", ".", ".AAAA", "-TAMPERED", "\n"] {
            refusal(&sealer, &format!("{text}{added}"));
        }
        let (_, rest) = text.split_once('.').unwrap();
        for label in ["", "e", "s", "e0", "s0", "e2", "s2", "E1", "S1", "x1", "e1", "s1"] {
            let other = format!("{label}.{rest}");
            assert!(other == text || sealer.payload(&other, &call(), NOW).is_err(), "{other}");
        }
        for text in ["", ".", "..", "...", "e1", "e1.", "s1..", "s1...", "e1.AAAAAA.", "\u{1f600}"]
        {
            refusal(&sealer, text);
        }
    }
}

/// A lenient decoder would take many texts for one state.
#[test]
fn only_the_canonical_base64_of_a_state_is_taken() {
    for settings in modes() {
        let sealer = sealer(&settings);
        // Three lengths in a row have every number of trailing bits.
        for length in 16..19 {
            let text = sealer.mint(&vec![b'?'; length], &call(), NOW, NONCE).unwrap();
            for padding in ["=", "=="] {
                assert_eq!(refusal(&sealer, &format!("{text}{padding}")), Refusal::Encoding);
            }
            let last = text.chars().last().unwrap();
            let others = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['-', '_', '+', '/']);
            for other in others.filter(|other| *other != last) {
                refusal(&sealer, &format!("{}{other}", &text[..text.len() - 1]));
            }
        }
        // In the data alone: the kid is compared as text.
        let text = mint(&sealer);
        let (kid, data) = text.split_at(10);
        let standard = data.replace('-', "+").replace('_', "/");
        assert_ne!(standard, data);
        assert_eq!(refusal(&sealer, &format!("{kid}{standard}")), Refusal::Encoding);
    }
}

/// B39, B43.
#[test]
fn a_state_of_another_key_mode_or_server_is_refused() {
    for settings in modes() {
        let text = mint(&sealer(&settings));
        let other_key = RequestState::new(Key::new([9; 32]).unwrap());
        for other in [other_key.clone().signed(), other_key] {
            assert_eq!(refusal(&sealer(&other), &text), Refusal::Unknown);
        }
        assert_eq!(refusal(&settings.build("mail").unwrap(), &text), Refusal::Tag);
        assert_eq!(sealer(&settings).payload(&text, &call(), NOW).unwrap(), PAYLOAD);
    }
    if let [signed, encrypted] = &modes()[..] {
        assert_eq!(refusal(&sealer(encrypted), &mint(&sealer(signed))), Refusal::Unknown);
        assert_eq!(refusal(&sealer(signed), &mint(&sealer(encrypted))), Refusal::Unknown);
    }
}

/// A state of another key does not pass under the kid of this one.
#[test]
fn a_state_under_a_borrowed_kid_is_refused() {
    for settings in modes() {
        let text = mint(&sealer(&settings));
        let other = RequestState::new(Key::new([9; 32]).unwrap());
        let other = if text.starts_with('s') { other.signed() } else { other.encrypted() };
        let moved = format!("{}{}", &text[..10], &mint(&sealer(&other))[10..]);
        assert_eq!(refusal(&sealer(&settings), &moved), Refusal::Tag, "{moved}");
    }
}

/// M-MRTR-9, B38, B40.
#[test]
fn a_state_of_another_bind_value_is_refused() {
    for settings in modes() {
        let sealer = sealer(&settings);
        let text = mint(&sealer);
        for other in ["", "this cal", "this call ", "that call"] {
            let refused = sealer.payload(&text, &BindValue::new(other), NOW);
            assert_eq!(refused, Err(Refusal::Tag), "{other}");
        }
    }
}

/// B121: not for itself, not for whoever guesses what was mixed in.
#[test]
fn a_state_that_is_bound_to_nobody_never_verifies() {
    for settings in modes() {
        let sealer = sealer(&settings);
        let text = sealer.mint(PAYLOAD, &BindValue::never(), NOW, NONCE).unwrap();
        assert_eq!(sealer.payload(&text, &BindValue::never(), NOW), Err(Refusal::Never));
        assert_eq!(sealer.payload(&mint(&sealer), &BindValue::never(), NOW), Err(Refusal::Never));
        for guess in [&NONCE[..], b""] {
            assert_eq!(sealer.payload(&text, &BindValue::new(guess), NOW), Err(Refusal::Tag));
        }
    }
}

/// M-MRTR-9.
#[test]
fn a_state_lives_from_its_minting_to_its_expiry() {
    for settings in modes() {
        let sealer = sealer(&settings.ttl(Duration::from_millis(90_900)));
        let text = mint(&sealer);
        let open = |now| sealer.payload(&text, &call(), now).map(|_| ());
        assert_eq!(open(NOW), Ok(()));
        assert_eq!(open(NOW + 89), Ok(()));
        assert_eq!(open(NOW + 90), Err(Refusal::Expired { seconds: 0 }));
        assert_eq!(open(NOW + 91), Err(Refusal::Expired { seconds: 1 }));
        assert_eq!(open(u64::MAX), Err(Refusal::Expired { seconds: u64::MAX - NOW - 90 }));
        assert_eq!(open(NOW - 59), Ok(()));
        assert_eq!(open(NOW - 60), Ok(()));
        assert_eq!(open(NOW - 61), Err(Refusal::Future { seconds: 61 }));
        assert_eq!(open(0), Err(Refusal::Future { seconds: NOW }));
    }
}

#[test]
fn a_clock_at_its_end_does_no_harm() {
    for settings in modes() {
        let sealer = sealer(&settings);
        let text = sealer.mint(PAYLOAD, &call(), u64::MAX, NONCE).unwrap();
        assert_eq!(sealer.payload(&text, &call(), u64::MAX), Err(Refusal::Expired { seconds: 0 }));
        assert_eq!(sealer.payload(&text, &call(), u64::MAX - 1).unwrap(), PAYLOAD);
    }
}

#[test]
fn a_state_lives_for_ten_minutes_if_nothing_is_set() {
    let sealer = sealer(&settings());
    let text = mint(&sealer);
    assert_eq!(sealer.payload(&text, &call(), NOW + 599).unwrap(), PAYLOAD);
    let expired = Err(Refusal::Expired { seconds: 0 });
    assert_eq!(sealer.payload(&text, &call(), NOW + 600), expired);
}

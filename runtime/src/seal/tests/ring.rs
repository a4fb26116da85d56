//! Several keys and both modes at once: rotation, and lists of keys.

use super::*;

fn key(byte: u8) -> Key {
    Key::new([byte; 32]).unwrap()
}

/// The three steps of a rotation, for keys and for modes: no state that lives is refused.
#[test]
fn every_state_is_taken_through_a_rotation() {
    let (old, new) = (key(1), key(2));
    let state = RequestState::new;
    let mut rotations = vec![[
        state(old.clone()),
        state(old.clone()).accepts(new.clone()),
        state(new.clone()).accepts(old.clone()),
        state(new),
    ]];
    if cfg!(feature = "encrypt") {
        rotations.push([
            state(old.clone()).signed(),
            state(old.clone()).signed().accepts_encrypted(),
            state(old.clone()).encrypted().accepts_signed(),
            state(old).encrypted(),
        ]);
    }
    for steps in rotations {
        let sealers: Vec<Sealer> = steps.iter().map(sealer).collect();
        for (position, minting) in sealers.iter().enumerate() {
            let text = mint(minting);
            for other in &sealers[position.saturating_sub(1)..(position + 2).min(4)] {
                assert_eq!(other.payload(&text, &call(), NOW).unwrap(), PAYLOAD);
            }
        }
        // Two steps apart is one too many, at both ends.
        assert_eq!(refusal(&sealers[3], &mint(&sealers[0])), Refusal::Unknown);
        assert_eq!(refusal(&sealers[0], &mint(&sealers[3])), Refusal::Unknown);
        assert_eq!(refusal(&sealers[0], &mint(&sealers[2])), Refusal::Unknown);
    }
}

/// A mode that is not accepted is refused, and so is one key that stands twice.
#[test]
fn a_ring_takes_what_it_was_told_to() {
    assert_eq!(
        state_error(&RequestState::new(key(1)).accepts(key(2)).accepts(key(1))),
        Some(RequestStateError::KeyTwice)
    );
    assert_eq!(state_error(&RequestState::new(key(1)).accepts(key(2))), None);
    // Asked for the mode that is minted anyway, nothing else is taken.
    let signed = RequestState::new(key(1)).signed();
    assert!(sealer(&signed.clone().accepts_signed()).accepted.is_empty());
    if cfg!(feature = "encrypt") {
        let text = mint(&sealer(&RequestState::new(key(1)).encrypted()));
        assert_eq!(refusal(&sealer(&signed), &text), Refusal::Unknown);
        assert!(sealer(&signed.accepts_encrypted()).payload(&text, &call(), NOW).is_ok());
    }
}

fn state_error(settings: &RequestState) -> Option<RequestStateError> {
    settings.build("files").err()
}

#[test]
fn a_list_of_keys_is_a_ring() {
    let (one, two) = ("11".repeat(32), "22".repeat(32));
    let ring = RequestState::from_list(&format!(" {one} ,{two}")).unwrap();
    let text = mint(&sealer(&RequestState::new(key(0x22))));
    assert_eq!(sealer(&ring).payload(&text, &call(), NOW).unwrap(), PAYLOAD);
    assert_eq!(mint(&sealer(&ring)), mint(&sealer(&RequestState::new(key(0x11)))));
    for (list, position) in [
        ("".to_owned(), 1),
        (format!("{one},"), 2),
        (format!(",{one}"), 1),
        (format!("{one},x"), 2),
    ] {
        let error = RequestState::from_list(&list).map(|_| ()).unwrap_err();
        assert_eq!(error.0, position, "{list}");
    }
}

/// Each state has a name of its own, which a guard can tell it by.
#[test]
fn a_state_is_claimed_under_a_name_of_its_own() {
    for settings in modes() {
        let sealer = sealer(&settings);
        let claim = |text: &str| sealer.open(text, &call(), NOW).unwrap().claim;
        let text = mint(&sealer);
        assert_eq!(claim(&text), claim(&text));
        assert_eq!((claim(&text).expires_at(), claim(&text).now()), (NOW + 600, NOW));
        let other = sealer.mint(b"{}", &call(), NOW, NONCE).unwrap();
        assert_ne!(claim(&text).id(), claim(&other).id());
    }
}

//! What sealing a state costs, against the bare primitives: a keyed hash and base64 of the same bytes.
//!
//! `cargo bench --package askback --bench seal --features testing`. The seal may cost three times the bare
//! primitives (`design.md` part 6). Compare runs of one machine with each other, and nothing else.

use askback::{Key, RequestState, testing::Seal};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use divan::{Bencher, black_box};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

const PAYLOAD: [u8; 300] = [b'x'; 300];

fn main() {
    divan::main();
}

fn seal(signed: bool) -> Seal {
    let state = RequestState::new(Key::new([1; 32]).expect("a key"));
    Seal::new(&if signed { state.signed() } else { state })
}

/// Signs, writes, reads and verifies: nothing is hidden, bound or dated.
#[divan::bench]
fn bare_hmac_and_base64(bencher: Bencher<'_, '_>) {
    let keyed = Hmac::<Sha256>::new_from_slice(&[1; 32]).expect("any length is a key");
    bencher.bench_local(|| {
        let tag = keyed.clone().chain_update(black_box(PAYLOAD)).finalize().into_bytes();
        let text = format!("{}.{}", URL_SAFE_NO_PAD.encode(PAYLOAD), URL_SAFE_NO_PAD.encode(tag));
        let (data, tag) = text.split_once('.').expect("two parts");
        let data = URL_SAFE_NO_PAD.decode(data).expect("base64");
        let tag = URL_SAFE_NO_PAD.decode(tag).expect("base64");
        keyed.clone().chain_update(&data).verify_slice(&tag).expect("the tag");
        data
    });
}

#[divan::bench(args = [true, false])]
fn mint(bencher: Bencher<'_, '_>, signed: bool) {
    let seal = seal(signed);
    bencher.bench_local(|| seal.mint(black_box(&PAYLOAD)));
}

#[divan::bench(args = [true, false])]
fn mint_and_open(bencher: Bencher<'_, '_>, signed: bool) {
    let seal = seal(signed);
    bencher.bench_local(|| seal.open(&seal.mint(black_box(&PAYLOAD))));
}

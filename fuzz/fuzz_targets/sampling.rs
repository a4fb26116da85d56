//! See `askback_tests::fuzz::sampling`. Run with `cargo +nightly fuzz run sampling` in this folder's parent.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| askback_tests::fuzz::sampling(data));

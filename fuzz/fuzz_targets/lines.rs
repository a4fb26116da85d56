//! See `askback_tests::fuzz::lines`. Run with `cargo +nightly fuzz run lines` in this folder's parent.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| askback_tests::fuzz::lines(data));

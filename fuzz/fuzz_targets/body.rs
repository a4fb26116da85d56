//! See `askback_tests::fuzz::body`. Run with `cargo +nightly fuzz run body` in this folder's parent.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| askback_tests::fuzz::body(data));

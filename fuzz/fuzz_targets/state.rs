//! See `askback_tests::fuzz::state`. Run with `cargo +nightly fuzz run state` in this folder's parent.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| askback_tests::fuzz::state(data));

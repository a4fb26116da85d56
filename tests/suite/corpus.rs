//! The fuzzers' corpus, replayed: every input that was ever interesting is still answered.

use std::{fs, path::Path};

use askback_tests::fuzz;

fn replay(target: &str, feed: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target);
    let files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 5, "the corpus of {target} is gone");
    for file in files {
        feed(&fs::read(file).unwrap());
    }
}

#[test]
fn lines() {
    replay("lines", fuzz::lines);
}

#[test]
fn bodies() {
    replay("body", fuzz::body);
}

#[test]
fn states() {
    replay("state", fuzz::state);
}

#[test]
fn samplings() {
    replay("sampling", fuzz::sampling);
}

//! Mistakes and what the compiler says to them. README.md says how to add one.

use std::{
    io::{Write, stderr},
    process::Command,
};

/// The compiler that the texts are from.
const PINNED: &str = "rustc 1.95.";

const THEMES: [&str; 11] = [
    "tool",
    "signature",
    "options",
    "ask",
    "form",
    "choice",
    "handler",
    "main",
    "resource",
    "service",
    "complete",
];

#[test]
fn mistakes_are_answered_with_what_to_write() {
    let version = Command::new("rustc").arg("--version").output().expect("a compiler");
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    if !version.starts_with(PINNED) {
        // Not `eprintln!`, whose text the harness keeps to itself when a test passes.
        let text = format!("\nNOT RUN: tests/ui has the texts of {PINNED}x, and this is {version}");
        stderr().write_all(text.as_bytes()).expect("an open stderr");
        return;
    }
    let cases = trybuild::TestCases::new();
    cases.pass("ui/pass/*.rs");
    for theme in THEMES {
        cases.compile_fail(format!("ui/{theme}/*.rs"));
    }
}

//! Mistakes and what the compiler says to them. README.md says how to add one.

use std::process::Command;

/// The compiler that the texts are from.
const PINNED: &str = "rustc 1.95.";

#[test]
fn mistakes_are_answered_with_what_to_write() {
    let version = Command::new("rustc").arg("--version").output().expect("a compiler");
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    if !version.starts_with(PINNED) {
        eprintln!("NOT RUN: the texts are those of {PINNED}x, and this is {version}");
        return;
    }
    let cases = trybuild::TestCases::new();
    cases.pass("ui/pass/*.rs");
    for theme in ["tool", "ask", "form", "choice", "handler"] {
        cases.compile_fail(format!("ui/{theme}/*.rs"));
    }
}

//! The trace: messages as a person reads them, in colour where there is a terminal.
//!
//! It knows how to print; what the messages mean is said by whoever prints them.
#![expect(clippy::print_stdout, reason = "the trace is what the tour is for")]

use std::io::{IsTerminal, stdout};

use serde_json::Value;

const BOLD: &str = "1";
const DIM: &str = "2";
const GREEN: &str = "32";
const CYAN: &str = "36";

pub(crate) fn title(text: &str) {
    println!("{}", paint(BOLD, text));
}

pub(crate) fn step(text: &str) {
    println!("\n{}", paint(BOLD, text));
}

pub(crate) fn sent(message: &Value) {
    print(message, "client  \u{2192}", CYAN);
}

pub(crate) fn received(message: &Value) {
    print(message, "server  \u{2190}", GREEN);
}

pub(crate) fn last(text: &str) {
    println!("\n{}", paint(DIM, "the tool's text:"));
    println!("{text}");
}

/// Long strings, such as a sealed state, are cut: what is in them is nobody's business.
fn print(message: &Value, label: &str, colour: &str) {
    let mut short = message.clone();
    shorten(&mut short);
    let text = serde_json::to_string_pretty(&short).unwrap_or_default();
    println!("{}", paint(DIM, label));
    for line in text.lines() {
        println!("  {}", paint(colour, line));
    }
}

fn shorten(value: &mut Value) {
    match value {
        Value::String(text) if text.chars().count() > 60 => {
            *text = format!(
                "{}\u{2026} ({} bytes)",
                text.chars().take(24).collect::<String>(),
                text.len()
            );
        }
        Value::Array(items) => items.iter_mut().for_each(shorten),
        Value::Object(members) => members.values_mut().for_each(shorten),
        _ => {}
    }
}

fn paint(colour: &str, text: &str) -> String {
    if stdout().is_terminal() {
        format!("\u{1b}[{colour}m{text}\u{1b}[0m")
    } else {
        text.to_owned()
    }
}

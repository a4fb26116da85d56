//! The catalogue of errors (`askback::guide::errors`): every message that an author or operator meets
//! stands in it.

use std::{fs, path::Path};

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::read_to_string(root.join(path)).unwrap()
}

/// The words of a text, without what marks code and quotes.
fn words(text: &str) -> Vec<String> {
    let bare: String = text
        .chars()
        .filter(|c| !['`', '"', '\\', ':', ';', ',', '.', '…', '<', '>'].contains(c))
        .collect();
    bare.split_whitespace().map(str::to_owned).collect()
}

/// The string literals of a piece of source, with lines that go on joined.
fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some((_, after)) = rest.split_once('"') {
        let end = after
            .char_indices()
            .scan(false, |escaped, (at, c)| {
                let is_end = c == '"' && !*escaped;
                *escaped = c == '\\' && !*escaped;
                Some((at, is_end))
            })
            .find(|(_, is_end)| *is_end)
            .map_or(after.len(), |(at, _)| at);
        found.push(after[..end].replace("\\\n", " "));
        rest = &after[(end + 1).min(after.len())..];
    }
    found
}

/// The first three words that stand together in a message, between its values.
fn opening(message: &str) -> Option<Vec<String>> {
    let pieces = message.split(['{', '}']).step_by(2);
    let mut pieces = pieces.map(words).filter(|words| words.len() >= 3);
    pieces.next().map(|words| words[..3].to_vec())
}

fn assert_listed(source: &str, least: usize) {
    let catalogue = words(&read("runtime/guide/errors.md"));
    let openings: Vec<Vec<String>> =
        literals(source).iter().filter_map(|text| opening(text)).collect();
    assert!(openings.len() >= least, "{openings:?}");
    for opening in openings {
        let stands = catalogue.windows(3).any(|window| window == opening);
        assert!(stands, "runtime/guide/errors.md has no message with {:?}", opening.join(" "));
    }
}

/// The part of a source file between two texts, without its comments.
fn part(path: &str, from: &str, to: &str) -> String {
    let text = read(path);
    let (_, after) = text.split_once(from).unwrap();
    let inside = after.split_once(to).map_or(after, |(inside, _)| inside);
    let code = inside.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_catalogue_has_every_reason_not_to_build_a_server() {
    assert_listed(&part("runtime/src/error.rs", "pub enum BuildError {", "\n}"), 9);
}

#[test]
fn the_catalogue_has_every_mistake_of_a_handler() {
    assert_listed(&part("runtime/src/ask/fault.rs", "impl fmt::Display for Fault", "\n}\n"), 12);
}

#[test]
fn the_catalogue_has_every_way_in_which_a_call_ends_without_an_answer() {
    assert_listed(&part("runtime/src/dispatch/kept.rs", "Refusal::reply(match", "\n}"), 4);
    assert_listed(&part("runtime/src/handler/reply.rs", "fn ended", "\n    }"), 1);
}

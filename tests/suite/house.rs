//! The house: layers import down only, revisions have one home, rooms stay small.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The layers of ARCHITECTURE.md, bottom up: a module may import from lower ones, and from itself.
const LAYERS: [(&str, u8); 18] = [
    ("limits", 0),
    ("guarded", 0),
    ("wire", 0),
    ("form", 1),
    ("seal", 1),
    ("error", 2),
    ("ask", 2),
    ("handler", 4),
    ("era", 3),
    ("dispatch", 5),
    ("transport", 6),
    ("environment", 3),
    ("server", 7),
    ("testing", 8),
    ("prelude", 8),
    ("guide", 8),
    ("macros", 8),
    ("__private", 8),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The sources of a folder, without those that are tests alone.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut sources = sources_with_tests(folder);
    let tests = ["tests.rs", "property.rs"];
    sources.retain(|(path, _)| {
        let inside = path.strip_prefix(root()).unwrap();
        let in_tests = inside.components().any(|part| part.as_os_str() == "tests");
        !in_tests && tests.iter().all(|name| !path.ends_with(name))
    });
    sources
}

fn sources_with_tests(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    assert!(found.len() > 5, "{folder} is not where it was");
    found
}

fn module(path: &Path) -> String {
    let inside = path.strip_prefix(root().join("runtime/src")).unwrap();
    let first = inside.iter().next().unwrap().to_str().unwrap();
    first.trim_end_matches(".rs").to_owned()
}

fn layer(module: &str) -> Option<u8> {
    LAYERS.iter().find(|(name, _)| *name == module).map(|(_, layer)| *layer)
}

/// Code without comments and without the tests at the bottom of a file.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// What follows each `crate::` in `code`, with groups taken apart one level deep.
fn imports(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in code.split("crate::").skip(1) {
        let names = match part.strip_prefix('{') {
            Some(group) => {
                let mut depth = 0;
                let mut top = String::new();
                for c in group.chars() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        c if depth == 0 => top.push(c),
                        _ => {}
                    }
                }
                top
            }
            None => part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect(),
        };
        let first = |name: &str| name.trim().split("::").next().unwrap_or_default().to_owned();
        found.extend(names.split(',').map(first).filter(|name| !name.is_empty()));
    }
    found
}

#[test]
fn imports_point_down_only() {
    for (path, text) in sources("runtime/src") {
        let from = module(&path);
        if from == "lib" {
            continue;
        }
        let own = layer(&from).unwrap_or_else(|| panic!("{from} has no layer: {}", path.display()));
        for name in imports(&code(&text)) {
            let Some(to) = layer(&name) else {
                // A name of the crate's root: allowed for the top alone.
                assert!(own >= 7, "{} imports `crate::{name}`", path.display());
                continue;
            };
            assert!(to < own || name == from, "{} imports `crate::{name}`", path.display());
        }
    }
}

#[test]
fn revisions_are_named_in_one_place() {
    for (path, text) in sources("runtime/src") {
        let named = code(&text).lines().any(|line| {
            ["2024-", "2025-", "2026-"].iter().any(|year| line.contains(&format!("\"{year}")))
        });
        assert!(!named || module(&path) == "era", "{} names a revision", path.display());
    }
}

#[test]
fn the_core_is_given_time_and_randomness() {
    for (path, text) in sources("runtime/src") {
        let reads = ["SystemTime", "Instant::now", "getrandom::fill", "env::var"];
        let found = reads.iter().any(|read| code(&text).contains(read));
        assert!(!found || module(&path) == "environment", "{} reads the world", path.display());
    }
}

/// F2: code of the author's runs behind one guard.
#[test]
fn panics_are_caught_in_one_place() {
    for (path, text) in sources("runtime/src") {
        let catches = code(&text).contains("catch_unwind");
        assert!(!catches || module(&path) == "guarded", "{} catches panics", path.display());
    }
}

#[test]
fn rooms_are_small_and_say_what_they_are() {
    for folder in ["runtime/src", "macros/src"] {
        for (path, text) in sources(folder) {
            let lines = code(&text).lines().count();
            assert!(lines <= 400, "{} has {lines} lines of code", path.display());
            let opens = text.starts_with("//!") || text.starts_with("#![doc");
            assert!(opens, "{} does not say what it is", path.display());
        }
    }
}

/// The tests that a table names, each with the id of its row.
fn named_by(table: &str, row: &str) -> Vec<(String, String)> {
    let table = fs::read_to_string(root().join(table)).unwrap();
    let mut named = Vec::new();
    for line in table.lines().filter(|line| line.starts_with(row)) {
        let id = line[2..].split(' ').next().unwrap();
        let cell = line.rsplit(" | ").next().unwrap();
        let names = cell.split('`').skip(1).step_by(2).filter(|name| name.contains("::"));
        named.extend(names.map(|name| (id.to_owned(), name.to_owned())));
    }
    named
}

/// The text of every test.
fn tests() -> String {
    let folders = ["runtime/src", "macros/src", "tests/suite", "tests/hygiene", "examples"];
    folders.into_iter().flat_map(sources_with_tests).map(|(_, text)| text).collect()
}

fn is_there(tests: &str, name: &str) -> bool {
    tests.contains(&format!("fn {}(", name.rsplit("::").next().unwrap()))
}

/// `tests/REPORTS.md` names tests: each of them is there, and has the number of its row.
#[test]
fn every_test_that_a_report_is_shown_by_is_there() {
    let (named, tests) = (named_by("tests/REPORTS.md", "| B"), tests());
    for (id, name) in &named {
        assert!(is_there(&tests, name), "{name} is not there");
        let number = format!("_{}_", id.to_lowercase());
        let function = name.rsplit("::").next().unwrap();
        assert!(format!("_{function}").contains(&number), "{name} in {id}");
    }
    assert!(named.len() > 90, "{} tests are named", named.len());
}

/// `tests/REQUIREMENTS.md` names tests: each of them is there, and nothing is missing.
#[test]
fn every_test_that_a_requirement_is_shown_by_is_there() {
    let tests = tests();
    let mut named = named_by("tests/REQUIREMENTS.md", "| M-");
    named.extend(named_by("tests/REQUIREMENTS.md", "| L-"));
    for (id, name) in &named {
        assert!(is_there(&tests, name), "{name} of {id} is not there");
    }
    assert!(named.len() > 250, "{} tests are named", named.len());
    let table = fs::read_to_string(root().join("tests/REQUIREMENTS.md")).unwrap();
    let is_shown = |line: &&str| line.starts_with("| ") && line.ends_with(" |  |");
    assert_eq!(table.lines().find(is_shown), None);
}

//! URI templates (RFC 6570, level 1 and `{+name}`): the variables of a URI that fits.
//!
//! It does not know what is behind a URI.

use std::fmt::Write as _;

use super::inside::leads_out;

/// A template in its parts.
#[derive(Clone, Debug)]
pub(crate) struct UriTemplate {
    text: String,
    parts: Vec<Part>,
    /// Whether a value may lead out of a folder, because none is opened.
    takes_all: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Part {
    Literal(String),
    /// A variable; one with a `+` may have slashes.
    Variable {
        name: String,
        is_path: bool,
    },
}

impl UriTemplate {
    /// The template; what is not well-formed is a literal, which the macro has refused before.
    pub(crate) fn new(text: &str) -> Self {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((inside, behind)) = after.split_once('}') else { break };
            if !before.is_empty() {
                parts.push(Part::Literal(before.to_owned()));
            }
            let is_path = inside.starts_with('+');
            let name = inside.trim_start_matches('+').to_owned();
            parts.push(Part::Variable { name, is_path });
            rest = behind;
        }
        if !rest.is_empty() {
            parts.push(Part::Literal(rest.to_owned()));
        }
        Self { text: text.to_owned(), parts, takes_all: false }
    }

    /// The author sees to it that no value leads out of a folder.
    pub(super) fn take_all(&mut self) {
        self.takes_all = true;
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The variables of a URI that fits, as a JSON object of texts.
    ///
    /// A value that could lead out of its folder, decoded as it is, fits nothing (`modern.md M-RES-6`).
    pub(crate) fn variables(&self, uri: &str) -> Option<String> {
        let mut found = Vec::new();
        fit(&self.parts, uri, &mut found)?;
        let mut json = String::from("{");
        for (position, (name, value)) in found.into_iter().enumerate() {
            let comma = if position > 0 { "," } else { "" };
            let value = decoded(value).filter(|value| self.takes_all || !leads_out(value))?;
            let value = serde_json::Value::String(value);
            let name = serde_json::Value::String(name.to_owned());
            // A `String` has no way to fail.
            let _ = write!(json, "{comma}{name}:{value}");
        }
        json.push('}');
        Some(json)
    }
}

/// Fits `uri` to the parts; a variable is as short as what stands behind it allows.
fn fit<'p, 'u>(parts: &'p [Part], uri: &'u str, found: &mut Vec<(&'p str, &'u str)>) -> Option<()> {
    let Some((first, rest)) = parts.split_first() else {
        return uri.is_empty().then_some(());
    };
    match first {
        Part::Literal(text) => fit(rest, uri.strip_prefix(&**text)?, found),
        Part::Variable { name, is_path } => {
            let stop = |c: char| matches!(c, '?' | '#') || (c == '/' && !is_path);
            let most = uri.find(stop).unwrap_or(uri.len());
            let end = match rest {
                [] => (most == uri.len()).then_some(most)?,
                // The first place where the text behind it stands decides: no search is repeated.
                [Part::Literal(text), ..] => {
                    let from = uri.chars().next().map_or(0, char::len_utf8);
                    let place = uri.get(from..)?.find(&**text)? + from;
                    (place <= most).then_some(place)?
                }
                [Part::Variable { .. }, ..] => return None,
            };
            if end == 0 {
                return None;
            }
            found.push((name, &uri[..end]));
            fit(rest, &uri[end..], found)
        }
    }
}

/// The text with its percent-encoding resolved.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let (high, low) = (digit(rest.next()?)?, digit(rest.next()?)?);
        bytes.push(u8::try_from(high * 16 + low).ok()?);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(template: &str, uri: &str) -> Option<String> {
        UriTemplate::new(template).variables(uri)
    }

    /// M-RES-4.
    #[test]
    fn variables_are_found_and_decoded() {
        for (template, uri, expected) in [
            ("notes://{id}", "notes://7", Some(r#"{"id":"7"}"#)),
            ("notes://{id}", "notes://a%20b%2Fc", Some(r#"{"id":"a b/c"}"#)),
            ("notes://{id}", "notes://", None),
            ("notes://{id}", "notes://a/b", None),
            ("notes://{id}", "note://a", None),
            ("test://template/{id}/data", "test://template/123/data", Some(r#"{"id":"123"}"#)),
            ("test://template/{id}/data", "test://template/123", None),
            ("file:///{+path}", "file:///a/b.txt", Some(r#"{"path":"a/b.txt"}"#)),
            ("x://{a}-{b}", "x://1-2-3", Some(r#"{"a":"1","b":"2-3"}"#)),
            ("x://{a}/{+b}.md", "x://1/2/3.md", Some(r#"{"a":"1","b":"2/3"}"#)),
            ("x://{a}", "x://%", None),
            ("x://{a}", "x://%ff", None),
        ] {
            assert_eq!(variables(template, uri).as_deref(), expected, "{template} {uri}");
        }
    }

    /// M-RES-6.
    #[test]
    fn nothing_leads_out_of_its_folder() {
        for uri in [
            "file:///root/../etc/passwd",
            "file:///%2e%2e/etc/passwd",
            "file:///..%2fetc%2fpasswd",
            "file:///a%2F..%2F..%2Fetc",
            "file:///..",
            "file:///a\\..\\b",
            "file:///a%00.txt",
            "file:////etc/passwd",
            "file:///%2Fetc/passwd",
            "file:///%5C%5Chost/share",
            "file:///C:/x",
            "file:///c%3ax",
            "file:///a/..%20/b",
        ] {
            assert_eq!(variables("file:///{+path}", uri), None, "{uri}");
        }
        assert!(variables("file:///{+path}", "file:///a..b/...").is_some());
    }
}

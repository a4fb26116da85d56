//! The check at the exit: a message that goes out is one line.
//!
//! Both framings end a message, or an event's field, at a line break (`modern.md M-STDIO-1`, M-HTTP-5).
//! What we write has none, but JSON that others wrote is copied into it: schemas, content, raw values.

use std::borrow::Cow;

/// The message without line breaks. One that has none, the usual case, is not touched.
pub(crate) fn one_line(message: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    if has_line_break(&message) { Cow::Owned(compact(&message)) } else { message }
}

/// JSON that others wrote, made compact where it enters.
pub(crate) fn one_line_text(json: String) -> String {
    if has_line_break(json.as_bytes()) {
        // White space alone was taken out: it is UTF-8 as before.
        return String::from_utf8(compact(json.as_bytes())).unwrap_or_default();
    }
    json
}

fn has_line_break(text: &[u8]) -> bool {
    memchr::memchr2(b'\n', b'\r', text).is_some()
}

/// The JSON without the white space between its tokens. A raw line break in a string, which is no
/// JSON, is escaped.
fn compact(json: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(json.len());
    let (mut in_string, mut is_escaped) = (false, false);
    for &byte in json {
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' if !in_string => continue,
            b'\n' | b'\r' => {
                // Behind a backslash, the backslash is there already.
                if !is_escaped {
                    out.push(b'\\');
                }
                out.push(if byte == b'\n' { b'n' } else { b'r' });
            }
            _ => out.push(byte),
        }
        if byte == b'"' && !is_escaped {
            in_string = !in_string;
        }
        is_escaped = in_string && byte == b'\\' && !is_escaped;
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    #[test]
    fn a_message_without_line_breaks_is_not_touched() {
        let message = "{\"a\" : \"\u{2028} \\n\"}".as_bytes();
        assert!(matches!(one_line(message.into()), Cow::Borrowed(_)));
    }

    #[test]
    fn white_space_goes_and_strings_stay() {
        let json = "{\r\n\t\"a \\\" b\\\\\" : [ 1 ,\n 2 ] }";
        assert_eq!(one_line_text(json.to_owned()), r#"{"a \" b\\":[1,2]}"#);
        assert_eq!(one_line(b"\"a\nb\\\rc\"".as_slice().into()).as_ref(), br#""a\nb\rc""#);
    }

    proptest! {
        /// Any JSON in any white space is one line of the same meaning.
        #[test]
        fn any_white_space_is_the_same_value(
            texts in prop::collection::vec(any::<String>(), 0..5),
            space in "[ \t\r\n]{0,4}",
        ) {
            let value = serde_json::json!({"a": texts, "b": {"c\n\"": [1.5, null, true]}});
            let pretty = serde_json::to_string_pretty(&value).unwrap();
            let spaced = pretty.replace('\n', &format!("\n{space}"));
            let line = one_line_text(spaced);
            prop_assert!(!line.contains(['\n', '\r']));
            prop_assert_eq!(serde_json::from_str::<Value>(&line).unwrap(), value);
        }
    }
}

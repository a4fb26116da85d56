//! The nesting limit, checked without recursion.
//!
//! `RawValue` accepts any depth, so the check stands before everything that might walk a value.

/// How deep objects and arrays may be nested in the `params` of a message.
pub(crate) const MAX_DEPTH: usize = 128;

/// The same, with the message around them.
const WHOLE: usize = MAX_DEPTH + 1;

/// Whether a message, which is valid JSON, is nested too deep.
pub(super) fn is_too_deep(json: &str) -> bool {
    // Nearly every message opens fewer brackets than the limit, and counting them is far cheaper
    // than following strings and escapes.
    opened(json) > WHOLE && depth(json) > WHOLE
}

/// How many brackets there are, in strings or not. Written so that it is done many bytes at a time.
fn opened(json: &str) -> usize {
    // `[` and `{` differ in this bit alone.
    let is_open = |byte: &u8| u8::from(byte | 0x20 == b'{');
    let chunks = json.as_bytes().chunks(usize::from(u8::MAX));
    chunks.map(|chunk| usize::from(chunk.iter().map(is_open).sum::<u8>())).sum()
}

fn depth(json: &str) -> usize {
    let (mut depth, mut deepest, mut in_string) = (0_usize, 0, false);
    let mut bytes = json.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' if in_string => drop(bytes.next()),
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested(levels: usize) -> String {
        format!("{}{}", "[".repeat(levels), "]".repeat(levels))
    }

    /// B68.
    #[test]
    fn the_limit_counts_levels_and_not_brackets() {
        assert!(!is_too_deep(&nested(129)));
        assert!(is_too_deep(&nested(130)));
        assert!(is_too_deep(&nested(100_000)));
        assert!(!is_too_deep(&format!("[{}1]", "[1],".repeat(500))));
        assert!(!is_too_deep(&format!("[\"{}\\\"[\"]", "[{".repeat(500))));
    }
}

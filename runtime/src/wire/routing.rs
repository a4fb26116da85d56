//! The routing headers of Streamable HTTP as values: presence, white space and the base64 sentinel.
//!
//! It knows header syntax (`modern.md` part 24); which value is right is the body's business.

use std::{borrow::Cow, fmt};

use base64::{Engine as _, engine::general_purpose::STANDARD};

/// What a POST says about its body in headers. A header that is given twice is kept as such.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Routing<'a> {
    pub(crate) version: Header<'a>,
    pub(crate) method: Header<'a>,
    pub(crate) name: Header<'a>,
    /// All of them, by name.
    pub(crate) fields: Option<&'a dyn Fields>,
}

/// The header fields of a request.
pub(crate) trait Fields: fmt::Debug + Sync {
    /// The field of this name, in any case.
    fn field(&self, name: &str) -> Header<'_>;
}

/// One header field: its raw bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Header<'a> {
    #[default]
    Absent,
    Once(&'a [u8]),
    Repeated,
}

/// Why a header does not agree with the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mismatch {
    Absent,
    Repeated,
    Malformed,
    Different,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Absent => "is missing",
            Self::Repeated => "is given more than once",
            Self::Malformed => "has invalid characters or a broken base64 value",
            Self::Different => "differs from the body",
        })
    }
}

impl<'a> Header<'a> {
    /// The value without the white space around it (`modern.md M-HDR-3`).
    pub(crate) fn value(self) -> Result<&'a str, Mismatch> {
        let bytes = match self {
            Self::Absent => return Err(Mismatch::Absent),
            Self::Repeated => return Err(Mismatch::Repeated),
            Self::Once(bytes) => bytes,
        };
        let text = std::str::from_utf8(bytes).map_err(|_| Mismatch::Malformed)?;
        let text = text.trim_matches([' ', '\t']);
        let visible = text.bytes().all(|b| matches!(b, b' '..=b'~' | b'\t'));
        if visible { Ok(text) } else { Err(Mismatch::Malformed) }
    }

    /// Compares a header that is never encoded (`modern.md M-HDR-5`).
    pub(crate) fn equals(self, body: &str) -> Result<(), Mismatch> {
        if self.value()? == body { Ok(()) } else { Err(Mismatch::Different) }
    }

    /// The value of a header that may carry the base64 sentinel (`modern.md M-HDR-4`).
    pub(crate) fn decoded(self) -> Result<Cow<'a, str>, Mismatch> {
        decoded(self.value()?)
    }

    /// Compares a header that may carry the base64 sentinel (`modern.md M-HDR-4`).
    pub(crate) fn decodes_to(self, body: &str) -> Result<(), Mismatch> {
        if self.decoded()? == body { Ok(()) } else { Err(Mismatch::Different) }
    }
}

/// Resolves `=?base64?…?=`. Without both markers the value is literal.
fn decoded(value: &str) -> Result<Cow<'_, str>, Mismatch> {
    let Some(encoded) = value.strip_prefix("=?base64?").and_then(|v| v.strip_suffix("?=")) else {
        return Ok(Cow::Borrowed(value));
    };
    let bytes = STANDARD.decode(encoded).map_err(|_| Mismatch::Malformed)?;
    String::from_utf8(bytes).map(Cow::Owned).map_err(|_| Mismatch::Malformed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(header: &'static str, body: &str) -> Result<(), Mismatch> {
        Header::Once(header.as_bytes()).decodes_to(body)
    }

    /// M-HDR-3, M-HDR-4, B80.
    #[test]
    fn sentinels_are_decoded_and_white_space_is_stripped() {
        for (header, body, right) in [
            ("=?base64?SGVsbG8=?=", "Hello", Ok(())),
            ("=?base64?SGVsbG8=", "=?base64?SGVsbG8=", Ok(())),
            ("=?base64?SGVsbG8?=", "Hello", Err(Mismatch::Malformed)),
            ("=?base64?SGVs!!!bG8=?=", "Hello", Err(Mismatch::Malformed)),
            ("=?base64?cHLDvGZl?=", "pr\u{fc}fe", Ok(())),
            ("=?BASE64?cHLDvGZl?=", "pr\u{fc}fe", Err(Mismatch::Different)),
            ("=?base64?%%%?=", "pr\u{fc}fe", Err(Mismatch::Malformed)),
            ("=?base64??=", "pr\u{fc}fe", Err(Mismatch::Different)),
            ("  \ttool  ", "tool", Ok(())),
            ("TOOL", "tool", Err(Mismatch::Different)),
            ("pr\u{fc}fe", "pr\u{fc}fe", Err(Mismatch::Malformed)),
        ] {
            assert_eq!(named(header, body), right, "{header}");
        }
    }

    /// M-HDR-1, M-HDR-5, M-HDR-8.
    #[test]
    fn absent_repeated_and_encoded_method_headers_do_not_match() {
        assert_eq!(Header::Absent.equals("m"), Err(Mismatch::Absent));
        assert_eq!(Header::Repeated.equals("m"), Err(Mismatch::Repeated));
        assert_eq!(Header::Once(b"=?base64?bQ==?=").equals("m"), Err(Mismatch::Different));
    }
}

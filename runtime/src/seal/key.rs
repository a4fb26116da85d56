//! The key of the state: at least 32 secret bytes, made from bytes or from text.
//!
//! It does not know what is derived from it; that is the codec's business.

use std::{fmt, str::FromStr};

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD_PAD_INDIFFERENT, URL_SAFE_PAD_INDIFFERENT},
};
use zeroize::Zeroizing;

/// How many bytes a key has at least.
const MIN_BYTES: usize = 32;

/// A secret of at least 32 bytes that states are sealed with.
///
/// Every process that serves the same clients needs the same key. The bytes must come from a
/// random source, never from a passphrase; `openssl rand -hex 32` prints a good key. They are
/// overwritten when the key is dropped, and `Debug` never shows them.
///
/// ```
/// use askback::Key;
///
/// let key: Key = "8f1c4e0b2a9d7365e4b1c08f5a2d96734e1b0c8fa52d9673e4b1c08f5a2d9673".parse()?;
/// assert_eq!(format!("{key:?}"), "Key(..)");
/// # Ok::<(), askback::KeyError>(())
/// ```
#[derive(Clone)]
pub struct Key(Zeroizing<Vec<u8>>);

impl Key {
    /// A key of raw bytes.
    ///
    /// # Errors
    ///
    /// Fewer than 32 bytes.
    ///
    /// ```
    /// use askback::{Key, KeyError};
    ///
    /// assert!(Key::new([7; 32]).is_ok());
    /// assert!(matches!(Key::new("hunter2"), Err(KeyError::TooShort { bytes: 7 })));
    /// ```
    pub fn new(bytes: impl AsRef<[u8]>) -> Result<Self, KeyError> {
        Self::checked(Zeroizing::new(bytes.as_ref().to_vec()))
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The key of a process that was given none. 32 bytes are enough by their type.
    pub(super) fn process(random: [u8; MIN_BYTES]) -> Self {
        Self(Zeroizing::new(random.to_vec()))
    }

    fn checked(bytes: Zeroizing<Vec<u8>>) -> Result<Self, KeyError> {
        if bytes.len() < MIN_BYTES {
            return Err(KeyError::TooShort { bytes: bytes.len() });
        }
        Ok(Self(bytes))
    }
}

/// A key of text: hex, or base64 in the standard or the URL-safe alphabet, padded or not.
///
/// Text of nothing but hex digits is hex. White space around it, such as the line end of a key
/// file, is not part of it.
///
/// ```
/// use askback::Key;
///
/// let key = std::env::var("MCP_REQUEST_STATE_KEY")
///     .unwrap_or("TWFueSBoYW5kcyBtYWtlIGxpZ2h0IHdvcmssIHNvIGRvIGtleXMu".to_owned());
/// assert!(key.parse::<Key>().is_ok());
/// ```
impl FromStr for Key {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let text = text.trim_ascii();
        let is_hex = text.bytes().all(|byte| byte.is_ascii_hexdigit());
        Self::checked(if is_hex { from_hex(text)? } else { from_base64(text)? })
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

/// Why something is no [`Key`]. The texts name lengths and never show the key.
///
/// ```
/// use askback::Key;
///
/// let error = "c2hvcnQ".parse::<Key>().unwrap_err();
/// assert_eq!(error.to_string(), "a key of 5 bytes is too short: 32 random bytes or more are needed");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    /// The key is too short to be safe.
    #[error("a key of {bytes} bytes is too short: {MIN_BYTES} random bytes or more are needed")]
    TooShort {
        /// How many bytes it has.
        bytes: usize,
    },
    /// Hex in which half a byte is missing.
    #[error("a key of {digits} hex digits has half a byte: an even number, 64 or more, is needed")]
    OddHex {
        /// How many digits it has.
        digits: usize,
    },
    /// Text that is neither hex nor base64.
    #[error(
        "a key text of {length} bytes is neither hex nor base64: 64 or more hex digits are needed, \
         or base64 of {MIN_BYTES} or more bytes"
    )]
    NotText {
        /// How many bytes the text has.
        length: usize,
    },
}

/// The bytes of text that is known to be hex digits alone.
fn from_hex(text: &str) -> Result<Zeroizing<Vec<u8>>, KeyError> {
    let (pairs, odd) = text.as_bytes().as_chunks::<2>();
    if !odd.is_empty() {
        return Err(KeyError::OddHex { digits: text.len() });
    }
    let byte = |pair: &[u8; 2]| nibble(pair[0]) << 4 | nibble(pair[1]);
    Ok(Zeroizing::new(pairs.iter().map(byte).collect()))
}

fn nibble(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        b'a'..=b'f' => digit - b'a' + 10,
        _ => digit.wrapping_sub(b'A').wrapping_add(10),
    }
}

fn from_base64(text: &str) -> Result<Zeroizing<Vec<u8>>, KeyError> {
    let engine = match text.contains(['-', '_']) {
        true => URL_SAFE_PAD_INDIFFERENT,
        false => STANDARD_PAD_INDIFFERENT,
    };
    let mut bytes = Zeroizing::new(vec![0; text.len()]);
    let length = engine
        .decode_slice(text, &mut bytes)
        .map_err(|_| KeyError::NotText { length: text.len() })?;
    bytes.truncate(length);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};

    use super::*;

    fn bytes() -> Vec<u8> {
        // These bytes need `+`, `/` and padding, so each alphabet and padding shows.
        [0xfb, 0xff, 0xbe, 0xef].repeat(8)
    }

    #[test]
    fn every_text_form_of_a_key_is_the_same_key() {
        let hex: String = bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        for text in [
            hex.to_uppercase(),
            format!(" {hex}\r\n"),
            hex,
            STANDARD.encode(bytes()),
            STANDARD_NO_PAD.encode(bytes()),
            URL_SAFE.encode(bytes()),
            URL_SAFE_NO_PAD.encode(bytes()),
        ] {
            assert_eq!(text.parse::<Key>().unwrap().bytes(), bytes(), "{text}");
        }
        assert_eq!(Key::new(bytes()).unwrap().bytes(), bytes());
    }

    /// 44 hex digits are base64 of 33 bytes as well: they are taken for the short hex key they are.
    #[test]
    fn text_that_could_be_both_is_hex() {
        assert_eq!("ab".repeat(22).parse::<Key>().unwrap_err(), KeyError::TooShort { bytes: 22 });
        assert_eq!("ab".repeat(32).parse::<Key>().unwrap().bytes(), [0xab; 32]);
    }

    #[test]
    fn what_is_no_key_is_refused_by_its_length_alone() {
        for (text, error) in [
            ("", KeyError::TooShort { bytes: 0 }),
            (&*"a".repeat(62), KeyError::TooShort { bytes: 31 }),
            (&*"a".repeat(65), KeyError::OddHex { digits: 65 }),
            (&*STANDARD.encode([9; 31]), KeyError::TooShort { bytes: 31 }),
            (&*"no key! ".repeat(8), KeyError::NotText { length: 63 }),
            // Both alphabets at once.
            (&*"+_zz".repeat(11), KeyError::NotText { length: 44 }),
        ] {
            assert_eq!(text.parse::<Key>().unwrap_err(), error, "{text}");
        }
        assert_eq!(Key::new([1; 31]).unwrap_err(), KeyError::TooShort { bytes: 31 });
    }

    #[test]
    fn neither_debug_nor_an_error_shows_a_key() {
        assert_eq!(format!("{:?}", Key::new([b'k'; 32]).unwrap()), "Key(..)");
        for secret in ["secret-".repeat(9), "5ec2e7".repeat(5), "5ec2e7e".repeat(11)] {
            let error = secret.parse::<Key>().unwrap_err();
            let shown = format!("{error} {error:?}");
            assert!(!shown.contains(&secret[..6]), "{shown}");
        }
    }
}

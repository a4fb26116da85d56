//! The identity of a question: a digest of what its author asked.
//!
//! It covers the question before the framework adds anything (a reason, a down-conversion), so an
//! answer can only ever count for the question that the user saw.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use sha2::{Digest as _, Sha256};

use crate::form::Form;

/// 128 bits of SHA-256 over method, message and form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Digest([u8; 16]);

impl Digest {
    /// The digest of a form-mode elicitation.
    pub(super) fn of_form(message: &str, form: &Form) -> Self {
        let full = form.digest_with(message);
        Self(std::array::from_fn(|position| full[position]))
    }

    /// The digest of a question that is a text, of this kind.
    pub(super) fn of_text(kind: &str, text: &str) -> Self {
        let named = format!("askback question v1, {kind}: ");
        let full: [u8; 32] = Sha256::new_with_prefix(named).chain_update(text).finalize().into();
        Self(std::array::from_fn(|position| full[position]))
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = [0; 22];
        // 16 bytes are 22 characters without padding.
        let _ = URL_SAFE_NO_PAD.encode_slice(self.0, &mut text);
        serializer.serialize_str(std::str::from_utf8(&text).unwrap_or_default())
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <&str>::deserialize(deserializer)?;
        let mut bytes = [0; 16];
        match URL_SAFE_NO_PAD.decode_slice(text, &mut bytes) {
            Ok(16) => Ok(Self(bytes)),
            _ => Err(D::Error::custom("a digest is 16 bytes")),
        }
    }
}

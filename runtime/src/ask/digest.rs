//! The identity of a question: a digest of what its author asked.
//!
//! It covers the question before the framework adds anything (a reason, a down-conversion), so an
//! answer can only ever count for the question that the user saw.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::name::Name;
use crate::form::Form;

/// 128 bits of SHA-256 over method, message and form.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(super) struct Digest(Name);

impl Digest {
    /// The digest of a form-mode elicitation.
    pub(super) fn of_form(message: &str, form: &Form) -> Self {
        let full = form.digest_with(message);
        Self(Name(std::array::from_fn(|position| full[position])))
    }

    /// The digest of a question that is a text, of this kind.
    pub(super) fn of_text(kind: &str, text: &str) -> Self {
        let named = format!("askback question v1, {kind}: ");
        let full: [u8; 32] = Sha256::new_with_prefix(named).chain_update(text).finalize().into();
        Self(Name(std::array::from_fn(|position| full[position])))
    }
}

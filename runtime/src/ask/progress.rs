//! How far a call has come, as it travels inside the sealed state.
//!
//! It is the payload of `requestState`: compact JSON, read only after the seal was verified. It does
//! not know about keys, expiry or binding.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{digest::Digest, name::Name};

/// The questions of a call and what is known of their answers.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Progress<'a> {
    /// Rounds that have ended in a question, this one included.
    #[serde(rename = "n")]
    pub(super) round: u32,
    /// Rounds in a row that brought no answer.
    #[serde(rename = "f", default, skip_serializing_if = "is_zero")]
    pub(super) fruitless: u32,
    #[serde(borrow, rename = "q")]
    pub(super) entries: Vec<Entry<'a>>,
    /// State of the author's.
    #[serde(borrow, rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub(super) carried: Option<&'a RawValue>,
    /// The name of the call, where somebody has asked for it.
    #[serde(rename = "i", default, skip_serializing_if = "Option::is_none")]
    pub(super) chain: Option<Name>,
    /// What came of steps that have happened.
    #[serde(borrow, rename = "o", default, skip_serializing_if = "Vec::is_empty")]
    pub(super) steps: Vec<(Cow<'a, str>, &'a RawValue)>,
}

/// One question: open where it has no answer.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Entry<'a> {
    /// The key in `inputRequests`.
    #[serde(borrow, rename = "k")]
    pub(super) label: Cow<'a, str>,
    #[serde(rename = "d")]
    pub(super) digest: Digest,
    /// Whether the label is a number of ours and not a key of the author's.
    #[serde(rename = "u", default, skip_serializing_if = "is_false")]
    pub(super) unnamed: bool,
    /// Whether it is a confirmation, and no other form.
    #[serde(rename = "y", default, skip_serializing_if = "is_false")]
    pub(super) is_confirmation: bool,
    /// What tells the page that it is about from every other.
    #[serde(rename = "x", default, skip_serializing_if = "Option::is_none")]
    pub(super) page: Option<Name>,
    /// Whether the answer arrived and no handler has looked at it yet.
    #[serde(rename = "w", default, skip_serializing_if = "is_false")]
    pub(super) unread: bool,
    /// When the answer was given, in seconds since the epoch.
    #[serde(rename = "g", default, skip_serializing_if = "Option::is_none")]
    pub(super) given_at: Option<u64>,
    /// Whether the answer is no person's, and so does not grow old.
    #[serde(rename = "m", default, skip_serializing_if = "is_false")]
    pub(super) is_ageless: bool,
    #[serde(borrow, rename = "a", default, skip_serializing_if = "Option::is_none")]
    pub(super) answer: Option<&'a RawValue>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

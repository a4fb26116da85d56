//! The labels of asks without a key, as they stand in `inputRequests`: `elicitation_1` and so on.
//!
//! Which ask gets which is the ledger's business.

use crate::wire::Capability;

/// The kinds of asks, as their labels begin.
const KINDS: [&str; 3] = ["elicitation_", "sampling_", "roots_"];

fn kind(needs: Capability) -> &'static str {
    match needs {
        Capability::Form | Capability::Url => KINDS[0],
        Capability::Sampling | Capability::SamplingTools => KINDS[1],
        Capability::Roots => KINDS[2],
    }
}

/// The label of the `number`-th question that needs this.
pub(super) fn of(needs: Capability, number: u32) -> Box<str> {
    format!("{}{number}", kind(needs)).into()
}

/// The number in the label of a question that needs this.
pub(super) fn number(needs: Capability, label: &str) -> Option<u32> {
    label.strip_prefix(kind(needs))?.parse().ok()
}

/// Whether `key` has the shape of a label, so that no author can use it.
pub(super) fn is_reserved(key: &str) -> bool {
    KINDS.iter().any(|kind| {
        let number = key.strip_prefix(kind);
        number.is_some_and(|n| !n.is_empty() && n.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

//! The labels of asks without a key, as they stand in `inputRequests`: `elicitation_1` and so on.
//!
//! Which ask gets which is the ledger's business.

/// The kinds of asks, as their labels begin.
const KINDS: [&str; 3] = ["elicitation_", "sampling_", "roots_"];

/// The label of the `number`-th form.
pub(super) fn of_form(number: u32) -> Box<str> {
    format!("{}{number}", KINDS[0]).into()
}

/// The number in the label of a form.
pub(super) fn number(label: &str) -> Option<u32> {
    label.strip_prefix(KINDS[0])?.parse().ok()
}

/// Whether `key` has the shape of a label, so that no author can use it.
pub(super) fn is_reserved(key: &str) -> bool {
    KINDS.iter().any(|kind| {
        let number = key.strip_prefix(kind);
        number.is_some_and(|n| !n.is_empty() && n.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

//! `elicitation/create` as it goes out and its result as it comes back.
//!
//! It reads the answer's envelope; what a form's content must be is `form/`'s business.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{JsonType, present};

/// What the user did with a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Accept,
    Decline,
    Cancel,
}

/// An `ElicitResult`, its content left raw.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ElicitResult<'a> {
    pub(crate) action: Action,
    pub(crate) content: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Raw<'a> {
    #[serde(borrow)]
    action: &'a RawValue,
    #[serde(borrow, default, deserialize_with = "present")]
    content: Option<&'a RawValue>,
}

impl<'a> ElicitResult<'a> {
    /// Reads `json`; `None` where it is not an elicit result: an action that is missing, unknown
    /// or in another case is never taken for one of the three (`reports.md B28`, B33).
    pub(crate) fn read(json: &'a str) -> Option<Self> {
        if !json.starts_with('{') {
            return None;
        }
        let raw: Raw<'a> = serde_json::from_str(json).ok()?;
        let action =
            match serde_json::from_str::<super::Text<'_>>(raw.action.get()).ok()?.0.as_ref() {
                "accept" => Action::Accept,
                "decline" => Action::Decline,
                "cancel" => Action::Cancel,
                _ => return None,
            };
        let content = raw.content.filter(|raw| JsonType::of(raw.get()) != JsonType::Null);
        Some(Self { action, content })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_actions_are_read_with_their_content() {
        for (json, action, content) in [
            (r#"{"action":"accept","content":{"a":1}}"#, Action::Accept, Some(r#"{"a":1}"#)),
            (r#"{"action":"accept","content":null}"#, Action::Accept, None),
            (r#"{"content":{},"action":"decline","x":1}"#, Action::Decline, Some("{}")),
            (r#"{"action":"cancel"}"#, Action::Cancel, None),
        ] {
            let result = ElicitResult::read(json).expect(json);
            assert_eq!((result.action, result.content.map(RawValue::get)), (action, content));
        }
    }

    /// B28, B33.
    #[test]
    fn anything_else_is_no_answer() {
        for json in [
            r#"{"action":"ACCEPT"}"#,
            r#"{"action":"reject"}"#,
            r#"{"content":{}}"#,
            r#"{"action":1}"#,
            r#"{"action":"accept","action":"decline"}"#,
            r#"{"roots":[]}"#,
            r#""yes""#,
            "null",
            "12345",
            "[\"accept\"]",
        ] {
            assert!(ElicitResult::read(json).is_none(), "{json}");
        }
    }
}

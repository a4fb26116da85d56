//! What is said of a block or a resource beside what it is: for whom, and how much it matters.
//!
//! It does not know which revision shows what.

use super::write_string;

/// Who speaks in a message, and whom something is for.
///
/// ```
/// use askback::{PromptMessage, Role};
///
/// let message = PromptMessage::assistant("How can I help?");
/// assert_eq!(message.role(), Role::Assistant);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "there is nobody else in a conversation")]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
}

impl Role {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// Whom something is for, how much it matters, and when it changed: hints that a client may use.
///
/// ```
/// use askback::{Annotations, Content, Role};
///
/// let hints = Annotations::new().audience([Role::User]).priority(0.9);
/// let block = Content::text("Your order is on its way.").annotated(hints);
/// # let _ = block;
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct Annotations {
    audience: Vec<Role>,
    priority: Option<f64>,
    last_modified: Option<String>,
}

impl Annotations {
    /// No hint, yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whom it is for.
    pub fn audience(mut self, audience: impl IntoIterator<Item = Role>) -> Self {
        self.audience = audience.into_iter().collect();
        self
    }

    /// How much it matters, from 0 (not at all) to 1 (it cannot be left out).
    pub fn priority(mut self, priority: f64) -> Self {
        self.priority = Some(priority.clamp(0.0, 1.0));
        self
    }

    /// When it was last changed, as in `2026-07-28T12:00:00Z`.
    pub fn last_modified(mut self, time: impl Into<String>) -> Self {
        self.last_modified = Some(time.into());
        self
    }

    /// The member `annotations` with a comma before it.
    pub(crate) fn write(&self, out: &mut Vec<u8>, has_times: bool) {
        let mut before: &[u8] = b",\"annotations\":{";
        let mut next = |out: &mut Vec<u8>, name: &str| {
            out.extend_from_slice(std::mem::replace(&mut before, b","));
            out.extend_from_slice(format!("\"{name}\":").as_bytes());
        };
        if !self.audience.is_empty() {
            next(out, "audience");
            let names: Vec<String> =
                self.audience.iter().map(|role| format!("\"{}\"", role.name())).collect();
            out.extend_from_slice(format!("[{}]", names.join(",")).as_bytes());
        }
        if let Some(priority) = self.priority {
            next(out, "priority");
            out.extend_from_slice(priority.to_string().as_bytes());
        }
        if let Some(time) = self.last_modified.as_ref().filter(|_| has_times) {
            next(out, "lastModified");
            write_string(out, time);
        }
        if before == b"," {
            out.push(b'}');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_said_is_not_there() {
        let written = |annotations: Annotations| {
            let mut out = Vec::new();
            annotations.write(&mut out, true);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(written(Annotations::new()), "");
        let all = Annotations::new().audience([Role::User, Role::Assistant]).priority(2.0);
        assert_eq!(
            written(all.last_modified("2026-01-01T00:00:00Z")),
            r#","annotations":{"audience":["user","assistant"],"priority":1,"lastModified":"2026-01-01T00:00:00Z"}"#
        );
    }
}

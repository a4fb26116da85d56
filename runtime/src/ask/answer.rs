//! What a user did with a form: the three answers, typed.
//!
//! It deliberately has no `unwrap`: a handler must say what happens when the user says no.

/// The answer to a form.
///
/// Declining and cancelling are answers, not errors (`modern.md M-ELI-9`): the framework never asks
/// again because of them.
///
/// ```
/// use askback::Answer;
///
/// let answer = Answer::Accepted("Ada");
/// assert!(answer.is_accepted());
/// assert_eq!(answer.map(str::len).accepted(), Some(3));
/// assert_eq!(Answer::<u8>::Declined.accepted(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "a handler is meant to match all three answers")]
pub enum Answer<T> {
    /// The user submitted the form; its content has been checked against the form.
    Accepted(T),
    /// The user said no.
    Declined,
    /// The user dismissed the question without choosing.
    Cancelled,
}

impl<T> Answer<T> {
    /// Whether the user submitted the form.
    #[must_use]
    pub const fn is_accepted(&self) -> bool {
        matches!(self, Self::Accepted(_))
    }

    /// The content of an accepted form.
    #[must_use]
    pub fn accepted(self) -> Option<T> {
        match self {
            Self::Accepted(content) => Some(content),
            Self::Declined | Self::Cancelled => None,
        }
    }

    /// The same answer with its content borrowed.
    #[must_use]
    pub const fn as_ref(&self) -> Answer<&T> {
        match self {
            Self::Accepted(content) => Answer::Accepted(content),
            Self::Declined => Answer::Declined,
            Self::Cancelled => Answer::Cancelled,
        }
    }

    /// The same answer with its content changed by `change`.
    #[must_use]
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Answer<U> {
        match self {
            Self::Accepted(content) => Answer::Accepted(change(content)),
            Self::Declined => Answer::Declined,
            Self::Cancelled => Answer::Cancelled,
        }
    }
}

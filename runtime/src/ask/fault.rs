//! Faults: what an author did wrong in a way that no answer can mend.
//!
//! A fault fails the call, whatever the handler goes on to return. Who finds it is not known here.

use std::fmt;

/// See the module's documentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    KeyTwice(Box<str>),
    ReservedKey(Box<str>),
    Form(String),
    /// State that cannot be written as JSON.
    Carried(String),
    /// The message of the ask.
    AfterAnswer(Box<str>),
    /// The message of the ask.
    AskInStep(Box<str>),
    StepTwice(Box<str>),
    StepInStep(Box<str>),
    AfterStep(Box<str>),
    /// The result of a step that JSON cannot hold.
    Recorded(Box<str>, String),
    /// The recorded result of a step that is none of its type.
    Recalled(Box<str>, String),
    Randomness(String),
    /// What should be the URL of a page.
    Url(Box<str>),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::KeyTwice(key) => {
                write!(
                    f,
                    "the handler asked twice under the key `{key}`: give each ask its own key"
                )
            }
            Self::ReservedKey(key) => {
                write!(f, "`{key}` is a label of asks without a key: give the ask another key")
            }
            Self::AfterAnswer(message) => {
                write!(f, "the ask \"{message}\" was polled after it gave its answer: ask anew")
            }
            Self::AskInStep(message) => write!(
                f,
                "the ask \"{message}\" stands inside of `once`, where it would wait for ever: ask before \
                 it, and give it the answer"
            ),
            Self::StepTwice(key) => {
                write!(
                    f,
                    "the handler used the key `{key}` for two steps: give each `once` its own"
                )
            }
            Self::StepInStep(key) => write!(f, "the step `{key}` stands inside of another `once`"),
            Self::AfterStep(key) => {
                write!(f, "the step `{key}` was polled after it gave its result")
            }
            Self::Recorded(key, error) => {
                write!(f, "the result of the step `{key}` cannot be kept as JSON: {error}")
            }
            Self::Recalled(key, error) => write!(
                f,
                "what was kept of the step `{key}` is no result of it any more: {error}. Name a step \
                 anew when its type changes"
            ),
            Self::Url(url) => {
                write!(f, "`{url}` is no page to open: its URL begins with `https://`")
            }
            Self::Randomness(error) => write!(f, "there is no randomness: {error}"),
            Self::Carried(error) => {
                write!(f, "the handler carries a state that JSON cannot hold: {error}")
            }
            Self::Form(error) => write!(f, "the handler asked with an impossible form: {error}"),
        }
    }
}

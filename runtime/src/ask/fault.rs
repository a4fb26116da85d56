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
            Self::Carried(error) => {
                write!(f, "the handler carries a state that JSON cannot hold: {error}")
            }
            Self::Form(error) => write!(f, "the handler asked with an impossible form: {error}"),
        }
    }
}

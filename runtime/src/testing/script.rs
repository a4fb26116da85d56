//! What a scripted user answers, by key.

use std::{
    collections::{HashMap, VecDeque},
    fmt,
    sync::{Mutex, PoisonError},
};

use serde::Serialize;
use serde_json::{Value, json};

/// A question as a client sees it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Question {
    /// The key in `inputRequests`.
    pub key: String,
    /// What the user reads.
    pub message: String,
    /// The form.
    pub requested_schema: Value,
}

/// What the user does.
///
/// ```
/// use askback::testing::Response;
///
/// let _ = [Response::confirm(), Response::Decline, Response::Cancel, Response::Silence];
/// let _ = Response::accept(serde_json::json!({"name": "Ada"}));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Response {
    /// Submits the form with this content.
    Accept(Value),
    /// Says no.
    Decline,
    /// Dismisses the question.
    Cancel,
    /// Says nothing, while other questions of the round are answered.
    Silence,
    /// Sends this, whatever it is.
    Raw(Value),
}

impl Response {
    /// Submits the form with the fields of `content`.
    ///
    /// # Panics
    ///
    /// If it cannot be written as JSON.
    #[must_use]
    pub fn accept(content: impl Serialize) -> Self {
        Self::Accept(serde_json::to_value(content).expect("the content can be written as JSON"))
    }

    /// Says yes to a confirmation.
    #[must_use]
    pub fn confirm() -> Self {
        Self::Accept(json!({"confirm": true}))
    }

    pub(super) fn json(self) -> Option<Value> {
        Some(match self {
            Self::Accept(content) => json!({"action": "accept", "content": content}),
            Self::Decline => json!({"action": "decline"}),
            Self::Cancel => json!({"action": "cancel"}),
            Self::Raw(value) => value,
            Self::Silence => return None,
        })
    }
}

type Answer = Box<dyn Fn(&Question) -> Response + Send + Sync>;

/// The answers of a test. The last one of a key is given again as often as it is asked.
#[derive(Default)]
pub(super) struct Script(Mutex<HashMap<String, VecDeque<Answer>>>);

impl Script {
    pub(super) fn add(&mut self, key: String, answer: Answer) {
        let answers = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        answers.entry(key).or_default().push_back(answer);
    }

    /// The answer to a question.
    ///
    /// # Panics
    ///
    /// If the script has none.
    pub(super) fn answer(&self, question: &Question) -> Response {
        let mut answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Question { key, message, .. } = question;
        let Some(left) = answers.get_mut(key) else {
            panic!("the tool asks `{key}` ({message:?}): script it with `.answer(\"{key}\", …)`");
        };
        match left.len() {
            1 => left[0](question),
            _ => left.pop_front().map_or(Response::Silence, |answer| answer(question)),
        }
    }
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        f.debug_set().entries(answers.keys()).finish()
    }
}

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
    /// The ask's key: that in `inputRequests`, and not on the wire on a handshake revision.
    pub key: String,
    /// `elicitation/create`, `sampling/createMessage` or `roots/list`.
    pub method: String,
    /// The whole of what is asked.
    pub params: Value,
    /// What the user reads above a form.
    pub message: String,
    /// The form.
    pub requested_schema: Value,
}

impl Question {
    pub(super) fn of(key: &str, request: &Value) -> Self {
        let params = request["params"].clone();
        Self {
            key: key.to_owned(),
            method: request["method"].as_str().unwrap_or_default().to_owned(),
            message: params["message"].as_str().unwrap_or_default().to_owned(),
            requested_schema: params["requestedSchema"].clone(),
            params,
        }
    }

    /// What is asked, in the words of the journal.
    pub(super) fn text(&self) -> String {
        match &*self.method {
            "sampling/createMessage" => self.params.to_string(),
            "roots/list" => "roots".to_owned(),
            _ => self.message.clone(),
        }
    }
}

/// What the user does.
///
/// ```
/// use askback::testing::Response;
///
/// let _ = [Response::confirm(), Response::Decline, Response::Cancel, Response::Silence];
/// let _ = Response::accept(serde_json::json!({"name": "Ada"}));
/// let _ = (Response::sampled("Paris."), Response::roots(["file:///home/ada"]), Response::agree());
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
    /// Says nothing, while other questions of the round are answered. On a handshake revision the
    /// server gives up at once, as if its time-out had passed.
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

    /// Agrees to open the page of `cx.open_url(…)`.
    #[must_use]
    pub fn agree() -> Self {
        Self::Raw(json!({"action": "accept"}))
    }

    /// What the client's model says to `cx.sample(…)`.
    #[must_use]
    pub fn sampled(text: impl Into<String>) -> Self {
        let content = json!({"type": "text", "text": text.into()});
        Self::Raw(json!({"role": "assistant", "content": content, "model": "test"}))
    }

    /// The client's roots, by URI.
    #[must_use]
    pub fn roots<S: Into<String>>(uris: impl IntoIterator<Item = S>) -> Self {
        let roots: Vec<Value> = uris.into_iter().map(|uri| json!({"uri": uri.into()})).collect();
        Self::Raw(json!({"roots": roots}))
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

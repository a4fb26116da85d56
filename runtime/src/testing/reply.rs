//! What a call came to, with every round that led there.

use serde_json::Value;

use super::Question;
use crate::{LogLevel, Progress};

/// The end of a call.
///
/// ```
/// use askback::{prelude::*, testing::Client};
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
///
/// /// Asks for a yes.
/// #[tool]
/// async fn act(#[ask(confirm, message = "Sure?")] ok: bool) -> String {
///     ok.to_string()
/// }
///
/// let reply = Client::new(Server::new("s", "1").tool(act)).decline("ok").call("act", ()).await;
/// assert_eq!((reply.text(), reply.is_error()), ("false", false));
/// assert_eq!(reply.asked(), ["ok"]);
/// assert_eq!(reply.rounds()[0].questions()[0].message, "Sure?");
/// # });
/// ```
#[derive(Clone, Debug)]
pub struct Reply {
    pub(super) rounds: Vec<Round>,
}

/// What a client sent, and what came back.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Round {
    /// The call; on a handshake revision, from the second round on, a list of answers.
    pub sent: Value,
    /// A result or an error; on a handshake revision, up to the last round, a list of questions.
    pub received: Value,
    questions: Vec<Question>,
    told: Vec<Value>,
}

impl Reply {
    /// All rounds, first to last.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The first text of the result: of a tool's content, a prompt's messages or a resource's contents.
    ///
    /// # Panics
    ///
    /// If the call ended with an error of the protocol, or without a text.
    #[must_use]
    #[track_caller]
    pub fn text(&self) -> &str {
        let last = self.last();
        let result = &last["result"];
        let places = [
            &result["content"][0]["text"],
            &result["messages"][0]["content"]["text"],
            &result["contents"][0]["text"],
        ];
        let text = places.into_iter().find_map(Value::as_str);
        text.unwrap_or_else(|| panic!("the call ended without a text: {last}"))
    }

    /// The value of a tool that returns [`Json`](crate::Json), where the revision shows one.
    #[must_use]
    pub fn structured(&self) -> Option<&Value> {
        self.last()["result"].get("structuredContent")
    }

    /// Whether the call failed, in whichever way its revision has: by an error that the model reads, or by
    /// one of the protocol.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.is_error() || self.error_code().is_some()
    }

    /// Whether the result is an error that the model reads. A call can also end with an error of the
    /// protocol, see [`failed`](Reply::failed) and [`error_code`](Reply::error_code).
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.last()["result"]["isError"] == true
    }

    /// The code of the protocol's error, where the call ended with one.
    #[must_use]
    pub fn error_code(&self) -> Option<i64> {
        self.last()["error"]["code"].as_i64()
    }

    /// The keys of all questions, in the order in which they were asked.
    #[must_use]
    pub fn asked(&self) -> Vec<String> {
        self.rounds.iter().flat_map(Round::questions).map(|question| question.key.clone()).collect()
    }

    /// The progress that the call told, as it reached the client.
    ///
    /// ```
    /// use askback::{Progress, prelude::*, testing::Client};
    /// # tokio::runtime::Runtime::new().unwrap().block_on(async {
    ///
    /// /// Copies two files.
    /// #[tool]
    /// async fn copy(cx: &Context) -> &'static str {
    ///     cx.progress(Progress::of(1, 2).message("a.txt"));
    ///     cx.progress(Progress::of(2, 2));
    ///     "Copied."
    /// }
    ///
    /// let reply = Client::new(Server::new("s", "1").tool(copy)).call("copy", ()).await;
    /// assert_eq!(reply.progress(), [Progress::of(1, 2).message("a.txt"), Progress::of(2, 2)]);
    /// # });
    /// ```
    #[must_use]
    pub fn progress(&self) -> Vec<Progress<'static>> {
        let progress = |params: &Value| Progress {
            progress: params["progress"].as_f64().unwrap_or_default(),
            total: params["total"].as_f64(),
            message: params["message"].as_str().map(|message| message.to_owned().into()),
        };
        self.told("notifications/progress").map(progress).collect()
    }

    /// The log messages that the call sent, on all levels.
    ///
    /// ```
    /// use askback::{LogLevel, prelude::*, testing::Client};
    /// # tokio::runtime::Runtime::new().unwrap().block_on(async {
    ///
    /// /// Warns.
    /// #[tool]
    /// async fn warn(cx: &Context) -> &'static str {
    ///     cx.log(LogLevel::Warning, "It is late.");
    ///     "Done."
    /// }
    ///
    /// let reply = Client::new(Server::new("s", "1").tool(warn)).call("warn", ()).await;
    /// assert_eq!(reply.logs(), [(LogLevel::Warning, "It is late.".into())]);
    /// # });
    /// ```
    #[must_use]
    pub fn logs(&self) -> Vec<(LogLevel, Value)> {
        let log = |params: &Value| {
            let is_of = |level: &LogLevel| params["level"] == level.name();
            Some((LogLevel::ALL.into_iter().find(is_of)?, params["data"].clone()))
        };
        self.told("notifications/message").filter_map(log).collect()
    }

    fn told<'r>(&'r self, method: &'r str) -> impl Iterator<Item = &'r Value> {
        let all = self.rounds.iter().flat_map(|round| &round.told);
        all.filter(move |message| message["method"] == method).map(|message| &message["params"])
    }

    fn last(&self) -> &Value {
        self.rounds.last().map_or(&Value::Null, |round| &round.received)
    }
}

impl Round {
    /// A request and its answer.
    pub(super) fn modern(sent: Value, received: Value) -> Self {
        let requests = received["result"]["inputRequests"].as_object();
        let question = |(key, request): (&String, &Value)| Question::of(key, request);
        let questions = requests.into_iter().flatten().map(question).collect();
        Self { sent, received, questions, told: Vec::new() }
    }

    /// What is sent and received while a call runs.
    pub(super) fn kept(sent: Value, received: Value, questions: Vec<Question>) -> Self {
        Self { sent, received, questions, told: Vec::new() }
    }

    /// The same round, with what was told in it.
    pub(super) fn told(mut self, told: Vec<Value>) -> Self {
        self.told = told;
        self
    }

    /// What the answer asks.
    #[must_use]
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }
}

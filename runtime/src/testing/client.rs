//! The client: it calls a tool, answers by script, and calls again.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use bytes::Bytes;
use serde::Serialize;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;

use super::{
    Clock, Question, Reply, Response, Round,
    effects::noted,
    line::{Line, take},
    script::Script,
};
use crate::{
    App, Capability, LogLevel, Principal, Revision, Server, ask::Journal, dispatch::Via,
    wire::Frame,
};

/// What progress is told to.
const PROGRESS_TOKEN: &str = "testing";

/// More rounds than any handler under test has.
const MOST_ROUNDS: usize = 100;

/// A client without sockets, on the newest revision or on [another](Client::revision). See the
/// [module's](super) example.
#[derive(Debug)]
#[must_use = "a client does nothing until it calls a tool"]
pub struct Client {
    pub(super) app: App,
    clock: Clock,
    pub(super) revision: Revision,
    pub(super) capabilities: Value,
    pub(super) principal: Option<Principal>,
    pub(super) script: Script,
    last_id: Arc<AtomicU64>,
}

/// What a round leaves for [`replay_check`](super::replay_check).
#[derive(Debug)]
pub(super) struct Run {
    pub(super) journal: Journal,
    pub(super) effects: Vec<String>,
}

impl Client {
    /// A client of `server` that can show forms and has no principal.
    ///
    /// # Panics
    ///
    /// If the server cannot be built.
    #[track_caller]
    pub fn new(server: Server) -> Self {
        let clock = Clock::new();
        let of_server = clock.clone();
        let app = server.build_at(move || of_server.now());
        Self {
            app: app.unwrap_or_else(|error| panic!("the server cannot be built: {error}")),
            clock,
            revision: Revision::LATEST,
            capabilities: json!({"elicitation": {"form": {}}}),
            principal: None,
            script: Script::default(),
            last_id: Arc::default(),
        }
    }

    /// Accepts the form asked under `key` with the fields of `content`, such as the `#[ask]` struct.
    ///
    /// Several answers to one key are given in turn; the last one is given again as often as it is
    /// asked. A question without a key of the author's is called `elicitation_1` and so on.
    #[doc(alias = "accept")]
    pub fn answer(self, key: impl Into<String>, content: impl Serialize) -> Self {
        self.respond(key, Response::accept(content))
    }

    /// Says yes to the confirmation asked under `key`.
    pub fn confirm(self, key: impl Into<String>) -> Self {
        self.respond(key, Response::confirm())
    }

    /// Declines the question asked under `key`.
    pub fn decline(self, key: impl Into<String>) -> Self {
        self.respond(key, Response::Decline)
    }

    /// Cancels the question asked under `key`.
    pub fn cancel(self, key: impl Into<String>) -> Self {
        self.respond(key, Response::Cancel)
    }

    fn respond(self, key: impl Into<String>, response: Response) -> Self {
        self.answer_with(key, move |_| response.clone())
    }

    /// Answers the question asked under `key` with what `answer` makes of it.
    pub fn answer_with(
        mut self,
        key: impl Into<String>,
        answer: impl Fn(&Question) -> Response + Send + Sync + 'static,
    ) -> Self {
        self.script.add(key.into(), Box::new(answer));
        self
    }

    /// What the client can be asked for, instead of forms alone; `[]` for a client that cannot be asked.
    #[doc(alias = "without")]
    pub fn capabilities(mut self, capabilities: impl IntoIterator<Item = Capability>) -> Self {
        let mut set = crate::wire::Capabilities::default();
        capabilities.into_iter().for_each(|capability| set.insert(capability));
        self.capabilities = set.json().parse().unwrap_or_default();
        self
    }

    /// The revision that the client speaks; the newest one if not set.
    ///
    /// On a handshake revision every call has a session of its own: questions are requests of the
    /// server's, and the handler runs once.
    ///
    /// ```
    /// use askback::{Revision, prelude::*, testing::Client};
    /// # tokio::runtime::Runtime::new().unwrap().block_on(async {
    ///
    /// /// Asks for a yes.
    /// #[tool]
    /// async fn act(#[ask(confirm, message = "Sure?")] ok: bool) -> String {
    ///     ok.to_string()
    /// }
    ///
    /// let client = Client::new(Server::new("s", "1").tool(act)).revision(Revision::V2025_06_18);
    /// let reply = client.confirm("ok").call("act", ()).await;
    /// assert_eq!((reply.text(), reply.asked()), ("true", vec!["ok".to_owned()]));
    /// # });
    /// ```
    pub fn revision(mut self, revision: Revision) -> Self {
        self.revision = revision;
        self
    }

    /// Who calls.
    pub fn principal(mut self, principal: Principal) -> Self {
        self.principal = Some(principal);
        self
    }

    /// The clock of the server.
    #[must_use]
    pub fn clock(&self) -> Clock {
        self.clock.clone()
    }

    /// Calls a tool and answers its questions until it is done. `()` stands for no arguments.
    ///
    /// # Panics
    ///
    /// If a question has no answer in the script, or the rounds do not end.
    pub async fn call(&self, tool: &str, arguments: impl Serialize) -> Reply {
        self.run(tool, arguments).await.0
    }

    /// Gets a prompt and answers its questions until it is done. `()` stands for no arguments.
    ///
    /// ```
    /// use askback::{prelude::*, testing::Client};
    /// # tokio::runtime::Runtime::new().unwrap().block_on(async {
    ///
    /// /// Asks for a poem.
    /// #[prompt]
    /// async fn poem(topic: String) -> String {
    ///     format!("Write a poem about {topic}.")
    /// }
    ///
    /// let client = Client::new(Server::new("poet", "1").prompt(poem));
    /// let reply = client.get_prompt("poem", serde_json::json!({"topic": "rain"})).await;
    /// assert_eq!(reply.text(), "Write a poem about rain.");
    /// # });
    /// ```
    ///
    /// # Panics
    ///
    /// As [`Client::call`].
    #[doc(alias = "prompt")]
    pub async fn get_prompt(&self, prompt: &str, arguments: impl Serialize) -> Reply {
        self.play("prompts/get", named("name", prompt, arguments)).await.0
    }

    /// Reads a resource and answers its questions until it is done.
    ///
    /// ```
    /// use askback::{prelude::*, testing::Client};
    /// # tokio::runtime::Runtime::new().unwrap().block_on(async {
    ///
    /// /// The settings.
    /// #[resource("config://app")]
    /// async fn config() -> &'static str {
    ///     "colour = true"
    /// }
    ///
    /// let client = Client::new(Server::new("app", "1").resource(config));
    /// assert_eq!(client.read_resource("config://app").await.text(), "colour = true");
    /// # });
    /// ```
    ///
    /// # Panics
    ///
    /// As [`Client::call`].
    #[doc(alias = "read")]
    pub async fn read_resource(&self, uri: &str) -> Reply {
        let mut params = named("uri", uri, ());
        params.remove("arguments");
        self.play("resources/read", params).await.0
    }

    pub(super) async fn run(&self, tool: &str, arguments: impl Serialize) -> (Reply, Vec<Run>) {
        self.play("tools/call", named("name", tool, arguments)).await
    }

    async fn play(&self, method: &str, params: Map<String, Value>) -> (Reply, Vec<Run>) {
        let mut params = params;
        let name = params.values().next().cloned().unwrap_or_default();
        if self.revision.is_handshake() {
            params.insert("_meta".to_owned(), json!({"progressToken": PROGRESS_TOKEN}));
            let (reply, run) = self.run_kept(method, params).await;
            return (reply, vec![run]);
        }
        params.insert("_meta".to_owned(), self.meta());
        let (mut rounds, mut runs) = (Vec::new(), Vec::new());
        loop {
            assert!(rounds.len() < MOST_ROUNDS, "{name} still asks after {MOST_ROUNDS} rounds");
            let (round, run) = self.round(method, &params).await;
            let questions = round.questions().to_vec();
            let result = &round.received["result"];
            let asks = result["resultType"] == "input_required";
            let state = result["requestState"].clone();
            rounds.push(round);
            runs.push(run);
            if !asks {
                return (Reply { rounds }, runs);
            }
            let answers = questions.iter().filter_map(|question| {
                Some((question.key.clone(), self.script.answer(question).json()?))
            });
            params.insert("inputResponses".to_owned(), Value::Object(answers.collect()));
            params.insert("requestState".to_owned(), state);
        }
    }

    pub(super) fn meta(&self) -> Value {
        json!({
            "io.modelcontextprotocol/protocolVersion": Revision::LATEST.name(),
            "io.modelcontextprotocol/clientInfo": {"name": "askback::testing", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": self.capabilities,
            "io.modelcontextprotocol/logLevel": LogLevel::Debug.name(),
            "progressToken": PROGRESS_TOKEN,
        })
    }

    async fn round(&self, method: &str, params: &Map<String, Value>) -> (Round, Run) {
        let (sent, frame) = self.request(method, params);
        let journal = Journal::default();
        let (outlet, told) = Line::open(mpsc::unbounded_channel().0);
        let via = Via {
            principal: self.principal.as_ref(),
            outlet: Some(&outlet),
            journal: Some(&journal),
            ..Via::default()
        };
        let (answer, effects) = noted(self.app.dispatcher.answer(&frame, via)).await;
        let received = serde_json::from_slice(&answer.body);
        let received = received.unwrap_or_else(|error| panic!("not an answer: {error}"));
        (Round::modern(sent, received).told(take(&told)), Run { journal, effects })
    }

    /// A request with an id of its own.
    pub(super) fn request(&self, method: &str, params: &Map<String, Value>) -> (Value, Frame) {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let sent = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let frame = frame(&sent);
        (sent, frame)
    }
}

/// The params of a call: what it names, and its arguments.
fn named(member: &str, name: &str, arguments: impl Serialize) -> Map<String, Value> {
    let arguments = match serde_json::to_value(arguments) {
        Ok(Value::Null) => json!({}),
        Ok(arguments) => arguments,
        Err(error) => panic!("the arguments cannot be written as JSON: {error}"),
    };
    let members = [(member, json!(name)), ("arguments", arguments)];
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// A message as the server reads it.
pub(super) fn frame(message: &Value) -> Frame {
    let frame = Frame::read(Bytes::from(message.to_string()));
    frame.unwrap_or_else(|_| panic!("not a message: {message}"))
}

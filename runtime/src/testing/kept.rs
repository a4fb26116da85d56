//! A call on a handshake revision: a session of its own, and questions that are requests.

use std::{future::poll_fn, sync::Arc, task::Poll};

use serde_json::{Map, Value, json};
use tokio::sync::mpsc;

use super::{
    Client, Question, Reply, Round,
    client::{Run, frame},
    effects::noted,
    line::{Line, take},
};
use crate::{
    LogLevel,
    ask::Journal,
    dispatch::{Session, Via},
};

impl Client {
    /// Calls a handler in a new session, and answers what it asks while it runs.
    pub(super) async fn run_kept(&self, method: &str, params: Map<String, Value>) -> (Reply, Run) {
        let session = self.open();
        let (line, mut questions) = mpsc::unbounded_channel();
        let (outlet, told) = Line::open(line);
        let (mut sent, call) = self.request(method, &params);
        let journal = Journal::default();
        let via = Via {
            principal: self.principal.as_ref(),
            outlet: Some(&outlet),
            journal: Some(&journal),
            ..Via::default()
        };
        let mut rounds = Vec::new();
        let serving = noted(self.app.dispatcher.serve(&call, &session, via));
        let mut serving = Box::pin(serving);
        let (answer, effects) = loop {
            let event = poll_fn(|cx| match serving.as_mut().poll(cx) {
                Poll::Ready(done) => Poll::Ready(Err(done)),
                Poll::Pending => {
                    questions.poll_recv(cx).map(|asked| Ok(asked.into_iter().collect()))
                }
            });
            let mut asked: Vec<(String, Value)> = match event.await {
                Ok(asked) => asked,
                Err(done) => break done,
            };
            asked.extend(std::iter::from_fn(|| questions.try_recv().ok()));
            let answers = self.answer_all(&session, &asked);
            let of = |(key, request): &(String, Value)| Question::of(key, request);
            let listed = asked.iter().map(of).collect();
            let received = asked.into_iter().map(|(_, request)| request).collect();
            let said = std::mem::replace(&mut sent, Value::Array(answers));
            rounds.push(Round::kept(said, Value::Array(received), listed).told(take(&told)));
        };
        drop(serving);
        let received = serde_json::from_slice(&answer);
        let received = received.unwrap_or_else(|error| panic!("not an answer: {error}"));
        rounds.push(Round::kept(sent, received, Vec::new()).told(take(&told)));
        (Reply { rounds }, Run { journal, effects })
    }

    pub(super) fn open(&self) -> Arc<Session> {
        let params = json!({
            "protocolVersion": self.revision.name(),
            "capabilities": self.capabilities,
            "clientInfo": {"name": "askback::testing", "version": "1"},
        });
        let Value::Object(params) = params else { unreachable!("it is an object") };
        let (sent, initialize) = self.request("initialize", &params);
        let opened = initialize
            .id()
            .and_then(|id| self.app.dispatcher.initialize(&initialize, id, true).ok());
        let (session, _) = opened.unwrap_or_else(|| panic!("no session: {sent}"));
        session.set_initialized();
        session.wants_log(LogLevel::Debug);
        session
    }

    /// Answers questions by script; returns what was answered.
    fn answer_all(&self, session: &Session, asked: &[(String, Value)]) -> Vec<Value> {
        let mut answers = Vec::new();
        for (key, request) in asked {
            let id = &request["id"];
            match self.script.answer(&Question::of(key, request)).json() {
                Some(result) => {
                    let answer = json!({"jsonrpc": "2.0", "id": id, "result": result});
                    frame(&answer).response().inspect(|response| session.answered(response));
                    answers.push(answer);
                }
                None => session.give_up(id.as_u64().unwrap_or_default()),
            }
        }
        answers
    }
}

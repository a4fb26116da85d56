//! A batch: several messages that came together, and whose answers go back together
//! (`legacy.md` part 9).
//!
//! It does not know what the messages say beyond what a batch may not have.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::connection::{Connection, Received};
use crate::{
    ask::{Outlet, Unkept},
    era::belongs_to_handshake,
    limits,
    seal::Principal,
    wire::{Batch, Frame, Malformed, Rpc, RpcError},
};

/// The answers of a batch, until the last one is there.
struct Together {
    outlet: Arc<dyn Outlet>,
    answers: Mutex<Answers>,
}

#[derive(Default)]
struct Answers {
    /// How many calls go on.
    running: usize,
    /// Whether the answers go to the outlet, because some calls had to wait.
    is_late: bool,
    joined: Vec<u8>,
}

/// Bounds on one batch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BatchLimits {
    pub(crate) messages: usize,
    /// Bytes of joined answers behind which no further call is started.
    pub(crate) reply_bytes: usize,
}

impl Default for BatchLimits {
    fn default() -> Self {
        Self { messages: limits::BATCH_MESSAGES, reply_bytes: limits::BATCH_REPLY_BYTES }
    }
}

/// Takes a batch. A call that was started is always answered with what it came to.
pub(super) fn receive(
    connection: &Arc<Connection>,
    batch: Batch,
    limits: BatchLimits,
    who: Option<&Principal>,
    outlet: &Arc<dyn Outlet>,
) -> Received {
    if batch.is_too_long {
        let why = format!("a batch has at most {} messages: send several", limits.messages);
        return Received::Refused(RpcError::new(Rpc::InvalidRequest, why).write(None));
    }
    let frames: Vec<_> = batch.messages.into_iter().map(Frame::read).collect();
    if let Some(why) = refusal(&frames) {
        return Received::Refused(RpcError::new(Rpc::InvalidRequest, why).write(None));
    }
    let together = Arc::new(Together { outlet: Arc::clone(outlet), answers: Mutex::default() });
    let shared: Arc<dyn Outlet> = Arc::clone(&together) as Arc<dyn Outlet>;
    for frame in frames {
        // A call may end while the next one is taken: it counts before it begins.
        let is_full = {
            let mut answers = together.lock();
            answers.running += 1;
            answers.joined.len() >= limits.reply_bytes
        };
        let received = match frame {
            Ok(frame) if is_full && frame.id().is_some() => Received::Answer(full(&frame, limits)),
            Ok(frame) => connection.receive_frame(frame, who, &shared),
            Err(malformed) => Received::Answer(malformed.write()),
        };
        match received {
            Received::Answer(answer) | Received::Refused(answer) => together.lock().take(&answer),
            Received::Accepted => together.lock().running -= 1,
            Received::Later => {}
        }
    }
    let mut answers = together.lock();
    if answers.running > 0 {
        answers.is_late = true;
        return Received::Later;
    }
    answers.array().map_or(Received::Accepted, Received::Answer)
}

/// The answer to a call that is not started, because the answers before it are long.
fn full(frame: &Frame, limits: BatchLimits) -> Vec<u8> {
    let why = format!(
        "the answers of this batch have passed {} bytes, so this request was not run: send it again, \
         alone",
        limits.reply_bytes
    );
    RpcError::new(Rpc::Internal, why).write(frame.id())
}

/// Why a batch is not taken (`legacy.md L-BATCH-3`, L-INIT-5).
fn refusal(frames: &[Result<Frame, Malformed>]) -> Option<&'static str> {
    let frames = || frames.iter().flatten();
    if frames().next().is_none() {
        return Some("a batch has at least one message");
    }
    if frames().any(|frame| frame.method() == "initialize") {
        return Some("`initialize` stands alone, in no batch");
    }
    if frames().any(|frame| frame.response().is_none() && !belongs_to_handshake(frame, None)) {
        return Some("a batch has no messages of revisions without batches");
    }
    let responses = frames().filter(|frame| frame.response().is_some()).count();
    let is_mixed = responses > 0 && frames().any(|frame| frame.response().is_none());
    is_mixed.then_some("a batch has requests or responses, and not both")
}

impl Together {
    fn lock(&self) -> MutexGuard<'_, Answers> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends the answers, if this was the last one.
    fn settle(&self, mut answers: MutexGuard<'_, Answers>) {
        if answers.running > 0 || !answers.is_late {
            return;
        }
        let array = answers.array();
        drop(answers);
        match array {
            Some(array) => self.outlet.finish(array),
            None => self.outlet.end(),
        }
    }
}

impl Answers {
    fn take(&mut self, answer: &[u8]) {
        self.running -= 1;
        self.joined.push(if self.joined.is_empty() { b'[' } else { b',' });
        self.joined.extend_from_slice(answer);
    }

    fn array(&mut self) -> Option<Vec<u8>> {
        let mut joined = std::mem::take(&mut self.joined);
        if joined.is_empty() {
            return None;
        }
        joined.push(b']');
        Some(joined)
    }
}

impl Outlet for Together {
    fn send(&self, message: Vec<u8>) {
        self.outlet.send(message);
    }

    fn notify(&self, message: Vec<u8>) -> bool {
        self.outlet.notify(message)
    }

    fn can_ask(&self) -> bool {
        self.outlet.can_ask()
    }

    fn ask(&self, id: u64, label: &str, message: Vec<u8>) -> Result<(), Unkept> {
        self.outlet.ask(id, label, message)
    }

    fn answered(&self, id: u64) {
        self.outlet.answered(id);
    }

    fn withdraw(&self, id: u64, cancellation: Vec<u8>) {
        self.outlet.withdraw(id, cancellation);
    }

    fn finish(&self, answer: Vec<u8>) {
        let mut answers = self.lock();
        answers.take(&answer);
        self.settle(answers);
    }

    fn end(&self) {
        let mut answers = self.lock();
        answers.running -= 1;
        self.settle(answers);
    }

    fn release(&self) -> bool {
        self.outlet.release()
    }
}

//! Steps: effects that happen once over all rounds of a call, and whose results travel in the sealed
//! state.
//!
//! It does not know what the effect is.

use std::{
    fmt,
    pin::Pin,
    task::{Context, Poll},
};

use serde::{Serialize, de::DeserializeOwned};

use super::{Ledger, fault::Fault};

/// An effect that happens once, and what came of it: what [`Context::once`](crate::Context::once) and
/// [`Context::try_once`](crate::Context::try_once) return.
#[must_use = "an effect happens only when it is awaited"]
pub struct Once<'c, F: Future> {
    ledger: &'c Ledger,
    key: Box<str>,
    effect: Pin<Box<F>>,
    /// What a result is recorded as, if it is to be kept.
    record: fn(&F::Output) -> Option<serde_json::Result<String>>,
    recall: fn(&str) -> serde_json::Result<F::Output>,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    New,
    Running,
    Over,
}

/// What a step met in the ledger.
pub(super) enum Step {
    /// It has happened; this came of it, as JSON text.
    Recorded(Box<str>),
    Runs,
    Fault,
}

impl<'c, F: Future> Once<'c, F> {
    pub(crate) fn always(ledger: &'c Ledger, key: String, effect: F) -> Self
    where
        F::Output: Serialize + DeserializeOwned,
    {
        Self::new(
            ledger,
            key,
            effect,
            |result| Some(to_json(result)),
            |json| serde_json::from_str(json),
        )
    }

    fn new(
        ledger: &'c Ledger,
        key: String,
        effect: F,
        record: fn(&F::Output) -> Option<serde_json::Result<String>>,
        recall: fn(&str) -> serde_json::Result<F::Output>,
    ) -> Self {
        let (key, effect) = (key.into(), Box::pin(effect));
        Self { ledger, key, effect, record, recall, state: State::New }
    }

    /// The result of a run that is over, or nothing where the author made a mistake.
    fn begin(&mut self) -> Option<Poll<F::Output>> {
        match self.ledger.begin_step(&self.key) {
            Step::Fault => None,
            Step::Runs => {
                self.state = State::Running;
                Some(Poll::Pending)
            }
            Step::Recorded(json) => match (self.recall)(&json) {
                Ok(result) => Some(Poll::Ready(result)),
                Err(error) => {
                    self.ledger.fault(Fault::Recalled(self.key.clone(), error.to_string()));
                    None
                }
            },
        }
    }

    fn poll_effect(&mut self, cx: &mut Context<'_>) -> Poll<F::Output> {
        let inside = Inside::of(self.ledger);
        let poll = self.effect.as_mut().poll(cx);
        drop(inside);
        let Poll::Ready(result) = poll else { return Poll::Pending };
        // Should it panic, the step has not ended, and `drop` ends it.
        let recorded = (self.record)(&result).transpose();
        self.state = State::Over;
        match recorded {
            Ok(json) => self.ledger.end_step(&self.key, json),
            Err(error) => {
                self.ledger.end_step(&self.key, None);
                self.ledger.fault(Fault::Recorded(self.key.clone(), error.to_string()));
                return Poll::Pending;
            }
        }
        if self.ledger.is_cut() {
            // Nobody waits for the call any more: it ends at this very await.
            return Poll::Pending;
        }
        Poll::Ready(result)
    }
}

/// The effect is being polled, until this is dropped; also where the effect panics.
struct Inside<'c>(&'c Ledger);

impl<'c> Inside<'c> {
    fn of(ledger: &'c Ledger) -> Self {
        ledger.enter_step();
        Self(ledger)
    }
}

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.0.leave_step();
    }
}

impl<'c, T, E, F> Once<'c, F>
where
    T: Serialize + DeserializeOwned,
    F: Future<Output = Result<T, E>>,
{
    /// A result that is an error is not kept: the effect may be tried again.
    pub(crate) fn if_ok(ledger: &'c Ledger, key: String, effect: F) -> Self {
        let record = |result: &Result<T, E>| result.as_ref().ok().map(to_json);
        Self::new(ledger, key, effect, record, |json| serde_json::from_str(json).map(Ok))
    }
}

fn to_json<T: Serialize>(result: &T) -> serde_json::Result<String> {
    serde_json::to_string(result)
}

impl<F: Future> Future for Once<'_, F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        match self.state {
            State::New => match self.begin() {
                Some(Poll::Pending) => self.poll_effect(cx),
                Some(ready) => {
                    self.state = State::Over;
                    ready
                }
                None => {
                    self.state = State::Over;
                    Poll::Pending
                }
            },
            State::Running => self.poll_effect(cx),
            State::Over => {
                self.ledger.fault(Fault::AfterStep(self.key.clone()));
                Poll::Pending
            }
        }
    }
}

impl<F: Future> Drop for Once<'_, F> {
    fn drop(&mut self) {
        if self.state == State::Running {
            self.ledger.end_step(&self.key, None);
        }
    }
}

impl<F: Future> fmt::Debug for Once<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Once")
            .field("key", &self.key)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

//! An ask as a future: what `cx.ask(…)` returns.
//!
//! Its await never yields an error. A question that has no answer yet stays pending, and the
//! handler is dropped or suspended at that very await by whoever drives it.

use std::{
    borrow::Cow,
    fmt,
    pin::Pin,
    task::{Context, Poll, Waker},
};

use super::{
    fault::Fault,
    inquiry::Inquiry,
    kind::Kind,
    ledger::{Ledger, Met, Question},
};
/// A question on its way to the user; await it for the answer.
///
/// It is an ordinary future: `tokio::join!` of two asks sends both in one round, and an ask that
/// loses a `select!` is withdrawn. Dropping it before it was polled asks nothing.
///
/// On revision 2026-07-28 the handler is dropped at this await and entered again from the top once
/// the answer is there: code above an ask may run once per round, code below it runs only with the
/// answer.
///
/// ```
/// use askback::prelude::*;
///
/// /// Your shirt.
/// #[ask]
/// struct Shirt {
///     size: u8,
/// }
///
/// /// Orders a shirt.
/// #[tool]
/// async fn order(cx: &Context) -> String {
///     match cx.ask::<Shirt>("Which size?").key("shirt").await {
///         Answer::Accepted(shirt) => format!("Size {} is on its way.", shirt.size),
///         Answer::Declined | Answer::Cancelled => "No shirt, then.".into(),
///     }
/// }
/// # let _ = order;
/// ```
#[must_use = "a question is only asked when it is awaited"]
pub struct Ask<'c, O> {
    ledger: &'c Ledger,
    ticket: u32,
    key: Option<Cow<'c, str>>,
    /// The message of a form, or what the kind makes of it.
    text: Cow<'c, str>,
    state: State,
    kind: Kind<O>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    New,
    Open,
    Over,
}

impl<'c, O> Ask<'c, O> {
    pub(crate) fn new(ledger: &'c Ledger, text: Cow<'c, str>, kind: Kind<O>) -> Self {
        let ticket = ledger.create();
        Self { ledger, ticket, key: None, text, state: State::New, kind }
    }

    /// Names the ask, so that its answer finds it whatever else the handler asks.
    ///
    /// Without a key an ask finds its answer by its question: message and form. A key must be used
    /// once per run of the handler, by asks of every kind; using it twice fails the call. Keys like
    /// `elicitation_1` are reserved for asks without one.
    pub fn key(mut self, key: impl Into<Cow<'c, str>>) -> Self {
        self.key = Some(key.into());
        self
    }

    fn question<'a>(&'a self, inquiry: Inquiry<&'a str>) -> Question<'a> {
        Question { ticket: self.ticket, key: self.key.as_deref(), inquiry }
    }

    /// The answer; `None` where there can be none, because the author made a mistake.
    fn meet(&self) -> Poll<Option<O>> {
        let inquiry = match self.kind.inquiry(&self.text) {
            Ok(inquiry) => inquiry,
            Err(error) => {
                self.ledger.fault(Fault::Form(error.to_string()));
                return Poll::Ready(None);
            }
        };
        match self.ledger.meet(self.question(inquiry)) {
            Met::Fault => Poll::Ready(None),
            Met::Open => Poll::Pending,
            Met::Answer(found) => match self.kind.read(inquiry, &found.answer) {
                Ok((answer, kept)) => {
                    self.ledger.settle(&found, kept);
                    Poll::Ready(Some(answer))
                }
                Err(reason) => {
                    self.ledger.reopen(self.question(inquiry), &found, &reason);
                    Poll::Pending
                }
            },
        }
    }

    /// The answer to a question that is out, if the handler was kept for it.
    fn wait(&self, waker: &Waker) -> Poll<Option<O>> {
        let Ok(inquiry) = self.kind.inquiry(&self.text) else { return Poll::Pending };
        let Some(answer) = self.ledger.delivered(self.ticket, waker) else { return Poll::Pending };
        match self.kind.read(inquiry, &answer) {
            Ok((answer, kept)) => {
                self.ledger.settled(self.ticket, kept);
                Poll::Ready(Some(answer))
            }
            Err(reason) => {
                self.ledger.put_again(self.question(inquiry), &reason);
                // It waits for the next answer.
                drop(self.ledger.delivered(self.ticket, waker));
                Poll::Pending
            }
        }
    }
}

impl<O> Future for Ask<'_, O> {
    type Output = O;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<O> {
        let poll = match self.state {
            State::New => {
                let met = self.meet();
                if met.is_pending() {
                    // A collection of futures may poll this one again only after its waker.
                    drop(self.ledger.delivered(self.ticket, cx.waker()));
                }
                met
            }
            State::Open => self.wait(cx.waker()),
            State::Over => {
                // Without an answer to give, and nothing to wake it, it would hang the call.
                self.ledger.fault(Fault::AfterAnswer(self.text.as_ref().into()));
                return Poll::Pending;
            }
        };
        let (state, poll) = match poll {
            Poll::Pending => (State::Open, Poll::Pending),
            Poll::Ready(Some(answer)) => (State::Over, Poll::Ready(answer)),
            Poll::Ready(None) => (State::Over, Poll::Pending),
        };
        self.state = state;
        poll
    }
}

impl<O> Drop for Ask<'_, O> {
    fn drop(&mut self) {
        if self.state == State::Open {
            self.ledger.close(self.ticket);
        }
    }
}

impl<O> fmt::Debug for Ask<'_, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ask")
            .field("key", &self.key)
            .field("text", &self.text)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

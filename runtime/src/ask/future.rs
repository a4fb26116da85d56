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
    inquiry::{Correlation, InquiryRef},
    kind::Kind,
    ledger::{Ledger, Met, Question},
    steps::Random,
};
use crate::form::Form;

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
    /// The form, where it was made at run time.
    form: Option<Form>,
    /// How the URL of a page is made, where the ask is for one.
    url: Option<(UrlOf<'c>, Random)>,
    /// The page, once the ask has been polled.
    page: Option<(Correlation, String)>,
    state: State,
    kind: Kind<O>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    New,
    Open,
    Over,
}

/// Makes a page's URL of what tells it from every other.
pub(crate) type UrlOf<'c> = Box<dyn Fn(&str) -> String + Send + Sync + 'c>;

impl<'c, O> Ask<'c, O> {
    pub(crate) fn new(ledger: &'c Ledger, text: Cow<'c, str>, kind: Kind<O>) -> Self {
        let ticket = ledger.create();
        Self {
            ledger,
            ticket,
            key: None,
            text,
            form: None,
            url: None,
            page: None,
            state: State::New,
            kind,
        }
    }

    /// The same ask, with a form that was made at run time.
    pub(crate) fn with_form(mut self, form: Form) -> Self {
        self.form = Some(form);
        self
    }

    /// The same ask, for a page.
    pub(crate) fn at(mut self, url: UrlOf<'c>, random: Random) -> Self {
        self.url = Some((url, random));
        self
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

    fn question<'a>(&'a self, inquiry: InquiryRef<'a>) -> Question<'a> {
        Question { ticket: self.ticket, key: self.key.as_deref(), inquiry }
    }

    /// Makes the URL of an ask for a page; `false` where that is a mistake of the author's.
    fn turn_to_page(&mut self) -> bool {
        let Some((url, random)) = &self.url else { return true };
        self.page = self.ledger.page(self.key.as_deref(), &self.text, url, *random);
        self.page.is_some()
    }

    /// What tells this page from every other, once the ask has been polled.
    pub(super) fn correlation(&self) -> Option<Correlation> {
        self.page.as_ref().map(|(id, _)| *id)
    }

    pub(super) fn ledger(&self) -> &'c Ledger {
        self.ledger
    }

    /// The answer; `None` where there can be none, because the author made a mistake.
    fn meet(&self) -> Poll<Option<O>> {
        let inquiry = match self.kind.inquiry(&self.text, self.form.as_ref(), self.page.as_ref()) {
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
        let inquiry = self.kind.inquiry(&self.text, self.form.as_ref(), self.page.as_ref());
        let Ok(inquiry) = inquiry else { return Poll::Pending };
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

/// Nothing in it is pinned: it may be moved between polls.
impl<O> Unpin for Ask<'_, O> {}

impl<O> Future for Ask<'_, O> {
    type Output = O;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<O> {
        let poll = match self.state {
            State::New => {
                let met = if self.turn_to_page() { self.meet() } else { Poll::Ready(None) };
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

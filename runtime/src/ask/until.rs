//! A page that has to be used: an ask that is over only once the author's check passes.
//!
//! It does not know what the page is for.

use std::{
    fmt,
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use tokio::time::Sleep;

use super::{Answer, Ask};

/// How often the check is made.
const PACE: Duration = Duration::from_secs(1);

/// How long a round is held open for the check, on the revision whose rounds end.
const HOLD: u32 = 15;

/// How long a kept call waits for its check.
const PATIENCE: u32 = 600;

/// What [`Ask::until`] returns; await it for the answer.
#[must_use = "a question is only asked when it is awaited"]
pub struct Until<'c, C, F> {
    ask: Ask<'c, Answer<()>>,
    check: C,
    stage: Stage<F>,
}

enum Stage<F> {
    Asking,
    Checking(Pin<Box<F>>, u32),
    Pausing(Pin<Box<Sleep>>, u32),
    /// The round ends here; a later run goes on.
    Waiting,
}

impl<'c> Ask<'c, Answer<()>> {
    /// Makes the ask be over only when the user has done on the page what it is for: opening it is
    /// consent and not completion (`modern.md M-ELI-8`).
    ///
    /// `check` gets the id that is in the URL, and says whether the page is done with. It is called
    /// every second, and must not change anything. A user who takes longer than a round lasts is not
    /// asked again: the round ends without a question, and the client comes back. On handshake revisions
    /// the call waits 10 minutes at most; then it is [`Answer::Cancelled`]. Revision 2025-11-25 has a
    /// notification for a page that was used, and the client gets it (`legacy.md L-ELI-4`).
    pub fn until<C, F>(self, check: C) -> Until<'c, C, F>
    where
        C: FnMut(String) -> F,
        F: Future<Output = bool>,
    {
        Until { ask: self, check, stage: Stage::Asking }
    }
}

/// Nothing in it is pinned: the check is boxed.
impl<C, F> Unpin for Until<'_, C, F> {}

impl<C, F> Future for Until<'_, C, F>
where
    C: FnMut(String) -> F,
    F: Future<Output = bool>,
{
    type Output = Answer<()>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Answer<()>> {
        let this = &mut *self;
        loop {
            match &mut this.stage {
                Stage::Asking => match std::task::ready!(Pin::new(&mut this.ask).poll(cx)) {
                    Answer::Accepted(()) => this.stage = this.check(0),
                    no => return Poll::Ready(no),
                },
                Stage::Checking(check, times) => {
                    if std::task::ready!(check.as_mut().poll(cx)) {
                        if let (true, Some(page)) =
                            (this.ask.ledger().is_kept(), this.ask.correlation())
                        {
                            this.ask.ledger().page_used(page);
                        }
                        return Poll::Ready(Answer::Accepted(()));
                    }
                    let times = *times + 1;
                    let is_kept = this.ask.ledger().is_kept();
                    if is_kept && times >= PATIENCE {
                        return Poll::Ready(Answer::Cancelled);
                    }
                    this.stage = if !is_kept && times >= HOLD {
                        this.ask.ledger().wait();
                        Stage::Waiting
                    } else {
                        Stage::Pausing(Box::pin(tokio::time::sleep(PACE)), times)
                    };
                }
                Stage::Pausing(pause, times) => {
                    std::task::ready!(pause.as_mut().poll(cx));
                    let times = *times;
                    this.stage = this.check(times);
                }
                Stage::Waiting => return Poll::Pending,
            }
        }
    }
}

impl<C, F> Until<'_, C, F>
where
    C: FnMut(String) -> F,
{
    fn check(&mut self, times: u32) -> Stage<F> {
        let id = self.ask.correlation().map(|id| id.to_string());
        Stage::Checking(Box::pin((self.check)(id.unwrap_or_default())), times)
    }
}

impl<C, F> fmt::Debug for Until<'_, C, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Until").field("ask", &self.ask).finish_non_exhaustive()
    }
}

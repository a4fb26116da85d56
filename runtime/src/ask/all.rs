//! Several asks at once, without a crate that joins futures.
//!
//! It polls; that asks which are open together go out in one round is the drive's doing.

use std::{
    fmt,
    pin::Pin,
    task::{Context, Poll},
};

/// What [`Context::ask_all`](crate::Context::ask_all) returns; await it for the answers.
#[must_use = "questions are only asked when they are awaited"]
pub struct AskAll<B>(B);

/// A tuple of two to eight asks.
#[diagnostic::on_unimplemented(
    message = "`ask_all` takes a tuple of two to eight asks",
    label = "not a tuple of asks",
    note = "write `cx.ask_all((cx.ask::<A>(\"…\"), cx.confirm(\"…\")))`, with two pairs of parentheses"
)]
pub trait Together {
    /// The asks, each with a place for its answer.
    #[doc(hidden)]
    type Branches;

    #[doc(hidden)]
    fn branches(self) -> Self::Branches;
}

/// An ask, and its answer once it is there.
#[doc(hidden)]
#[derive(Debug)]
pub struct Branch<F: Future> {
    ask: F,
    answer: Option<F::Output>,
}

impl<F: Future + Unpin> Branch<F> {
    fn new(ask: F) -> Self {
        Self { ask, answer: None }
    }

    /// Whether its answer is there now.
    fn is_answered(&mut self, cx: &mut Context<'_>) -> bool {
        if self.answer.is_none()
            && let Poll::Ready(answer) = Pin::new(&mut self.ask).poll(cx)
        {
            self.answer = Some(answer);
        }
        self.answer.is_some()
    }
}

impl<B> AskAll<B> {
    pub(crate) fn new<T: Together<Branches = B>>(asks: T) -> Self {
        Self(asks.branches())
    }
}

/// Nothing in it is pinned: asks may be moved.
impl<B> Unpin for AskAll<B> {}

impl<B> fmt::Debug for AskAll<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AskAll").finish_non_exhaustive()
    }
}

macro_rules! together {
    ($($ask:ident: $name:ident),+) => {
        #[diagnostic::do_not_recommend]
        impl<$($name: Future + Unpin),+> Together for ($($name,)+) {
            type Branches = ($(Branch<$name>,)+);

            fn branches(self) -> Self::Branches {
                let ($($ask,)+) = self;
                ($(Branch::new($ask),)+)
            }
        }

        impl<$($name: Future + Unpin),+> Future for AskAll<($(Branch<$name>,)+)> {
            type Output = ($($name::Output,)+);

            fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
                let ($($ask,)+) = &mut self.0;
                // All of them are polled, whether or not one waits.
                let answered = [$($ask.is_answered(cx)),+];
                if answered.contains(&false) {
                    return Poll::Pending;
                }
                match ($($ask.answer.take(),)+) {
                    ($(Some($ask),)+) => Poll::Ready(($($ask,)+)),
                    // Polled again after it was over.
                    _ => Poll::Pending,
                }
            }
        }
    };
}

together!(a: A, b: B);
together!(a: A, b: B, c: C);
together!(a: A, b: B, c: C, d: D);
together!(a: A, b: B, c: C, d: D, e: E);
together!(a: A, b: B, c: C, d: D, e: E, f: F);
together!(a: A, b: B, c: C, d: D, e: E, f: F, g: G);
together!(a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H);

//! The re-entry rule: when a handler is done, when it waits, and when a round is over.
//!
//! > Poll the handler. A fault in the ledger fails the call, even if the handler is ready. Ready is
//! > done. Pending with no question to put waits for a wake. Pending with one is polled once more
//! > if this poll opened one, because a branch may have become ready; when a poll opens none, the
//! > round is over.
//!
//! This is the only place that polls a handler. It does not know eras: that a round is over means
//! "drop and seal" on one and "send, and go on" on another.

use std::{
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    task::{Context, Poll},
};

use super::{
    fault::Fault,
    ledger::{Asked, Ledger},
};

type Handler<'a, R> = Pin<Box<dyn Future<Output = R> + Send + 'a>>;

/// How a run of a handler ended.
#[derive(Debug)]
pub(crate) enum Driven<R> {
    Ready(R),
    /// Every branch waits for an answer. The handler has been dropped.
    Asked(Asked),
    Fault(Fault),
    /// It panicked while it ran or while it was dropped.
    Panicked,
}

/// What a run of a handler came to, up to here.
#[derive(Debug)]
pub(crate) enum Step<R> {
    Ready(R),
    /// Every branch waits, and there are questions that nobody has been asked yet.
    RoundOver,
    /// Questions that had been put to the client were given up.
    Withdrawn(Vec<u32>),
    Fault(Fault),
    Panicked,
}

/// Runs `handler` by the rule above, until it is done or asks.
pub(crate) async fn drive<R>(ledger: &Ledger, handler: Handler<'_, R>) -> Driven<R> {
    let mut run = Run::new(ledger, handler);
    let driven = match poll_fn(|cx| run.poll(cx)).await {
        Step::Ready(result) => Driven::Ready(result),
        // The open asks are taken out before the handler is dropped, which withdraws them.
        Step::RoundOver | Step::Withdrawn(_) => Driven::Asked(ledger.end_round()),
        Step::Fault(fault) => Driven::Fault(fault),
        Step::Panicked => Driven::Panicked,
    };
    match run.stop() {
        Ok(()) => driven,
        Err(Panicked) => Driven::Panicked,
    }
}

/// A handler that runs, and cannot take anything else down: its polls and its drop are panic-safe,
/// also when the whole call is cancelled.
pub(crate) struct Run<'a, R> {
    ledger: &'a Ledger,
    handler: Option<Handler<'a, R>>,
}

/// The handler panicked.
#[derive(Debug)]
pub(crate) struct Panicked;

impl<'a, R> Run<'a, R> {
    pub(crate) fn new(ledger: &'a Ledger, handler: Handler<'a, R>) -> Self {
        Self { ledger, handler: Some(handler) }
    }

    /// Runs it on, by the rule above. After [`Step::RoundOver`] and [`Step::Withdrawn`] it may be
    /// polled again.
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Step<R>> {
        loop {
            let (_, opened_before) = self.ledger.counts();
            let Ok(poll) = self.poll_handler(cx) else { return Poll::Ready(Step::Panicked) };
            if let Some(fault) = self.ledger.take_fault() {
                return Poll::Ready(Step::Fault(fault));
            }
            if let Poll::Ready(result) = poll {
                return Poll::Ready(Step::Ready(result));
            }
            let withdrawn = self.ledger.take_withdrawn();
            if !withdrawn.is_empty() {
                return Poll::Ready(Step::Withdrawn(withdrawn));
            }
            match self.ledger.counts() {
                (0, _) => return Poll::Pending,
                (_, opened) if opened > opened_before => {}
                _ => return Poll::Ready(Step::RoundOver),
            }
        }
    }

    fn poll_handler(&mut self, cx: &mut Context<'_>) -> Result<Poll<R>, Panicked> {
        let Some(handler) = &mut self.handler else { return Ok(Poll::Pending) };
        catch_unwind(AssertUnwindSafe(|| handler.as_mut().poll(cx))).map_err(|_| Panicked)
    }

    /// Drops the handler.
    pub(crate) fn stop(&mut self) -> Result<(), Panicked> {
        let handler = self.handler.take();
        catch_unwind(AssertUnwindSafe(|| drop(handler))).map_err(|_| Panicked)
    }
}

impl<R> Drop for Run<'_, R> {
    fn drop(&mut self) {
        let _ = self.stop();
    }
}

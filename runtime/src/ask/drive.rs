//! The re-entry rule: when a handler is done, when it waits, and when a round is over.
//!
//! > Poll the handler. A fault in the ledger fails the call, even if the handler is ready. Ready is
//! > done. Pending with no open ask waits for a wake. Pending with an open ask is polled once more
//! > if this poll opened one, because a branch may have become ready; when a poll opens none, the
//! > round is over.
//!
//! This is the only place that polls a handler. It does not know eras: that a round is over means
//! "drop and seal" on one and "suspend and send" on another.

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

/// Runs `handler` by the rule above, until it is done or asks.
pub(crate) async fn drive<R>(ledger: &Ledger, handler: Handler<'_, R>) -> Driven<R> {
    let mut running = Running(Some(handler));
    let driven = poll_fn(|cx| step(ledger, &mut running, cx)).await;
    match running.stop() {
        Ok(()) => driven,
        Err(Panicked) => Driven::Panicked,
    }
}

fn step<R>(ledger: &Ledger, running: &mut Running<'_, R>, cx: &mut Context<'_>) -> Poll<Driven<R>> {
    loop {
        let (_, opened_before) = ledger.counts();
        let Ok(poll) = running.poll(cx) else { return Poll::Ready(Driven::Panicked) };
        if let Some(fault) = ledger.take_fault() {
            return Poll::Ready(Driven::Fault(fault));
        }
        if let Poll::Ready(result) = poll {
            return Poll::Ready(Driven::Ready(result));
        }
        match ledger.counts() {
            (0, _) => return Poll::Pending,
            (_, opened) if opened > opened_before => {}
            // The open asks are taken out before the handler is dropped, which withdraws them.
            _ => return Poll::Ready(Driven::Asked(ledger.end_round())),
        }
    }
}

/// A handler that cannot take anything else down: its polls and its drop are panic-safe, also when
/// the whole call is cancelled.
struct Running<'a, R>(Option<Handler<'a, R>>);

struct Panicked;

impl<R> Running<'_, R> {
    fn poll(&mut self, cx: &mut Context<'_>) -> Result<Poll<R>, Panicked> {
        let Some(handler) = &mut self.0 else { return Ok(Poll::Pending) };
        catch_unwind(AssertUnwindSafe(|| handler.as_mut().poll(cx))).map_err(|_| Panicked)
    }

    fn stop(&mut self) -> Result<(), Panicked> {
        let handler = self.0.take();
        catch_unwind(AssertUnwindSafe(|| drop(handler))).map_err(|_| Panicked)
    }
}

impl<R> Drop for Running<'_, R> {
    fn drop(&mut self) {
        let _ = self.stop();
    }
}

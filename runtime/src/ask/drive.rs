//! The re-entry rule: when a handler is done, when it waits, and when a round is over.
//!
//! > Poll the handler. A fault in the ledger fails the call, even if the handler is ready. Ready is
//! > done. Pending with no question to put, or while a step of `once` runs, waits for a wake. Pending
//! > with a question is polled once more if this poll opened one, because a branch may have become
//! > ready; when a poll opens none, the round is over.
//!
//! This is the only place that polls a handler. It does not know eras: that a round is over means
//! "drop and seal" on one and "send, and go on" on another.

use std::{
    future::poll_fn,
    task::{Context, Poll},
};

use super::{
    fault::Fault,
    ledger::{Ledger, Standing},
    round::Asked,
};
use crate::guarded::{Guarded, Panicked};

/// How often a handler is polled on at once because it opened a question. One that races an ask
/// against what is always ready opens one in each poll.
const MOST_AT_ONCE: u32 = 32;

/// How a run of a handler ended.
#[derive(Debug)]
pub(crate) enum Driven<R> {
    Ready(R),
    /// Every branch waits for an answer. The handler has been dropped.
    Asked(Asked),
    Fault(Fault),
    /// It panicked while it ran or while it was dropped.
    Panicked,
    /// Nobody waits for it any more.
    Cut,
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
    /// Nobody waits for it any more.
    Cut,
}

/// Runs `handler` by the rule above, until it is done or asks.
pub(crate) async fn drive<R>(ledger: &Ledger, handler: Guarded<'_, R>) -> Driven<R> {
    let mut run = Run::new(ledger, handler);
    let driven = match poll_fn(|cx| run.poll(cx)).await {
        Step::Ready(result) => Driven::Ready(result),
        // The open asks are taken out before the handler is dropped, which withdraws them.
        Step::RoundOver | Step::Withdrawn(_) => Driven::Asked(ledger.end_round()),
        Step::Fault(fault) => Driven::Fault(fault),
        Step::Panicked => Driven::Panicked,
        Step::Cut => Driven::Cut,
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
    handler: Guarded<'a, R>,
    /// How many questions had been opened when it was polled last.
    opened: u32,
}

impl<'a, R> Run<'a, R> {
    pub(crate) fn new(ledger: &'a Ledger, handler: Guarded<'a, R>) -> Self {
        Self { ledger, handler, opened: 0 }
    }

    /// Runs it on, by the rule above. After [`Step::RoundOver`] and [`Step::Withdrawn`] it may be
    /// polled again.
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Step<R>> {
        for _ in 0..MOST_AT_ONCE {
            let Ok(poll) = self.handler.poll(cx) else { return Poll::Ready(Step::Panicked) };
            let Standing { fault, is_cut, runs_step, withdrawn, unsent, opened } =
                self.ledger.standing();
            if let Some(fault) = fault {
                return Poll::Ready(Step::Fault(fault));
            }
            if let Poll::Ready(result) = poll {
                return Poll::Ready(Step::Ready(result));
            }
            if is_cut {
                return Poll::Ready(Step::Cut);
            }
            if !withdrawn.is_empty() {
                return Poll::Ready(Step::Withdrawn(withdrawn));
            }
            let opened_one = std::mem::replace(&mut self.opened, opened) < opened;
            match (runs_step, unsent, opened_one) {
                (true, ..) | (_, 0, _) => return Poll::Pending,
                (_, _, true) => {}
                _ => return Poll::Ready(Step::RoundOver),
            }
        }
        // Others have their turn, and whoever hangs up is heard.
        cx.waker().wake_by_ref();
        Poll::Pending
    }

    /// Drops the handler.
    pub(crate) fn stop(&mut self) -> Result<(), Panicked> {
        self.handler.stop()
    }
}

//! The way to the client while a call runs, where there is one.
//!
//! It is a trait, because who implements it is a transport; what is sent is not known here.

use std::task::{Context, Poll};

/// Where messages of one call go: what it says before its answer, and the answer.
pub(crate) trait Outlet: Send + Sync {
    /// Sends a message. What cannot be sent any more is dropped.
    fn send(&self, message: Vec<u8>);

    /// Sends a notification that the client can do without; `false` where it was dropped, because the
    /// client takes none or does not keep up.
    fn notify(&self, message: Vec<u8>) -> bool {
        self.send(message);
        true
    }

    /// Whether a question can be sent.
    fn can_ask(&self) -> bool {
        true
    }

    /// Sends a question. `label` is its key, which is not on the wire.
    fn ask(&self, label: &str, message: Vec<u8>) {
        let _ = label;
        self.send(message);
    }

    /// Sends the answer to the call, behind which nothing comes.
    fn finish(&self, answer: Vec<u8>) {
        self.send(answer);
    }

    /// Says that no answer comes, because the call was cancelled.
    fn end(&self) {}

    /// The call waits for its client from here on, and needs no place among those that run.
    fn waits(&self) {}

    /// Takes a place among those that run again, where it was given up.
    fn poll_seat(&self, _: &mut Context<'_>) -> Poll<()> {
        Poll::Ready(())
    }

    /// Lets the client go, to fetch what is still to come with another request; `false` where it
    /// cannot.
    fn release(&self) -> bool {
        false
    }
}

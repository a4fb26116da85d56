//! The way to the client while a call runs, where there is one.
//!
//! It is a trait, because who implements it is a transport; what is sent is not known here.

use std::task::{Context, Poll};

/// Why a question is not asked: together with those that are out it would be more than this, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the questions that wait for the client would be more than the {0} bytes that are kept for it"
)]
pub(crate) struct Unkept(pub(crate) usize);

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

    /// Sends the question `id`, and sees to it that it can be read until it is not out any more. `label`
    /// is its key, which is not on the wire.
    ///
    /// # Errors
    ///
    /// There is no room to keep it.
    fn ask(&self, id: u64, label: &str, message: Vec<u8>) -> Result<(), Unkept> {
        let _ = (id, label);
        self.send(message);
        Ok(())
    }

    /// The question `id` has its answer.
    fn answered(&self, id: u64) {
        let _ = id;
    }

    /// The question `id` is taken back, which `cancellation` says.
    fn withdraw(&self, id: u64, cancellation: Vec<u8>) {
        let _ = id;
        self.send(cancellation);
    }

    /// Sends the answer to the call, behind which nothing comes.
    fn finish(&self, answer: Vec<u8>) {
        self.send(answer);
    }

    /// Sends a message right behind the answer, where messages are lines.
    fn behind(&self, message: Vec<u8>) {
        let _ = message;
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

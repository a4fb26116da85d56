//! The one place that runs code of an author's: whatever a user of the crate can write is called
//! through it, so that a panic there is a value here.
//!
//! It does not know what runs, nor what its panic comes to. The text of a panic is not kept: it may
//! have been made of an answer or a state.

use std::{
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    task::{Context, Poll},
};

/// Code of an author's panicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Panicked;

/// Runs code of an author's, to its end.
pub(crate) fn guarded<R>(code: impl FnOnce() -> R) -> Result<R, Panicked> {
    // Nothing of ours is left half changed: no lock of ours is held while such code runs.
    catch_unwind(AssertUnwindSafe(code)).map_err(|_| Panicked)
}

/// The result of a future some of whose polls may panic.
pub(crate) async fn guarded_polls<F: Future>(
    mut future: Pin<&mut F>,
) -> Result<F::Output, Panicked> {
    poll_fn(|cx| match guarded(|| future.as_mut().poll(cx)) {
        Ok(poll) => poll.map(Ok),
        Err(panicked) => Poll::Ready(Err(panicked)),
    })
    .await
}

/// A future of an author's: its polls and its drop are guarded, wherever they happen.
pub(crate) struct Guarded<'a, R>(Option<Pin<Box<dyn Future<Output = R> + Send + 'a>>>);

impl<'a, R> Guarded<'a, R> {
    /// What `start` makes. Where it panics, so does the first poll.
    pub(crate) fn start(
        start: impl FnOnce() -> Pin<Box<dyn Future<Output = R> + Send + 'a>>,
    ) -> Self {
        Self(guarded(start).ok())
    }

    /// Runs it on. One that panicked, or that was stopped, has panicked for good.
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>) -> Result<Poll<R>, Panicked> {
        let future = self.0.as_mut().ok_or(Panicked)?;
        guarded(|| future.as_mut().poll(cx))
    }

    /// Drops it.
    pub(crate) fn stop(&mut self) -> Result<(), Panicked> {
        let future = self.0.take();
        guarded(|| drop(future))
    }
}

impl<R> Future for Guarded<'_, R> {
    type Output = Result<R, Panicked>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match Guarded::poll(&mut self, cx) {
            Ok(poll) => poll.map(Ok),
            Err(panicked) => Poll::Ready(Err(panicked)),
        }
    }
}

impl<R> Drop for Guarded<'_, R> {
    fn drop(&mut self) {
        let _ = self.stop();
    }
}

#[cfg(test)]
mod tests {
    use std::task::Waker;

    use super::*;

    struct Bomb;

    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("dropped");
        }
    }

    fn poll<R>(future: &mut Guarded<'_, R>) -> Result<Poll<R>, Panicked> {
        Guarded::poll(future, &mut Context::from_waker(Waker::noop()))
    }

    #[test]
    fn a_panic_is_a_value_wherever_it_happens() {
        assert_eq!(guarded(|| 7), Ok(7));
        assert_eq!(guarded(|| -> u8 { panic!("code") }), Err(Panicked));
        let mut unstarted = Guarded::<u8>::start(|| panic!("start"));
        assert_eq!((poll(&mut unstarted), unstarted.stop()), (Err(Panicked), Ok(())));
        let mut polled = Guarded::<u8>::start(|| Box::pin(async { panic!("poll") }));
        assert_eq!((poll(&mut polled), poll(&mut polled)), (Err(Panicked), Err(Panicked)));
        let waits = || async {
            let _bomb = Bomb;
            std::future::pending::<u8>().await
        };
        let mut dropped = Guarded::start(|| Box::pin(waits()));
        assert_eq!((poll(&mut dropped), dropped.stop()), (Ok(Poll::Pending), Err(Panicked)));
        // One that nobody stops is dropped as safely.
        let mut left = Guarded::start(|| Box::pin(waits()));
        assert!(poll(&mut left).is_ok());
    }
}

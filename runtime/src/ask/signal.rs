//! Something that happens once, and that anybody may wait for.
//!
//! It does not know what it is.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// See the module's documentation.
#[derive(Debug, Default)]
pub(crate) struct Signal {
    has_come: AtomicBool,
    notify: Notify,
}

impl Signal {
    /// It happens now.
    pub(crate) fn give(&self) {
        self.has_come.store(true, Ordering::SeqCst);
        self.notify.notify_waiters();
    }

    pub(crate) fn has_come(&self) -> bool {
        self.has_come.load(Ordering::SeqCst)
    }

    /// Waits for it; at once where it has happened.
    pub(crate) async fn wait(&self) {
        loop {
            let mut notified = std::pin::pin!(self.notify.notified());
            notified.as_mut().enable();
            if self.has_come() {
                return;
            }
            notified.await;
        }
    }
}

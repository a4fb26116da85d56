//! What a server says while a call runs: questions, each with its key, and what it tells.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use tokio::sync::mpsc;

use crate::ask::{Outlet, Unkept};

/// What was told, in order.
pub(super) type Told = Arc<Mutex<Vec<Value>>>;

/// See the module's documentation.
pub(super) struct Line {
    questions: mpsc::UnboundedSender<(String, Value)>,
    told: Told,
}

impl Line {
    pub(super) fn open(
        questions: mpsc::UnboundedSender<(String, Value)>,
    ) -> (Arc<dyn Outlet>, Told) {
        let told = Told::default();
        (Arc::new(Self { questions, told: Arc::clone(&told) }), told)
    }
}

/// What was told since it was last taken.
pub(super) fn take(told: &Told) -> Vec<Value> {
    std::mem::take(&mut *told.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Outlet for Line {
    fn send(&self, message: Vec<u8>) {
        let message = serde_json::from_slice(&message).unwrap_or_default();
        self.told.lock().unwrap_or_else(PoisonError::into_inner).push(message);
    }

    fn ask(&self, _: u64, label: &str, message: Vec<u8>) -> Result<(), Unkept> {
        let message = serde_json::from_slice(&message).unwrap_or_default();
        // Nobody listens once the call is over.
        let _ = self.questions.send((label.to_owned(), message));
        Ok(())
    }
}

//! What a test reads of one run of a handler: which questions it met, and which it gave up.
//!
//! It is there with the feature `testing` alone, and changes nothing.

use std::sync::{Arc, Mutex, PoisonError};

/// A shared list of notes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Journal(Arc<Mutex<Notes>>);

/// The notes of one run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Notes {
    /// The questions in the order in which they were met: the key, where there is one, and the
    /// message.
    pub(crate) met: Vec<(Option<String>, String)>,
    /// The messages of open asks that were dropped before their round was over.
    pub(crate) withdrawn: Vec<String>,
}

impl Journal {
    /// The notes so far.
    pub(crate) fn notes(&self) -> Notes {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn met(&self, key: Option<&str>, message: &str) {
        self.with(|notes| notes.met.push((key.map(str::to_owned), message.to_owned())));
    }

    pub(super) fn withdrawn(&self, message: &str) {
        self.with(|notes| notes.withdrawn.push(message.to_owned()));
    }

    fn with(&self, change: impl FnOnce(&mut Notes)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

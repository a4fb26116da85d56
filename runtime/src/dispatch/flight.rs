//! A call that could not be answered at once: its task, and its place among those that run.
//!
//! It does not know what is called.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::OwnedSemaphorePermit;

use crate::ask::{Outlet, Unkept};

/// A call on its way to its answer.
pub(super) type Call = Pin<Box<dyn Future<Output = Vec<u8>> + Send>>;

/// A call in a task of its own. It is answered or, where it was cancelled, ends its outlet; what the
/// call has to say in its last moment comes before that.
pub(super) struct Flight {
    /// `None` once it has been answered.
    pub(super) call: Option<Call>,
    pub(super) place: Place,
    outlet: Arc<dyn Outlet>,
}

/// A place among the calls that run.
pub(super) enum Place {
    Held(Option<OwnedSemaphorePermit>),
    /// One that is given up when the call waits for its client.
    Seat(Arc<Seat>),
}

impl Place {
    pub(super) fn take(&mut self, permit: Option<OwnedSemaphorePermit>) {
        match self {
            Self::Held(place) => *place = permit,
            Self::Seat(seat) => *seat.lock() = permit,
        }
    }
}

impl Flight {
    pub(super) fn new(call: Call, place: Place, outlet: Arc<dyn Outlet>) -> Self {
        Self { call: Some(call), place, outlet }
    }

    pub(super) fn land(&mut self, answer: Vec<u8>) {
        self.call = None;
        self.outlet.finish(answer);
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        if self.call.take().is_some() {
            self.outlet.end();
        }
    }
}

/// The outlet of a call that has a place among those that run.
pub(super) struct Seat {
    outlet: Arc<dyn Outlet>,
    permit: Mutex<Option<OwnedSemaphorePermit>>,
}

impl Seat {
    pub(super) fn new(outlet: Arc<dyn Outlet>, permit: Option<OwnedSemaphorePermit>) -> Self {
        Self { outlet, permit: Mutex::new(permit) }
    }

    fn lock(&self) -> MutexGuard<'_, Option<OwnedSemaphorePermit>> {
        self.permit.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Outlet for Seat {
    fn send(&self, message: Vec<u8>) {
        self.outlet.send(message);
    }

    fn notify(&self, message: Vec<u8>) -> bool {
        self.outlet.notify(message)
    }

    fn can_ask(&self) -> bool {
        self.outlet.can_ask()
    }

    fn ask(&self, id: u64, label: &str, message: Vec<u8>) -> Result<(), Unkept> {
        self.outlet.ask(id, label, message)
    }

    fn answered(&self, id: u64) {
        self.outlet.answered(id);
    }

    fn withdraw(&self, id: u64, cancellation: Vec<u8>) {
        self.outlet.withdraw(id, cancellation);
    }

    fn waits(&self) {
        drop(self.lock().take());
    }

    fn release(&self) -> bool {
        self.outlet.release()
    }
}

//! A call that could not be answered at once, and its place among those that run.
//!
//! It does not know what is called.

use std::{
    future::poll_fn,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, ready},
};

use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};

use super::in_flight::{Admitted, Name};
use crate::ask::{Outlet, Unkept};

/// A call on its way to its answer.
pub(super) type Call = Pin<Box<dyn Future<Output = Vec<u8>> + Send>>;

/// A call in a task of its own. It is answered or, where it was cancelled, ends its outlet; what the
/// call has to say in its last moment comes before that, and it is in flight until then.
pub(super) struct Flight {
    /// `None` once it is over.
    call: Option<Call>,
    place: Place,
    outlet: Arc<dyn Outlet>,
    admitted: Admitted,
}

/// A place among the calls that run.
pub(super) enum Place {
    Held(Option<OwnedSemaphorePermit>),
    /// One that is given up while the call waits for its client.
    Seat(Arc<Seat>),
}

impl Place {
    /// Answers, and says what comes right behind the answer.
    pub(super) fn finish(&self, outlet: &dyn Outlet, answer: Vec<u8>) {
        outlet.finish(answer);
        if let Self::Seat(seat) = self
            && let Some(behind) = seat.take_behind()
        {
            outlet.send(behind);
        }
    }

    /// Whether something comes right behind the answer.
    pub(super) fn says_more(&self) -> bool {
        matches!(self, Self::Seat(seat) if seat.lock_behind().is_some())
    }
}

impl Flight {
    pub(super) fn new(
        call: Call,
        place: Place,
        outlet: Arc<dyn Outlet>,
        admitted: Admitted,
    ) -> Self {
        Self { call: Some(call), place, outlet, admitted }
    }

    pub(super) fn name(&self) -> Name {
        self.admitted.name()
    }

    /// Waits for its place, where it has none, and runs to its end.
    pub(super) async fn fly(mut self, running: Arc<Semaphore>) {
        match &mut self.place {
            Place::Held(place @ None) => *place = running.acquire_owned().await.ok(),
            Place::Held(Some(_)) => {}
            Place::Seat(seat) => poll_fn(|cx| seat.poll_seat(cx)).await,
        }
        let Some(call) = &mut self.call else { return };
        let answer = call.await;
        // A call that was cancelled is not answered (`modern.md M-CANC-2`).
        let Self { call, place, outlet, admitted } = &mut self;
        admitted.land(|| {
            *call = None;
            place.finish(&**outlet, answer);
        });
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        if self.call.take().is_some() {
            self.outlet.end();
        }
    }
}

/// The outlet of a call that has a place among those that run: given up while it waits for its
/// client, and taken again before it goes on.
pub(super) struct Seat {
    outlet: Arc<dyn Outlet>,
    running: Arc<Semaphore>,
    place: Mutex<Sitting>,
    /// What comes right behind the answer.
    behind: Mutex<Option<Vec<u8>>>,
}

/// Whether a seat is taken.
enum Sitting {
    Held(#[expect(dead_code, reason = "held")] OwnedSemaphorePermit),
    /// Given up, or not had yet.
    Given,
    /// In the queue for one.
    Waiting(Pin<Box<dyn Future<Output = Result<OwnedSemaphorePermit, AcquireError>> + Send>>),
}

impl Seat {
    pub(super) fn new(
        outlet: Arc<dyn Outlet>,
        running: &Arc<Semaphore>,
        permit: Option<OwnedSemaphorePermit>,
    ) -> Self {
        let place = Mutex::new(permit.map_or(Sitting::Given, Sitting::Held));
        Self { outlet, running: Arc::clone(running), place, behind: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Sitting> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_behind(&self) -> MutexGuard<'_, Option<Vec<u8>>> {
        self.behind.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_behind(&self) -> Option<Vec<u8>> {
        self.lock_behind().take()
    }
}

impl Outlet for Seat {
    fn behind(&self, message: Vec<u8>) {
        *self.lock_behind() = Some(message);
    }

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
        *self.lock() = Sitting::Given;
    }

    fn poll_seat(&self, cx: &mut Context<'_>) -> Poll<()> {
        let mut sitting = self.lock();
        if matches!(*sitting, Sitting::Held(_)) {
            return Poll::Ready(());
        }
        if matches!(*sitting, Sitting::Given) {
            *sitting = Sitting::Waiting(Box::pin(Arc::clone(&self.running).acquire_owned()));
        }
        if let Sitting::Waiting(waiting) = &mut *sitting
            && let Ok(permit) = ready!(waiting.as_mut().poll(cx))
        {
            *sitting = Sitting::Held(permit);
        }
        // Nobody closes the semaphore.
        Poll::Ready(())
    }

    fn release(&self) -> bool {
        self.outlet.release()
    }
}

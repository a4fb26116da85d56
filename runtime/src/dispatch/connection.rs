//! One connection that carries many messages at once: which calls are in flight, and how each of
//! them is cancelled.
//!
//! It knows ids and `notifications/cancelled`; it does not know lines, threads or who reads them.
//! Nothing in it outlives a request.

use std::{
    collections::HashMap,
    pin::{Pin, pin},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
    time::Duration,
};

use bytes::Bytes;
use tokio::{
    runtime::Handle,
    sync::{Notify, OwnedSemaphorePermit, Semaphore},
    task::AbortHandle,
};

use super::{Dispatcher, Via};
use crate::wire::{Frame, Id, IdKey, Member, Rpc, RpcError};

type Call = Pin<Box<dyn Future<Output = Vec<u8>> + Send>>;

/// How many calls may wait for a place, for each that may run.
const WAITING_PER_RUNNING: usize = 16;

/// See the module's documentation.
#[derive(Debug)]
pub(crate) struct Connection {
    dispatcher: Arc<Dispatcher>,
    runtime: Handle,
    running: Arc<Semaphore>,
    most_in_flight: usize,
    in_flight: Mutex<HashMap<IdKey, AbortHandle>>,
    finished: Notify,
}

impl Connection {
    /// A connection that runs at most `concurrency` calls at a time.
    pub(crate) fn new(dispatcher: Arc<Dispatcher>, runtime: Handle, concurrency: usize) -> Self {
        Self {
            dispatcher,
            runtime,
            running: Arc::new(Semaphore::new(concurrency)),
            most_in_flight: concurrency.saturating_mul(WAITING_PER_RUNNING + 1),
            in_flight: Mutex::default(),
            finished: Notify::new(),
        }
    }

    /// Takes one message. The answer comes back at once where there is one; the answer of a call
    /// that has to wait goes to `later`.
    ///
    /// A call is polled here once before it is given to the runtime, because most are done by then.
    pub(crate) fn receive(
        self: &Arc<Self>,
        message: Bytes,
        later: impl FnOnce(Vec<u8>) + Send + 'static,
    ) -> Option<Vec<u8>> {
        let frame = match Frame::read(message) {
            Ok(frame) => frame,
            Err(malformed) => return Some(malformed.write()),
        };
        let Some(id) = frame.id() else {
            self.notified(&frame);
            return None;
        };
        let key = match self.admit(id) {
            Ok(key) => key,
            Err(error) => return Some(error.write(Some(id))),
        };
        let dispatcher = Arc::clone(&self.dispatcher);
        let mut call: Call =
            Box::pin(async move { dispatcher.answer(&frame, Via::default()).await.body });
        let permit = Arc::clone(&self.running).try_acquire_owned().ok();
        if permit.is_some() {
            let _entered = self.runtime.enter();
            if let Poll::Ready(answer) = call.as_mut().poll(&mut Context::from_waker(Waker::noop()))
            {
                return Some(answer);
            }
        }
        self.spawn(key, call, permit, later);
        None
    }

    /// Waits until no call is in flight, at most for `limit`; then cancels the rest.
    pub(crate) async fn drain(&self, limit: Duration) {
        let drained = async {
            loop {
                let mut finished = pin!(self.finished.notified());
                finished.as_mut().enable();
                if self.lock().is_empty() {
                    return;
                }
                finished.await;
            }
        };
        if tokio::time::timeout(limit, drained).await.is_err() {
            for (_, call) in self.lock().drain() {
                call.abort();
            }
        }
    }

    /// Refuses an id that is in flight, and calls beyond the bound.
    fn admit(&self, id: Id<'_>) -> Result<IdKey, RpcError> {
        let key = id.key();
        let in_flight = self.lock();
        if in_flight.contains_key(&key) {
            let message = "a request with this `id` is in flight: ids are used once at a time";
            return Err(RpcError::new(Rpc::InvalidRequest, message));
        }
        if in_flight.len() >= self.most_in_flight {
            let message = format!("busy: {} requests are in flight", in_flight.len());
            return Err(RpcError::new(Rpc::Internal, message));
        }
        Ok(key)
    }

    fn spawn(
        self: &Arc<Self>,
        key: IdKey,
        call: Call,
        permit: Option<OwnedSemaphorePermit>,
        later: impl FnOnce(Vec<u8>) + Send + 'static,
    ) {
        let (this, own_key) = (Arc::clone(self), key.clone());
        // The lock is held until the call is entered, so that a quick one cannot leave before.
        let mut in_flight = self.lock();
        let task = self.runtime.spawn(async move {
            let permit = match permit {
                Some(permit) => Ok(permit),
                None => Arc::clone(&this.running).acquire_owned().await,
            };
            let answer = call.await;
            drop(permit);
            // A call that was cancelled is no longer entered, and is not answered. The lock is held
            // until the answer is on its way, so that nobody sees an end without it.
            let mut in_flight = this.lock();
            if in_flight.remove(&own_key).is_some() {
                later(answer);
            }
            drop(in_flight);
            this.finished.notify_waiters();
        });
        in_flight.insert(key, task.abort_handle());
    }

    /// `modern.md M-CANC-2`, M-CANC-3: stop and do not answer; unknown ids are ignored.
    fn notified(&self, frame: &Frame) {
        if frame.method() != "notifications/cancelled" {
            return;
        }
        let Some(id) = frame.member(Member::RequestId).and_then(Id::new) else { return };
        if let Some(call) = self.lock().remove(&id.key()) {
            call.abort();
            self.finished.notify_waiters();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IdKey, AbortHandle>> {
        self.in_flight.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

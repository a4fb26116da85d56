//! One connection that carries many messages at once: which calls are in flight, and how each of
//! them is cancelled. Over HTTP it is a session.
//!
//! It knows ids, eras and `notifications/cancelled`; it does not know lines, streams or who reads
//! them. A modern request leaves nothing behind in it.

use std::{
    collections::HashMap,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    task::{Context, Poll, Waker},
    time::Duration,
};

use bytes::Bytes;
use tokio::{
    runtime::Handle,
    sync::{Notify, OwnedSemaphorePermit, Semaphore},
    task::AbortHandle,
};

use super::{
    Dispatcher, Session, Speech, Via, batch,
    flight::{Call, Flight, Place, Seat},
};
use crate::{
    ask::{Outlet, Signal, Tether},
    era::{Handshake, belongs_to_handshake, unopened},
    seal::Principal,
    wire::{Batch, Frame, Id, IdKey, Member, Rpc, RpcError},
};

/// The calls that run, and how each is ended.
type InFlight = HashMap<IdKey, (AbortHandle, Arc<Tether>)>;

/// How many calls may wait for a place, for each that may run.
const WAITING_PER_RUNNING: usize = 16;

/// See the module's documentation.
#[derive(Debug)]
pub(crate) struct Connection {
    dispatcher: Arc<Dispatcher>,
    runtime: Handle,
    running: Arc<Semaphore>,
    most_in_flight: usize,
    in_flight: Mutex<InFlight>,
    finished: Notify,
    session: OnceLock<Arc<Session>>,
    /// Given when nobody is there any more to send requests.
    closing: Arc<Signal>,
}

/// What became of a message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Received {
    /// There is nothing to answer.
    Accepted,
    /// The answer is there.
    Answer(Vec<u8>),
    /// It cannot be taken; this is the error to answer with.
    Refused(Vec<u8>),
    /// The answer goes to the outlet.
    Later,
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
            session: OnceLock::new(),
            closing: Arc::default(),
        }
    }

    /// The connection of a session that is open already.
    #[cfg(feature = "http")]
    pub(crate) fn of_session(mut self, session: Arc<Session>) -> Self {
        self.session = OnceLock::from(session);
        self
    }

    /// The session, where there has been a handshake.
    pub(crate) fn session(&self) -> Option<&Arc<Session>> {
        self.session.get()
    }

    /// Takes one message, or a batch where the revision has them. The answer comes back at once
    /// where there is one; that of a call that has to wait goes to `outlet`.
    pub(crate) fn receive(
        self: &Arc<Self>,
        message: Bytes,
        who: Option<&Principal>,
        outlet: &Arc<dyn Outlet>,
    ) -> Received {
        if self.session().is_some_and(|session| session.peer.revision.has_batches())
            && let Some(Batch(elements)) = Batch::read(&message)
        {
            return batch::receive(self, elements, who, outlet);
        }
        match Frame::read(message) {
            Ok(frame) => self.receive_frame(frame, who, outlet),
            // Two sides that answer each other's responses would never end.
            Err(malformed) if malformed.is_response() => Received::Accepted,
            Err(malformed) => Received::Refused(malformed.write()),
        }
    }

    /// A call is polled here once before it is given to the runtime, because most are done by then.
    pub(super) fn receive_frame(
        self: &Arc<Self>,
        frame: Frame,
        who: Option<&Principal>,
        outlet: &Arc<dyn Outlet>,
    ) -> Received {
        if let Some(response) = frame.response() {
            self.session().inspect(|session| session.answered(&response));
            return Received::Accepted;
        }
        let Some(id) = frame.id() else {
            self.notified(&frame);
            return Received::Accepted;
        };
        let key = match self.admit(id) {
            Ok(key) => key,
            Err(error) => return Received::Answer(error.write(Some(id))),
        };
        let permit = Arc::clone(&self.running).try_acquire_owned().ok();
        let admitted = permit.is_some();
        let tether = Arc::<Tether>::default();
        let (mut call, place) = if belongs_to_handshake(&frame, None) {
            match self.handshake_call(frame, who, outlet, (permit, &tether)) {
                Ok(call) => call,
                Err(answer) => return Received::Answer(answer),
            }
        } else {
            self.modern_call(frame, outlet, (permit, &tether))
        };
        if admitted {
            let _entered = self.runtime.enter();
            if let Poll::Ready(answer) = call.as_mut().poll(&mut Context::from_waker(Waker::noop()))
            {
                return Received::Answer(answer);
            }
        }
        let flight = Flight::new(call, place, Arc::clone(outlet));
        self.spawn(key, flight, admitted, tether);
        Received::Later
    }

    /// A modern request. What it says before its answer goes to the outlet.
    fn modern_call(
        self: &Arc<Self>,
        frame: Frame,
        outlet: &Arc<dyn Outlet>,
        (permit, tether): (Option<OwnedSemaphorePermit>, &Arc<Tether>),
    ) -> (Call, Place) {
        let (dispatcher, tether) = (Arc::clone(&self.dispatcher), Arc::clone(tether));
        if Speech::of(&frame) == Speech::AnswerAlone {
            let call = async move {
                let via = Via { tether: Some(&tether), ..Via::default() };
                dispatcher.answer(&frame, via).await.body
            };
            return (Box::pin(call), Place::Held(permit));
        }
        let (seat, closing) =
            (Arc::new(Seat::new(Arc::clone(outlet), permit)), Arc::clone(&self.closing));
        let place = Place::Seat(Arc::clone(&seat));
        let call = async move {
            let outlet: Arc<dyn Outlet> = seat;
            let via = Via {
                outlet: Some(&outlet),
                tether: Some(&tether),
                closing: Some(&closing),
                ..Via::default()
            };
            dispatcher.answer(&frame, via).await.body
        };
        (Box::pin(call), place)
    }

    /// A request of a handshake session, or the `initialize` that opens it.
    fn handshake_call(
        self: &Arc<Self>,
        frame: Frame,
        who: Option<&Principal>,
        outlet: &Arc<dyn Outlet>,
        (permit, tether): (Option<OwnedSemaphorePermit>, &Arc<Tether>),
    ) -> Result<(Call, Place), Vec<u8>> {
        let Some(session) = self.session().cloned() else { return Err(self.open(&frame, outlet)) };
        let (dispatcher, who) = (Arc::clone(&self.dispatcher), who.cloned());
        let tether = Arc::clone(tether);
        let seat = Arc::new(Seat::new(Arc::clone(outlet), permit));
        let place = Place::Seat(Arc::clone(&seat));
        let call = async move {
            let outlet: Arc<dyn Outlet> = seat;
            let via = Via {
                principal: who.as_ref(),
                outlet: Some(&outlet),
                tether: Some(&tether),
                ..Via::default()
            };
            dispatcher.serve(&frame, &session, via).await
        };
        Ok((Box::pin(call), place))
    }

    /// The first request of a connection without a session: `initialize` opens one, and only `ping`
    /// may come before it (`modern.md A-4`).
    fn open(&self, frame: &Frame, outlet: &Arc<dyn Outlet>) -> Vec<u8> {
        let Some(id) = frame.id() else { return Vec::new() };
        match frame.method() {
            "initialize" => match self.dispatcher.initialize(frame, id, true) {
                Ok((session, answer)) => {
                    session.hears_by(Arc::clone(outlet));
                    // A second one that comes at the same time has lost, and is told the same.
                    let _ = self.session.set(session);
                    answer
                }
                Err(error) => error.write(Some(id)),
            },
            "ping" => Handshake::empty(id),
            _ => unopened().write(Some(id)),
        }
    }

    /// Fails the questions that are out, and ends subscriptions: whoever could answer is gone.
    pub(crate) fn hang_up(&self) {
        self.closing.give();
        self.session().inspect(|session| session.close());
    }

    /// Waits until no call is in flight, at most for `limit`; then cancels the rest.
    pub(crate) async fn drain(&self, limit: Duration) {
        let drained = async {
            loop {
                let mut finished = pin!(self.finished.notified());
                finished.as_mut().enable();
                if self.is_idle() {
                    return;
                }
                finished.await;
            }
        };
        if tokio::time::timeout(limit, drained).await.is_err() {
            self.abort();
        }
    }

    /// Cancels every call; one that is in a step of `once` ends after it.
    pub(crate) fn cut(&self) {
        self.lock().retain(|_, (call, tether)| {
            let in_step = !tether.cut();
            if !in_step {
                call.abort();
            }
            in_step
        });
        self.finished.notify_waiters();
    }

    /// Cancels every call, whatever it is at.
    pub(crate) fn abort(&self) {
        for (_, (call, tether)) in self.lock().drain() {
            tether.cut();
            call.abort();
        }
    }

    /// Whether no call is in flight.
    pub(crate) fn is_idle(&self) -> bool {
        self.lock().is_empty()
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
        mut flight: Flight,
        admitted: bool,
        tether: Arc<Tether>,
    ) {
        let (this, own_key) = (Arc::clone(self), key.clone());
        // The lock is held until the call is entered, so that a quick one cannot leave before.
        let mut in_flight = self.lock();
        let task = self.runtime.spawn(async move {
            if !admitted {
                flight.place.take(Arc::clone(&this.running).acquire_owned().await.ok());
            }
            let Some(call) = &mut flight.call else { return };
            let answer = call.await;
            // A call that was cancelled is no longer entered, and is not answered. The lock is held
            // until the answer is on its way, so that nobody sees an end without it.
            let mut in_flight = this.lock();
            if in_flight.remove(&own_key).is_some() {
                flight.land(answer);
            }
            drop(in_flight);
            this.finished.notify_waiters();
        });
        in_flight.insert(key, (task.abort_handle(), tether));
    }

    /// `modern.md M-CANC-2`, M-CANC-3: stop and do not answer; unknown ids are ignored.
    fn notified(&self, frame: &Frame) {
        match frame.method() {
            "notifications/cancelled" => {
                let id = frame.member(Member::RequestId).and_then(Id::new);
                let call = id.and_then(|id| self.lock().remove(&id.key()));
                if let Some((call, tether)) = call {
                    if tether.cut() {
                        call.abort();
                    }
                    self.finished.notify_waiters();
                }
            }
            "notifications/initialized" => {
                self.session().inspect(|session| session.set_initialized());
            }
            _ => {}
        }
    }

    fn lock(&self) -> MutexGuard<'_, InFlight> {
        self.in_flight.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! One connection that carries many messages at once: which calls are in flight, and how each of
//! them is cancelled. Over HTTP it is a session.
//!
//! It knows ids, eras and `notifications/cancelled`; it does not know lines, streams or who reads
//! them. A modern request leaves nothing behind in it.

use std::{
    sync::{Arc, OnceLock},
    task::{Context, Poll, Waker},
    time::Duration,
};

use bytes::Bytes;
use tokio::{
    runtime::Handle,
    sync::{OwnedSemaphorePermit, Semaphore},
};

use super::{
    Dispatcher, Session, Speech, Via, batch,
    flight::{Call, Flight, Place, Seat},
    in_flight::InFlight,
};
use crate::{
    ask::{Outlet, Signal, Tether},
    era::{Handshake, belongs_to_handshake, unopened},
    seal::Principal,
    wire::{Batch, Frame, Id, Member},
};

/// How many calls may wait for a place, for each that may run.
const WAITING_PER_RUNNING: usize = 16;

/// See the module's documentation.
#[derive(Debug)]
pub(crate) struct Connection {
    dispatcher: Arc<Dispatcher>,
    runtime: Handle,
    running: Arc<Semaphore>,
    in_flight: Arc<InFlight>,
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
            in_flight: InFlight::new(concurrency.saturating_mul(WAITING_PER_RUNNING + 1)),
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
            && let Some(batch) = Batch::read(&message, self.dispatcher.batch_limits.messages)
        {
            return batch::receive(self, batch, self.dispatcher.batch_limits, who, outlet);
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
        let mut admitted = match self.in_flight.admit(id) {
            Ok(admitted) => admitted,
            Err(error) => return Received::Answer(error.write(Some(id))),
        };
        let permit = Arc::clone(&self.running).try_acquire_owned().ok();
        let has_place = permit.is_some();
        let tether = &admitted.tether;
        let (mut call, place) = if belongs_to_handshake(&frame, None) {
            match self.handshake_call(frame, who, outlet, (permit, tether)) {
                Ok(call) => call,
                Err(answer) => return Received::Answer(answer),
            }
        } else {
            self.modern_call(frame, outlet, (permit, tether))
        };
        if has_place {
            let _entered = self.runtime.enter();
            if let Poll::Ready(answer) = call.as_mut().poll(&mut Context::from_waker(Waker::noop()))
            {
                drop(call);
                if place.says_more() {
                    admitted.land(|| place.finish(&**outlet, answer));
                    return Received::Later;
                }
                drop(place);
                return admitted.land(|| answer).map_or_else(
                    || {
                        outlet.end();
                        Received::Later
                    },
                    Received::Answer,
                );
            }
        }
        let flight = Flight::new(call, place, Arc::clone(outlet), admitted);
        let name = flight.name();
        let task = self.runtime.spawn(flight.fly(Arc::clone(&self.running)));
        self.in_flight.goes_on(&name, task.abort_handle());
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
        let (seat, closing) = (
            Arc::new(Seat::new(Arc::clone(outlet), &self.running, permit)),
            Arc::clone(&self.closing),
        );
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
        let seat = Arc::new(Seat::new(Arc::clone(outlet), &self.running, permit));
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
        if tokio::time::timeout(limit, self.in_flight.drained()).await.is_err() {
            self.in_flight.abort();
        }
    }

    /// Cancels every call; one that is in a step of `once` ends after it.
    pub(crate) fn cut(&self) {
        self.in_flight.cut();
    }

    /// Whether no call is in flight.
    pub(crate) fn is_idle(&self) -> bool {
        self.in_flight.is_idle()
    }

    /// `modern.md M-CANC-2`, M-CANC-3: stop and do not answer; unknown ids are ignored.
    fn notified(&self, frame: &Frame) {
        match frame.method() {
            "notifications/cancelled" => {
                let id = frame.member(Member::RequestId).and_then(Id::new);
                id.into_iter().for_each(|id| self.in_flight.cancel(id));
            }
            "notifications/initialized" => {
                self.session().inspect(|session| session.set_initialized());
            }
            _ => {}
        }
    }
}

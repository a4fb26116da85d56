//! The calls of a connection that are in flight: under which id, and how each of them is ended.
//!
//! It knows ids and tethers; what a call does, and where its answer goes, is not its business.

use std::{
    collections::{HashMap, hash_map::Entry},
    pin::pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::{sync::Notify, task::AbortHandle};

use crate::{
    ask::Tether,
    wire::{Id, IdKey, Rpc, RpcError},
};

/// See the module's documentation.
#[derive(Debug)]
pub(super) struct InFlight {
    most: usize,
    calls: Mutex<Calls>,
    /// How many calls are not over, cancelled ones in a step of `once` among them.
    open: AtomicUsize,
    over: Notify,
}

#[derive(Debug, Default)]
struct Calls {
    /// Those that are to be answered.
    wanted: HashMap<IdKey, Running>,
    /// Those that were cancelled in a step, which they finish.
    cut: Vec<Running>,
}

/// How a call is ended.
#[derive(Debug)]
struct Running {
    tether: Arc<Tether>,
    /// `None` during its first poll, which is where it arrived.
    task: Option<AbortHandle>,
}

/// What a call is found by.
pub(super) type Name = (IdKey, Arc<Tether>);

/// A call that is in flight until this is dropped, by whatever way.
#[derive(Debug)]
pub(super) struct Admitted {
    id: IdKey,
    pub(super) tether: Arc<Tether>,
    has_landed: bool,
    in_flight: Arc<InFlight>,
}

impl InFlight {
    /// For at most `most` calls at a time.
    pub(super) fn new(most: usize) -> Arc<Self> {
        let (calls, open, over) = (Mutex::default(), AtomicUsize::new(0), Notify::new());
        Arc::new(Self { most, calls, open, over })
    }

    /// Takes a call in. An id that is in flight is refused, and so are calls beyond the bound.
    pub(super) fn admit(self: &Arc<Self>, id: Id<'_>) -> Result<Admitted, RpcError> {
        let (id, tether) = (id.key(), Arc::<Tether>::default());
        let mut calls = self.lock();
        let Entry::Vacant(place) = calls.wanted.entry(id.clone()) else {
            let message = "a request with this `id` is in flight: ids are used once at a time";
            return Err(RpcError::new(Rpc::InvalidRequest, message));
        };
        let open = self.open.load(Ordering::SeqCst);
        if open >= self.most {
            let message = format!("busy: {open} requests are in flight");
            return Err(RpcError::new(Rpc::Internal, message));
        }
        place.insert(Running { tether: Arc::clone(&tether), task: None });
        drop(calls);
        self.open.fetch_add(1, Ordering::SeqCst);
        Ok(Admitted { id, tether, has_landed: false, in_flight: Arc::clone(self) })
    }

    /// Cancels the call with this id, if there is one. In a step of `once` it ends after the step.
    pub(super) fn cancel(&self, id: Id<'_>) {
        let mut calls = self.lock();
        if let Some(call) = calls.wanted.remove(&id.key()) {
            calls.end(call);
        }
    }

    /// Cancels every call; one that is in a step of `once` ends after it.
    pub(super) fn cut(&self) {
        let mut calls = self.lock();
        for (_, call) in std::mem::take(&mut calls.wanted) {
            calls.end(call);
        }
    }

    /// Cancels every call, whatever it is at.
    pub(super) fn abort(&self) {
        let mut calls = self.lock();
        let wanted = std::mem::take(&mut calls.wanted).into_values();
        for call in wanted.chain(std::mem::take(&mut calls.cut)) {
            call.tether.cut();
            call.task.inspect(AbortHandle::abort);
        }
    }

    /// A call goes on in `task`.
    pub(super) fn goes_on(&self, (id, tether): &Name, task: AbortHandle) {
        match self.lock().of(id, tether) {
            Some(call) => call.task = Some(task),
            // It is over by now. Where it was cancelled before anybody knew the task, that ends too.
            None => task.abort(),
        }
    }

    /// Whether nothing is under way.
    pub(super) fn is_idle(&self) -> bool {
        self.open.load(Ordering::SeqCst) == 0
    }

    /// Waits until nothing is under way.
    pub(super) async fn drained(&self) {
        loop {
            let mut over = pin!(self.over.notified());
            over.as_mut().enable();
            if self.is_idle() {
                return;
            }
            over.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Calls> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Calls {
    fn end(&mut self, call: Running) {
        if !call.tether.cut() {
            self.cut.push(call);
        } else if let Some(task) = call.task {
            task.abort();
        }
    }

    /// The entry of a call, and of no other with the same id: ids are used again.
    fn of(&mut self, id: &IdKey, tether: &Arc<Tether>) -> Option<&mut Running> {
        let wanted = self.wanted.get_mut(id).filter(|call| call.is(tether));
        wanted.or_else(|| self.cut.iter_mut().find(|call| call.is(tether)))
    }

    /// A call is over; `false` where it had been cancelled.
    fn forget(&mut self, Admitted { id, tether, .. }: &Admitted) -> bool {
        match self.wanted.remove(id) {
            Some(call) if call.is(tether) => return true,
            // Another one has the id by now.
            Some(other) => drop(self.wanted.insert(id.clone(), other)),
            None => {}
        }
        self.cut.retain(|call| !call.is(tether));
        false
    }
}

impl Running {
    fn is(&self, tether: &Arc<Tether>) -> bool {
        Arc::ptr_eq(&self.tether, tether)
    }
}

impl Admitted {
    /// What it is found by, also when it has gone elsewhere.
    pub(super) fn name(&self) -> Name {
        (self.id.clone(), Arc::clone(&self.tether))
    }

    /// The call is over, and `land` answers it, unless it was cancelled. The lock is held until the
    /// answer is on its way, so that nobody sees an end without it.
    pub(super) fn land<R>(&mut self, land: impl FnOnce() -> R) -> Option<R> {
        let mut calls = self.in_flight.lock();
        self.has_landed = true;
        calls.forget(self).then(land)
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        if !self.has_landed {
            self.in_flight.lock().forget(self);
        }
        if self.in_flight.open.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.in_flight.over.notify_waiters();
        }
    }
}

//! `subscriptions/listen`: a call that lasts, and says what changes (`modern.md` part 21).
//!
//! It does not know what makes a change known, nor how a message travels.

use std::{
    future::poll_fn,
    pin::pin,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicUsize, Ordering},
    },
    task::Poll,
};

use super::{
    Dispatcher, Via,
    watched::{Watched, Watcher},
};
use crate::{
    ask::{Outlet, Signal, Tether},
    era::{Change, acknowledged, cancelled},
    handler::Audience,
    wire::{Filter, Frame, Id, Params, Rpc, RpcError},
};

/// The method.
pub(super) const LISTEN: &str = "subscriptions/listen";

/// How long such a request may be, in bytes: it is held for as long as it lasts.
const MOST_BYTES: usize = 256 * 1024;

/// Refuses a request that is better not held.
pub(super) fn check_size(frame: &Frame) -> Result<(), RpcError> {
    if frame.size() <= MOST_BYTES {
        return Ok(());
    }
    let message = format!("`{LISTEN}` is longer than {MOST_BYTES} bytes");
    Err(RpcError::new(Rpc::MalformedParams, message))
}

/// One subscription.
struct Subscription {
    /// The id of its request, as JSON text.
    id: Box<str>,
    filter: Filter,
    watched: Watched,
    outlet: Arc<dyn Outlet>,
    /// Nothing is said any more once it is cut (`modern.md M-SUB-8`).
    tether: Arc<Tether>,
    /// Held while it is acknowledged, before which nothing of it may be said (`modern.md M-SUB-2`).
    order: Mutex<()>,
    /// Given when it has ended, or when the client does not keep up: it is better told to come back than
    /// told half.
    behind: Signal,
}

impl Dispatcher {
    /// Says what changes, until the client goes or whoever serves it shuts down; gives the result of the
    /// request (`modern.md M-SUB-9`).
    ///
    /// # Errors
    ///
    /// -32602 without a filter, -32603 where there are too many subscriptions.
    pub(super) async fn listen(
        &self,
        id: Id<'_>,
        params: Params<'_>,
        via: Via<'_>,
    ) -> Result<Vec<u8>, RpcError> {
        let mut filter = Filter::of(params)?;
        let Some(outlet) = via.outlet else {
            return Err(RpcError::new(Rpc::Internal, "there is no stream to listen on"));
        };
        let _seat = Seat::take(&self.listeners, self.most_listeners).ok_or_else(|| {
            let message = format!("busy: {} subscriptions are open", self.most_listeners);
            RpcError::new(Rpc::Internal, message)
        })?;
        self.offers.narrow(&mut filter);
        let watcher = Watcher::new(via.principal, self.may_watch.as_ref());
        let mut watched = Watched::by(Arc::clone(&watcher));
        if let Some(uris) = &mut filter.resource_subscriptions {
            // `modern.md M-SUB-3`: what cannot be watched is left out.
            uris.retain(|uri| self.can_watch(&watcher, uri) && watched.insert(uri));
        }
        let (id_text, outlet) = (id.json().into(), Arc::clone(outlet));
        let (order, behind) = (Mutex::default(), Signal::default());
        let tether = via.tether.cloned().unwrap_or_default();
        let subscription =
            Arc::new(Subscription { id: id_text, filter, watched, outlet, tether, order, behind });
        subscription.begin(|audience| self.notifier.admit(audience));
        subscription.outlet.waits();
        let mut behind = pin!(subscription.behind.wait());
        let mut closing = pin!(async {
            match via.closing {
                Some(closing) => closing.wait().await,
                None => std::future::pending().await,
            }
        });
        poll_fn(|cx| match behind.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(()),
            Poll::Pending => closing.as_mut().poll(cx),
        })
        .await;
        subscription.end();
        if via.routing.is_none() {
            // `modern.md A-7`: where messages are lines, the end is told twice.
            let end = cancelled(id.json(), "the server ends the subscription");
            subscription.outlet.behind(end);
        }
        Ok(self.modern.listened(id))
    }
}

impl Dispatcher {
    /// Whether there is anything at `uri` to watch, and the author lets the watcher.
    pub(super) fn can_watch(&self, watcher: &Watcher, uri: &str) -> bool {
        self.registry.resource(uri).is_some() && watcher.may_watch(uri)
    }
}

impl Subscription {
    /// Acknowledges it, and hears of changes from then on.
    fn begin(self: &Arc<Self>, admit: impl FnOnce(Weak<dyn Audience>)) {
        let _order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        admit(Arc::downgrade(self) as Weak<dyn Audience>);
        self.outlet.send(acknowledged(&self.id, &self.filter));
    }

    /// Nothing of it comes behind its result.
    fn end(&self) {
        let _order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        self.behind.give();
    }

    fn wants(&self, change: Change<'_>) -> bool {
        let filter = &self.filter;
        match change {
            Change::Tools => filter.tools_list_changed == Some(true),
            Change::Prompts => filter.prompts_list_changed == Some(true),
            Change::Resources => filter.resources_list_changed == Some(true),
            Change::Resource(uri) => {
                self.watched.watcher_of(uri).is_some_and(|watcher| watcher.may_watch(uri))
            }
        }
    }
}

impl Audience for Subscription {
    fn hear(&self, change: Change<'_>) {
        if !self.wants(change) {
            return;
        }
        let _order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        if self.tether.is_cut() || self.behind.has_come() {
            return;
        }
        if !self.outlet.notify(change.write(Some(&self.id))) {
            tracing::warn!("a subscription was ended: its client does not keep up");
            self.behind.give();
        }
    }
}

/// A place among the subscriptions that are open.
struct Seat<'a>(&'a AtomicUsize);

impl<'a> Seat<'a> {
    fn take(taken: &'a AtomicUsize, most: usize) -> Option<Self> {
        let seat = Self(taken);
        (taken.fetch_add(1, Ordering::SeqCst) < most).then_some(seat)
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

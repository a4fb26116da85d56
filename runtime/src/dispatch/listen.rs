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

use super::{Dispatcher, Via};
use crate::{
    ask::{Outlet, Signal, Tether},
    era::{Change, acknowledged, cancelled},
    handler::Audience,
    wire::{Filter, Id, Params, Rpc, RpcError},
};

/// The method.
pub(super) const LISTEN: &str = "subscriptions/listen";

/// One subscription.
struct Subscription {
    /// The id of its request, as JSON text.
    id: Box<str>,
    filter: Filter,
    outlet: Arc<dyn Outlet>,
    /// Nothing is said any more once it is cut (`modern.md M-SUB-8`).
    tether: Arc<Tether>,
    /// Held while it is acknowledged, before which nothing of it may be said (`modern.md M-SUB-2`).
    order: Mutex<()>,
    /// Given when the client does not keep up: it is better told to come back than told half.
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
        let (id_text, outlet) = (id.json().into(), Arc::clone(outlet));
        let (order, behind) = (Mutex::default(), Signal::default());
        let tether = via.tether.cloned().unwrap_or_default();
        let subscription =
            Arc::new(Subscription { id: id_text, filter, outlet, tether, order, behind });
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
        let mut answer = self.modern.listened(id);
        if via.routing.is_none() {
            // `modern.md A-7`: where messages are lines, the end is told twice.
            answer.push(b'\n');
            answer.extend_from_slice(&cancelled(id.json(), "the server ends the subscription"));
        }
        Ok(answer)
    }
}

impl Subscription {
    /// Acknowledges it, and hears of changes from then on.
    fn begin(self: &Arc<Self>, admit: impl FnOnce(Weak<dyn Audience>)) {
        let _order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        admit(Arc::downgrade(self) as Weak<dyn Audience>);
        self.outlet.send(acknowledged(&self.id, &self.filter));
    }

    fn wants(&self, change: Change<'_>) -> bool {
        let filter = &self.filter;
        match change {
            Change::Tools => filter.tools_list_changed == Some(true),
            Change::Prompts => filter.prompts_list_changed == Some(true),
            Change::Resources => filter.resources_list_changed == Some(true),
            Change::Resource(uri) => {
                let uris = filter.resource_subscriptions.as_deref().unwrap_or_default();
                uris.iter().any(|subscribed| covers(subscribed, uri))
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

/// Whether who subscribed to `subscribed` is told of `uri`: it is the same, or lies below it.
pub(super) fn covers(subscribed: &str, uri: &str) -> bool {
    let below = uri.strip_prefix(subscribed);
    below.is_some_and(|below| {
        below.is_empty() || below.starts_with('/') || subscribed.ends_with('/')
    })
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

#[cfg(test)]
mod tests {
    use super::covers;

    #[test]
    fn a_subscription_covers_what_lies_below_it() {
        for (subscribed, uri, right) in [
            ("a://b", "a://b", true),
            ("a://b", "a://b/c", true),
            ("a://b", "a://bc", false),
            ("a://b/", "a://b/c", true),
            ("a://b/c", "a://b", false),
        ] {
            assert_eq!(covers(subscribed, uri), right, "{subscribed} {uri}");
        }
    }
}

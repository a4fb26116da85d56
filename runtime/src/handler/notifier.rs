//! The notifier: how a server tells its clients that something changed.
//!
//! It knows who listens, and not how anything reaches them.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use crate::era::Change;

/// Tells clients that lists or resources have changed. [`Server::notifier`](crate::Server::notifier)
/// takes one.
///
/// It is a handle: clones tell the same clients, from inside handlers (as a
/// [`State<Notifier>`](crate::State)) and from anywhere else. Clients on revision 2026-07-28 hear of what
/// they listen for with `subscriptions/listen`; those of a handshake session hear of every changed list,
/// and of the resources that they subscribed to. Nobody is told in other processes: where there are
/// several, each tells its own clients.
///
/// ```
/// use std::time::Duration;
///
/// use askback::{Notifier, prelude::*};
///
/// /// The temperature outside.
/// #[resource("sensor://outside")]
/// async fn outside() -> &'static str {
///     "21 °C"
/// }
///
/// let notifier = Notifier::new();
/// let server = Server::new("sensors", "1.0.0").notifier(&notifier).resource(outside);
/// let measure = async move {
///     loop {
///         tokio::time::sleep(Duration::from_secs(60)).await;
///         notifier.resource_updated("sensor://outside");
///     }
/// };
/// # let _ = (server, measure);
/// ```
#[derive(Clone, Default)]
pub struct Notifier(Arc<Mutex<Hub>>);

#[derive(Default)]
struct Hub {
    audiences: Vec<Weak<dyn Audience>>,
    /// At how many of them those that have gone are let go.
    sweep_at: usize,
}

/// A notifier that is not kept for its own sake.
pub(super) struct WeakNotifier(Weak<Mutex<Hub>>);

impl WeakNotifier {
    /// The notifier, where somebody still has it.
    pub(super) fn get(&self) -> Option<Notifier> {
        self.0.upgrade().map(Notifier)
    }
}

/// Somebody who hears of changes.
pub(crate) trait Audience: Send + Sync {
    /// Takes a change, wanted or not.
    fn hear(&self, change: Change<'_>);
}

impl Notifier {
    /// A notifier that nobody listens to, yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The list of tools has changed. A [`ToolSet`](crate::ToolSet) says it by itself.
    pub fn tools_changed(&self) {
        self.tell(Change::Tools);
    }

    /// The list of prompts has changed.
    pub fn prompts_changed(&self) {
        self.tell(Change::Prompts);
    }

    /// The list of resources or that of resource templates has changed.
    pub fn resources_changed(&self) {
        self.tell(Change::Resources);
    }

    /// What can be read at `uri` has changed. Who subscribed to `a://b` hears of `a://b/c` too, with its
    /// name: say who may with [`Server::may_subscribe`](crate::Server::may_subscribe).
    pub fn resource_updated(&self, uri: &str) {
        self.tell(Change::Resource(uri));
    }

    pub(super) fn downgrade(&self) -> WeakNotifier {
        WeakNotifier(Arc::downgrade(&self.0))
    }

    /// Whether both tell the same clients.
    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    fn tell(&self, change: Change<'_>) {
        let audiences: Vec<_> = self.lock().audiences.iter().filter_map(Weak::upgrade).collect();
        audiences.iter().for_each(|audience| audience.hear(change));
    }

    /// Tells `audience` of changes from now on, for as long as it lives.
    pub(crate) fn admit(&self, audience: Weak<dyn Audience>) {
        let mut hub = self.lock();
        if hub.audiences.len() >= hub.sweep_at {
            hub.audiences.retain(|audience| audience.strong_count() > 0);
            hub.sweep_at = 2 * hub.audiences.len() + 16;
        }
        hub.audiences.push(audience);
    }

    /// How many listen.
    #[cfg(test)]
    fn audience(&self) -> usize {
        self.lock().audiences.len()
    }

    fn lock(&self) -> MutexGuard<'_, Hub> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Notifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Notifier").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[derive(Default)]
    struct Counter(AtomicUsize);

    impl Audience for Counter {
        fn hear(&self, _: Change<'_>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn who_has_gone_is_let_go() {
        let notifier = Notifier::new();
        let stays = Arc::new(Counter::default());
        let admit = |counter: &Arc<Counter>| {
            notifier.admit(Arc::downgrade(counter) as Weak<dyn Audience>);
        };
        admit(&stays);
        (0..10_000).for_each(|_| admit(&Arc::default()));
        assert!(notifier.audience() < 40, "{}", notifier.audience());
        notifier.tools_changed();
        assert_eq!(stays.0.load(Ordering::Relaxed), 1);
    }
}

//! What a server holds for its handlers: one value of each type.
//!
//! It does not know which handler takes what.

use std::{
    any::{Any, TypeId, type_name},
    collections::HashMap,
    fmt,
    ops::Deref,
    sync::Arc,
};

use super::{Context, Param, Refusal, param::Source};

/// The values of [`Server::with_state`](crate::Server::with_state), by type.
#[derive(Clone, Default)]
pub(crate) struct States(HashMap<TypeId, Arc<dyn Any + Send + Sync>>);

impl States {
    pub(crate) fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        self.0.insert(TypeId::of::<T>(), Arc::new(value));
    }

    pub(crate) fn has(&self, needed: Needed) -> bool {
        self.0.contains_key(&needed.id)
    }

    pub(super) fn get<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        Arc::clone(self.0.get(&TypeId::of::<T>())?).downcast().ok()
    }
}

impl fmt::Debug for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("States").field("len", &self.0.len()).finish()
    }
}

/// A type that a handler needs a value of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Needed {
    id: TypeId,
    pub(crate) name: &'static str,
}

impl Needed {
    fn of<T: 'static>() -> Self {
        Self { id: TypeId::of::<T>(), name: type_name::<T>() }
    }
}

/// A value that the server holds for its handlers: a parameter, and no argument of the call.
///
/// [`Server::with_state`](crate::Server::with_state) gives it; a server whose handlers need a value that
/// was not given is refused when it is built. All calls share it, so what changes in it needs a lock of
/// its own.
///
/// ```
/// use askback::{State, prelude::*};
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// struct Visits(AtomicU32);
///
/// /// Counts visits.
/// #[tool]
/// async fn visit(visits: State<Visits>) -> String {
///     format!("You are number {}.", visits.0.fetch_add(1, Ordering::Relaxed) + 1)
/// }
///
/// let server = Server::new("door", "1.0.0").with_state(Visits(AtomicU32::new(0))).tool(visit);
/// # server.build().unwrap();
/// ```
pub struct State<T>(Arc<T>);

impl<T> Deref for State<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Clone for State<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: fmt::Debug> fmt::Debug for State<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("State").field(&self.0).finish()
    }
}

impl<T> State<T> {
    /// The value itself, for work that outlives the call.
    #[must_use]
    pub fn into_arc(self) -> Arc<T> {
        self.0
    }
}

impl<'c, T: Send + Sync + 'static> Param<'c> for State<T> {
    const SOURCE: Source<'c, Self> = Source::state(Needed::of::<T>, take::<T>);
}

fn take<T: Send + Sync + 'static>(cx: &Context) -> Result<State<T>, Refusal> {
    // It is there: a server without it is not built.
    cx.states().get().map(State).ok_or_else(Refusal::internal)
}

//! Tools that come and go while a server runs.
//!
//! It does not know how clients are told of it.

use std::{
    fmt,
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
};

use super::{
    IntoTool, List, Notifier, States, WeakNotifier,
    entry::{Entry, Listed},
};
use crate::{era::Revision, error::BuildError};

/// Tools that come and go while a server runs; [`Server::tool_set`](crate::Server::tool_set) takes one.
/// Clients are told of every change.
///
/// It is a handle: clones share the tools. A call that is running keeps its tool; the next round of one
/// whose tool has been removed is answered as any call of an unknown tool is.
///
/// ```
/// use askback::{ToolBuilder, ToolSet, prelude::*};
///
/// let tools = ToolSet::new();
/// let server = Server::new("plugins", "1.0.0").tool_set(&tools);
/// // … while it serves …
/// let hello = ToolBuilder::new("hello")
///     .description("Says hello.")
///     .handler(|_, (): ()| Box::pin(async { "Hello!" }));
/// tools.insert(hello)?;
/// assert!(tools.remove("hello"));
/// # let _ = server;
/// # Ok::<(), askback::BuildError>(())
/// ```
#[derive(Clone, Default)]
pub struct ToolSet(Arc<Inner>);

#[derive(Default)]
struct Inner {
    tools: RwLock<Vec<Dynamic>>,
    /// Who tells clients of changes: one for each server that has the set.
    notifiers: RwLock<Vec<WeakNotifier>>,
}

struct Dynamic {
    name: String,
    entry: Arc<Entry>,
    listed: Listed,
}

impl ToolSet {
    /// No tools, yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a tool behind the others, in place of one of the same name. A tool that the server has
    /// outside of the set comes before it.
    ///
    /// # Errors
    ///
    /// What [`Server::build`](crate::Server::build) would refuse. A [`State`](crate::State) is not to be
    /// had here: let the tool's closure hold what it needs.
    pub fn insert(&self, tool: impl IntoTool) -> Result<(), BuildError> {
        let (meta, entry, listed) = Entry::checked(Box::new(tool.into_tool()), &States::default())?;
        let new = Dynamic { name: meta.name, entry: Arc::new(entry), listed };
        let mut tools = self.write();
        tools.retain(|tool| tool.name != new.name);
        tools.push(new);
        drop(tools);
        self.changed();
        Ok(())
    }

    /// Takes a tool away; `false` where there is none of this name.
    #[expect(clippy::must_use_candidate, reason = "it is called for what it does")]
    pub fn remove(&self, name: &str) -> bool {
        let mut tools = self.write();
        let before = tools.len();
        tools.retain(|tool| tool.name != name);
        let is_gone = tools.len() < before;
        drop(tools);
        if is_gone {
            self.changed();
        }
        is_gone
    }

    /// Changes are told by `notifier`.
    pub(crate) fn tells(&self, notifier: &Notifier) {
        let mut notifiers = self.0.notifiers.write().unwrap_or_else(PoisonError::into_inner);
        notifiers.retain(|known| known.get().is_some_and(|known| !known.is(notifier)));
        notifiers.push(notifier.downgrade());
    }

    fn changed(&self) {
        let notifiers = self.0.notifiers.read().unwrap_or_else(PoisonError::into_inner);
        notifiers.iter().filter_map(WeakNotifier::get).for_each(|known| known.tools_changed());
    }

    pub(super) fn get(&self, name: &str) -> Option<Arc<Entry>> {
        let tools = self.read();
        tools.iter().find(|tool| tool.name == name).map(|tool| Arc::clone(&tool.entry))
    }

    /// Puts the entries behind those of a list, but for names that are taken.
    pub(super) fn list(
        &self,
        list: &mut List,
        revision: Revision,
        is_taken: impl Fn(&str) -> bool,
    ) {
        for tool in self.read().iter().filter(|tool| !is_taken(&tool.name)) {
            list.push(&tool.listed[revision as usize]);
        }
    }

    // Nothing of the author's runs under the lock, so a poisoned one still holds whole tools.
    fn read(&self) -> RwLockReadGuard<'_, Vec<Dynamic>> {
        self.0.tools.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Vec<Dynamic>> {
        self.0.tools.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for ToolSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.read().iter().map(|tool| &tool.name)).finish()
    }
}

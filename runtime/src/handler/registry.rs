//! The handlers of a server, found by name and listed in order of registration.
//!
//! It checks names; it does not call anything.

use std::collections::HashMap;

use super::{Tool, ToolMeta, meta::Shown};
use crate::error::BuildError;

/// The entries of `tools/list`, joined by commas, as the revisions take them.
#[derive(Clone, Debug, Default)]
pub(crate) struct ToolLists {
    /// Without titles and returned values.
    pub(crate) basics: String,
    /// With titles, and returned values that are objects.
    pub(crate) objects: String,
    /// With all that there is.
    pub(crate) everything: String,
}

/// All tools of a server, checked.
#[derive(Default)]
pub(crate) struct Registry {
    tools: Vec<Box<dyn Tool>>,
    by_name: HashMap<String, usize>,
    listed: ToolLists,
}

impl Registry {
    /// Adds a tool behind the others.
    ///
    /// # Errors
    ///
    /// A name that is taken or that clients may refuse, or a form that cannot be shown.
    pub(crate) fn insert(
        &mut self,
        meta: &ToolMeta,
        tool: Box<dyn Tool>,
    ) -> Result<(), BuildError> {
        let name = meta.name();
        if !is_name(name) {
            return Err(BuildError::ToolName(name.to_owned()));
        }
        if let Some(error) = meta.form_error() {
            return Err(BuildError::Form { tool: name.to_owned(), error: error.clone() });
        }
        if self.by_name.insert(name.to_owned(), self.tools.len()).is_some() {
            return Err(BuildError::DuplicateTool(name.to_owned()));
        }
        let ToolLists { basics, objects, everything } = &mut self.listed;
        let lists =
            [(basics, Shown::Basics), (objects, Shown::Objects), (everything, Shown::Everything)];
        for (list, shown) in lists {
            let entry = meta.json(shown).map_err(|error| {
                let tool = name.to_owned();
                BuildError::Arguments { tool, error }
            })?;
            if !list.is_empty() {
                list.push(',');
            }
            list.push_str(&entry);
        }
        self.tools.push(tool);
        Ok(())
    }

    pub(crate) fn tool(&self, name: &str) -> Option<&dyn Tool> {
        self.by_name.get(name).and_then(|position| self.tools.get(*position)).map(|tool| &**tool)
    }

    pub(crate) fn has_tools(&self) -> bool {
        !self.tools.is_empty()
    }

    pub(crate) fn tool_lists(&self) -> &ToolLists {
        &self.listed
    }
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.by_name.keys()).finish()
    }
}

/// `modern.md M-TOOL-5`.
fn is_name(name: &str) -> bool {
    (1..=128).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
}

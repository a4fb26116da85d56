//! The handlers of a server, found by name and listed in order of registration.
//!
//! It checks names; it does not call anything.

use std::collections::HashMap;

use super::{Tool, ToolMeta};
use crate::error::BuildError;

/// All tools of a server, checked.
#[derive(Default)]
pub(crate) struct Registry {
    tools: Vec<Box<dyn Tool>>,
    by_name: HashMap<String, usize>,
    /// The entries of `tools/list` with titles and without, each list joined by commas.
    listed: [String; 2],
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
        for (list, is_titled) in self.listed.iter_mut().zip([true, false]) {
            if !list.is_empty() {
                list.push(',');
            }
            list.push_str(&meta.json(is_titled));
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

    /// The `tools` member of `tools/list`, with titles and without.
    pub(crate) fn tools_json(&self) -> [String; 2] {
        self.listed.each_ref().map(|list| format!("[{list}]"))
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

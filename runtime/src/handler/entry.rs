//! A handler that has been checked: what can be refused before the first request is refused here.
//!
//! It does not know where the handler is found, nor what calls it.

use std::sync::Arc;

use super::{
    CompletedBy, Handler, Meta, States,
    header_params::HeaderParams,
    meta::{Argument, Kind},
};
use crate::{
    era::Revision,
    error::{ArgumentsError, BuildError},
};

/// A handler that has been checked.
pub(crate) struct Entry {
    pub(crate) handler: Box<dyn Handler>,
    pub(crate) is_single_use: bool,
    pub(crate) takes_unproven: bool,
    /// Arguments of a tool that clients repeat in headers.
    pub(crate) header_params: HeaderParams,
    /// The names of arguments that can be completed, and by what; empty for a tool.
    pub(crate) completions: Vec<(&'static str, Option<Completion>)>,
}

/// What completes an argument.
pub(crate) enum Completion {
    Values(Vec<String>),
    By {
        handler: Arc<dyn Handler>,
        /// The names of its parameters, and whether it cannot do without.
        parameters: Vec<(&'static str, bool)>,
    },
}

/// What a handler's entry in a list is on each revision.
pub(super) type Listed = [String; Revision::ALL.len()];

impl Entry {
    /// The handler, what it says of itself, and its entry in a list on each revision.
    ///
    /// # Errors
    ///
    /// What is wrong with it, whatever else the server has.
    pub(super) fn checked(
        handler: Box<dyn Handler>,
        states: &States,
    ) -> Result<(Meta, Self, Listed), BuildError> {
        let meta = handler.meta();
        if matches!(meta.kind, Kind::Tool { .. }) && !is_name(&meta.name) {
            return Err(BuildError::ToolName(meta.name));
        }
        meta.check_needs(states)?;
        if let Some(error) = &meta.form_error {
            return Err(BuildError::Form { handler: described(&meta), error: error.clone() });
        }
        let mut listed = Listed::default();
        for (entry, revision) in listed.iter_mut().zip(Revision::ALL) {
            *entry = meta.json(revision).map_err(|error| {
                let handler = described(&meta);
                BuildError::Arguments { handler, error }
            })?;
        }
        let header_params = meta.header_params().map_err(|error| {
            let handler = described(&meta);
            BuildError::Arguments { handler, error }
        })?;
        let completions = meta.completions(states)?;
        let Meta { is_single_use, takes_unproven, .. } = meta;
        let entry = Self { handler, is_single_use, takes_unproven, header_params, completions };
        Ok((meta, entry, listed))
    }
}

impl Meta {
    fn check_needs(&self, states: &States) -> Result<(), BuildError> {
        match self.needs.iter().find(|needed| !states.has(**needed)) {
            None => Ok(()),
            Some(missing) => {
                let (handler, state) = (described(self), missing.name);
                Err(BuildError::State { handler, state })
            }
        }
    }

    fn header_params(&self) -> Result<HeaderParams, ArgumentsError> {
        match self.kind {
            Kind::Tool { .. } => {
                let params = HeaderParams::of(&self.input.json()?)?;
                // A value under another name would have no header.
                let is_safe = params.is_empty() || !self.input.has_aliases();
                if is_safe { Ok(params) } else { Err(ArgumentsError::HeaderAlias) }
            }
            _ => Ok(HeaderParams::default()),
        }
    }

    /// The arguments of a prompt or template, and what completes them.
    fn completions(
        &self,
        states: &States,
    ) -> Result<Vec<(&'static str, Option<Completion>)>, BuildError> {
        let of = |argument: &Argument| {
            let found = self.completers.iter().find(|(name, _)| *name == argument.name);
            let completion = found.map(|(_, by)| by.checked(states)).transpose()?;
            Ok((argument.name, completion))
        };
        self.arguments.iter().map(of).collect()
    }
}

impl CompletedBy {
    fn checked(&self, states: &States) -> Result<Completion, BuildError> {
        let handler = match self {
            Self::Values(values) => return Ok(Completion::Values(values.clone())),
            Self::By(handler) => Arc::clone(handler),
        };
        let meta = handler.meta();
        meta.check_needs(states)?;
        if let Some(error) = meta.arguments_error {
            return Err(BuildError::Arguments { handler: described(&meta), error });
        }
        let parameters = meta.arguments.iter();
        let parameters = parameters.map(|parameter| (parameter.name, parameter.is_required));
        Ok(Completion::By { handler, parameters: parameters.collect() })
    }
}

/// What an operator reads of a handler.
pub(super) fn described(meta: &Meta) -> String {
    match &meta.kind {
        Kind::Tool { .. } => format!("the tool `{}`", meta.name),
        Kind::Prompt => format!("the prompt `{}`", meta.name),
        Kind::Resource { uri, .. } => format!("the resource `{uri}`"),
        Kind::Template { template, .. } => format!("the resource template `{}`", template.text()),
        Kind::Completer => format!("the completion `{}`", meta.name),
    }
}

/// `modern.md M-TOOL-5`.
fn is_name(name: &str) -> bool {
    (1..=128).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
}

//! The handlers of a server, found by name or URI and listed in order of registration.
//!
//! It checks names; it does not call anything.

use std::{borrow::Cow, collections::HashMap, fmt, ops::Deref, sync::Arc};

use super::{
    CompletedBy, Handler, List, Meta, States, ToolSet, UriTemplate,
    header_params::HeaderParams,
    meta::{About, Argument, Kind},
};
use crate::{
    era::Revision,
    error::{ArgumentsError, BuildError},
    wire::CacheHints,
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

/// A handler that was found: it is held for as long as its call runs.
pub(crate) enum Held<'r> {
    Fixed(&'r Entry),
    Shared(Arc<Entry>),
}

impl Deref for Held<'_> {
    type Target = Entry;

    fn deref(&self) -> &Entry {
        match self {
            Self::Fixed(entry) => entry,
            Self::Shared(entry) => entry,
        }
    }
}

/// What a handler's entry in a list is on each revision.
pub(super) type Listed = [String; Revision::ALL.len()];

/// The lists of a server as one revision takes them, `None` where there is nothing to
/// list, so that the server does not claim it.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    pub(crate) tools: Option<List>,
    pub(crate) prompts: Option<List>,
    pub(crate) resources: Option<List>,
    pub(crate) templates: Option<List>,
}

/// All handlers of a server, checked.
#[derive(Default)]
pub(crate) struct Registry {
    tools: Named,
    prompts: Named,
    /// By URI.
    resources: Named<Readable>,
    templates: Vec<(UriTemplate, Readable)>,
    sets: Vec<ToolSet>,
    lists: [Lists; Revision::ALL.len()],
}

/// What can be read.
struct Readable {
    entry: Entry,
    mime_type: Option<String>,
    cache: CacheHints,
}

/// Something that can be read under a URI.
pub(crate) struct Found<'r> {
    pub(crate) entry: &'r Entry,
    /// What its contents are, unless they say it.
    pub(crate) mime_type: Option<&'r str>,
    pub(crate) cache: CacheHints,
    /// The variables of a template, a JSON object.
    pub(crate) variables: Option<String>,
}

struct Named<E = Entry>(HashMap<String, E>);

impl<E> Default for Named<E> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl Registry {
    /// Adds a handler behind the others of its kind.
    ///
    /// # Errors
    ///
    /// A name or URI that is taken or that clients may refuse, a form that cannot be shown, or a value
    /// that the server does not hold.
    pub(crate) fn insert(
        &mut self,
        handler: Box<dyn Handler>,
        states: &States,
    ) -> Result<(), BuildError> {
        let (meta, entry, listed) = Entry::checked(handler, states)?;
        for (lists, entry) in self.lists.iter_mut().zip(listed) {
            let Lists { tools, prompts, resources, templates } = lists;
            let list = match meta.kind {
                Kind::Tool { .. } => tools,
                Kind::Prompt => prompts,
                Kind::Resource { .. } => resources,
                Kind::Template { .. } => templates,
                // It is reached through what it completes.
                Kind::Completer => continue,
            };
            list.get_or_insert_default().push(&entry);
        }
        self.take(&meta, entry)
    }

    /// Adds tools that come and go.
    pub(crate) fn insert_set(&mut self, set: ToolSet) {
        for lists in &mut self.lists {
            // Who may have tools says so, also while there are none.
            lists.tools.get_or_insert_default();
        }
        self.sets.push(set);
    }

    fn take(&mut self, meta: &Meta, entry: Entry) -> Result<(), BuildError> {
        let name = &meta.name;
        let is_new = match &meta.kind {
            Kind::Tool { .. } => self.tools.insert(name, entry),
            Kind::Prompt => self.prompts.insert(name, entry),
            Kind::Resource { uri, about } => {
                check_uri(uri)?;
                self.resources.insert(uri, entry.read_as(about))
            }
            Kind::Template { template, about } => {
                check_uri(template.text())?;
                let same = |(known, _): &(UriTemplate, _)| known.text() == template.text();
                let is_new = !self.templates.iter().any(same);
                self.templates.push((template.clone(), entry.read_as(about)));
                is_new
            }
            Kind::Completer => true,
        };
        if is_new { Ok(()) } else { Err(BuildError::Duplicate(described(meta))) }
    }

    pub(crate) fn tool(&self, name: &str) -> Option<Held<'_>> {
        let fixed = self.tools.0.get(name).map(Held::Fixed);
        fixed.or_else(|| self.sets.iter().find_map(|set| set.get(name)).map(Held::Shared))
    }

    pub(crate) fn prompt(&self, name: &str) -> Option<&Entry> {
        self.prompts.0.get(name)
    }

    /// The resource at `uri`, or else the first template that it fits.
    pub(crate) fn resource(&self, uri: &str) -> Option<Found<'_>> {
        if let Some(resource) = self.resources.0.get(uri) {
            return Some(resource.found(None));
        }
        self.templates.iter().find_map(|(template, readable)| {
            let variables = template.variables(uri)?;
            Some(readable.found(Some(variables)))
        })
    }

    /// The template of this text, or else what can be read at this URI.
    pub(crate) fn template(&self, uri: &str) -> Option<&Entry> {
        let same = self.templates.iter().find(|(template, _)| template.text() == uri);
        match same {
            Some((_, readable)) => Some(&readable.entry),
            None => self.resource(uri).map(|found| found.entry),
        }
    }

    /// Whether any argument can be completed.
    pub(crate) fn completes(&self) -> bool {
        let templates = self.templates.iter().map(|(_, readable)| &readable.entry);
        let mut entries = self.prompts.0.values().chain(templates);
        entries.any(|entry| entry.completions.iter().any(|(_, completion)| completion.is_some()))
    }

    pub(crate) fn lists(&self, revision: Revision) -> &Lists {
        &self.lists[revision as usize]
    }

    /// The list of tools, with those that come and go.
    pub(crate) fn tools(&self, revision: Revision) -> Option<Cow<'_, List>> {
        let fixed = self.lists(revision).tools.as_ref()?;
        if self.sets.is_empty() {
            return Some(Cow::Borrowed(fixed));
        }
        let mut all = fixed.clone();
        let is_taken = |name: &str| self.tools.0.contains_key(name);
        self.sets.iter().for_each(|set| set.list(&mut all, revision, is_taken));
        Some(Cow::Owned(all))
    }
}

impl Lists {
    /// Whether there is anything to read.
    pub(crate) fn has_resources(&self) -> bool {
        self.resources.is_some() || self.templates.is_some()
    }
}

impl<E> Named<E> {
    /// Whether the name was free.
    fn insert(&mut self, name: &str, entry: E) -> bool {
        self.0.insert(name.to_owned(), entry).is_none()
    }
}

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

    fn read_as(self, about: &About) -> Readable {
        Readable { entry: self, mime_type: about.mime_type.clone(), cache: about.cache }
    }
}

impl Readable {
    fn found(&self, variables: Option<String>) -> Found<'_> {
        let Self { entry, mime_type, cache } = self;
        Found { entry, mime_type: mime_type.as_deref(), cache: *cache, variables }
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let resources = self.resources.0.keys();
        f.debug_set()
            .entries(self.tools.0.keys())
            .entries(self.prompts.0.keys())
            .entries(resources)
            .entries(self.templates.iter().map(|(template, _)| template.text()))
            .finish()
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
fn described(meta: &Meta) -> String {
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

/// A URI begins with its scheme (`modern.md M-RES-5`).
fn check_uri(uri: &str) -> Result<(), BuildError> {
    let scheme = uri.split_once(':').map_or("", |(scheme, _)| scheme);
    let fits = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.');
    let is_scheme =
        scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.bytes().all(fits);
    if is_scheme { Ok(()) } else { Err(BuildError::Uri(uri.to_owned())) }
}

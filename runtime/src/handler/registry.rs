//! The handlers of a server, found by name or URI and listed in order of registration.
//!
//! It checks names; it does not call anything.

use std::{borrow::Cow, collections::HashMap, fmt, ops::Deref, sync::Arc};

use super::{
    Handler, List, Meta, States, ToolSet, UriTemplate,
    entry::{Entry, described},
    meta::{About, Kind},
};
use crate::{era::Revision, error::BuildError, wire::CacheHints};

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
                self.resources.insert(uri, Readable::new(entry, about))
            }
            Kind::Template { template, about } => {
                check_uri(template.text())?;
                let same = |(known, _): &(UriTemplate, _)| known.text() == template.text();
                let is_new = !self.templates.iter().any(same);
                self.templates.push((template.clone(), Readable::new(entry, about)));
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

impl Readable {
    fn new(entry: Entry, about: &About) -> Self {
        Self { entry, mime_type: about.mime_type.clone(), cache: about.cache }
    }

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

/// A URI begins with its scheme (`modern.md M-RES-5`).
fn check_uri(uri: &str) -> Result<(), BuildError> {
    let scheme = uri.split_once(':').map_or("", |(scheme, _)| scheme);
    let fits = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.');
    let is_scheme =
        scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.bytes().all(fits);
    if is_scheme { Ok(()) } else { Err(BuildError::Uri(uri.to_owned())) }
}

//! The handlers of a server, found by name or URI and listed in order of registration.
//!
//! It checks names; it does not call anything.

use std::{collections::HashMap, fmt};

use super::{
    Handler, Meta, States, UriTemplate,
    meta::{About, Kind},
};
use crate::{era::Revision, error::BuildError};

/// A handler that has been checked.
pub(crate) struct Entry {
    pub(crate) handler: Box<dyn Handler>,
    pub(crate) is_single_use: bool,
    pub(crate) takes_unproven: bool,
}

/// The lists of a server as one revision takes them, each a JSON array; `None` where there is nothing to
/// list, so that the server does not claim it.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    pub(crate) tools: Option<String>,
    pub(crate) prompts: Option<String>,
    pub(crate) resources: Option<String>,
    pub(crate) templates: Option<String>,
}

/// All handlers of a server, checked.
#[derive(Default)]
pub(crate) struct Registry {
    tools: Named,
    prompts: Named,
    /// By URI.
    resources: Named<Readable>,
    templates: Vec<(UriTemplate, Readable)>,
    lists: [Lists; Revision::ALL.len()],
}

/// What can be read.
struct Readable {
    entry: Entry,
    mime_type: Option<String>,
}

/// Something that can be read under a URI.
pub(crate) struct Found<'r> {
    pub(crate) entry: &'r Entry,
    /// What its contents are, unless they say it.
    pub(crate) mime_type: Option<&'r str>,
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
    /// A name or URI that is taken or that clients may refuse, or a form that cannot be shown.
    pub(crate) fn insert(
        &mut self,
        handler: Box<dyn Handler>,
        states: &States,
    ) -> Result<(), BuildError> {
        let meta = handler.meta();
        if let Some(missing) = meta.needs.iter().find(|needed| !states.has(**needed)) {
            let (handler, state) = (described(&meta), missing.name);
            return Err(BuildError::State { handler, state });
        }
        if let Some(error) = &meta.form_error {
            return Err(BuildError::Form { handler: described(&meta), error: error.clone() });
        }
        for revision in Revision::ALL {
            let entry = meta.json(revision).map_err(|error| {
                let handler = described(&meta);
                BuildError::Arguments { handler, error }
            })?;
            let Lists { tools, prompts, resources, templates } = &mut self.lists[revision as usize];
            let list = match meta.kind {
                Kind::Tool { .. } => tools,
                Kind::Prompt => prompts,
                Kind::Resource { .. } => resources,
                Kind::Template { .. } => templates,
            };
            append(list, &entry);
        }
        self.take(&meta, handler)
    }

    fn take(&mut self, meta: &Meta, handler: Box<dyn Handler>) -> Result<(), BuildError> {
        let Meta { is_single_use, takes_unproven, ref name, .. } = *meta;
        let entry = Entry { handler, is_single_use, takes_unproven };
        let is_new = match &meta.kind {
            Kind::Tool { .. } => {
                if !is_name(name) {
                    return Err(BuildError::ToolName(name.clone()));
                }
                self.tools.insert(name, entry)
            }
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
        };
        if is_new { Ok(()) } else { Err(BuildError::Duplicate(described(meta))) }
    }

    pub(crate) fn tool(&self, name: &str) -> Option<&Entry> {
        self.tools.0.get(name)
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

    pub(crate) fn lists(&self, revision: Revision) -> &Lists {
        &self.lists[revision as usize]
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
    fn read_as(self, about: &About) -> Readable {
        Readable { entry: self, mime_type: about.mime_type.clone() }
    }
}

impl Readable {
    fn found(&self, variables: Option<String>) -> Found<'_> {
        Found { entry: &self.entry, mime_type: self.mime_type.as_deref(), variables }
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

/// What an operator reads of a handler.
fn described(meta: &Meta) -> String {
    match &meta.kind {
        Kind::Tool { .. } => format!("the tool `{}`", meta.name),
        Kind::Prompt => format!("the prompt `{}`", meta.name),
        Kind::Resource { uri, .. } => format!("the resource `{uri}`"),
        Kind::Template { template, .. } => format!("the resource template `{}`", template.text()),
    }
}

/// Puts an entry at the end of a JSON array.
fn append(list: &mut Option<String>, entry: &str) {
    match list {
        None => *list = Some(format!("[{entry}]")),
        Some(list) => {
            list.pop();
            list.push(',');
            list.push_str(entry);
            list.push(']');
        }
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

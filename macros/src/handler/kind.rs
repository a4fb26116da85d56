//! The kinds of handlers: what each is called, and what its attribute takes.

use proc_macro2::TokenStream;
use quote::quote;

/// What an attribute makes of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Tool,
    Prompt,
    Resource,
    Template,
    Completer,
}

/// The options of a template. All but the last one are a resource's too.
const TEMPLATE: [&str; 13] = [
    "name",
    "title",
    "description",
    "icons",
    "mime_type",
    "size",
    "annotations",
    "ttl_ms",
    "cache_scope",
    "single_use",
    "unproven_answers",
    "crate",
    "unchecked_paths",
];

impl Kind {
    pub(super) const ALL: [Self; 5] =
        [Self::Tool, Self::Prompt, Self::Resource, Self::Template, Self::Completer];

    /// The attribute's name.
    pub(super) fn attribute(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Prompt => "prompt",
            Self::Resource => "resource",
            Self::Template => "resource_template",
            Self::Completer => "complete",
        }
    }

    /// What it makes, in a sentence.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Tool => "a tool",
            Self::Prompt => "a prompt",
            Self::Resource => "a resource",
            Self::Template => "a resource template",
            Self::Completer => "a completion",
        }
    }

    /// The options of the attribute, `crate` among them.
    pub(super) fn options(self) -> &'static [&'static str] {
        match self {
            Self::Tool => &[
                "name",
                "title",
                "description",
                "icons",
                "read_only",
                "destructive",
                "idempotent",
                "open_world",
                "single_use",
                "unproven_answers",
                "crate",
            ],
            Self::Prompt => &[
                "name",
                "title",
                "description",
                "icons",
                "single_use",
                "unproven_answers",
                "crate",
            ],
            Self::Resource => {
                let [both @ .., _unchecked_paths] = &TEMPLATE;
                both
            }
            Self::Template => &TEMPLATE,
            Self::Completer => &["crate"],
        }
    }

    /// Whether it may ask.
    pub(super) fn can_ask(self) -> bool {
        self != Self::Completer
    }

    /// Whether a URI, or a template of one, stands first in the attribute.
    pub(super) fn has_uri(self) -> bool {
        matches!(self, Self::Resource | Self::Template)
    }

    /// The trait that marks it.
    pub(super) fn marker(self, p: &TokenStream) -> TokenStream {
        match self {
            Self::Tool => quote!(#p::Tool),
            Self::Prompt => quote!(#p::Prompt),
            Self::Resource => quote!(#p::Resource),
            Self::Template => quote!(#p::ResourceTemplate),
            Self::Completer => quote!(#p::Completer),
        }
    }

    /// The function that names the bound on what is returned.
    pub(super) fn replies(self) -> TokenStream {
        match self {
            Self::Tool => quote!(replies),
            Self::Prompt => quote!(prompt_replies),
            Self::Resource | Self::Template => quote!(resource_replies),
            Self::Completer => quote!(completion_replies),
        }
    }

    /// How an argument is read: all but a tool's travel as texts.
    pub(super) fn take(self) -> TokenStream {
        if self == Self::Tool { quote!(take) } else { quote!(take_text) }
    }
}

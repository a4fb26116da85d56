//! How a server presents itself, on every revision.

use super::{Change, Revision};
use crate::wire::{Filter, Icon, write_member, write_string};

/// The server's name, version and what people and models should know of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Identity {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) website_url: Option<String>,
    pub(crate) icons: Vec<Icon>,
    pub(crate) instructions: Option<String>,
}

impl Identity {
    /// The `Implementation` object, as `revision` has it.
    pub(super) fn write(&self, out: &mut Vec<u8>, revision: Revision) {
        out.extend_from_slice(b"{\"name\":");
        write_string(out, &self.name);
        out.extend_from_slice(b",\"version\":");
        write_string(out, &self.version);
        write_member(out, "title", self.title.as_deref().filter(|_| revision.has_titles()));
        if revision.has_icons() {
            write_member(out, "description", self.description.as_deref());
            write_member(out, "websiteUrl", self.website_url.as_deref());
            Icon::write_all(&self.icons, out);
        }
        out.push(b'}');
    }
}

/// What a server may claim to have (`modern.md M-DISC-3`, `legacy.md L-INIT-9`): what there is to call,
/// and what it tells of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offers {
    pub(crate) tools: bool,
    pub(crate) prompts: bool,
    pub(crate) resources: bool,
    pub(crate) completions: bool,
    /// Whether it tells of changes.
    pub(crate) notifies: bool,
    /// Whether it tells of changes of its tools, though of nothing else.
    pub(crate) notifies_of_tools: bool,
}

impl Offers {
    /// Whether it tells of a changed list of tools.
    fn tools_change(self) -> bool {
        self.tools && (self.notifies || self.notifies_of_tools)
    }

    fn prompts_change(self) -> bool {
        self.prompts && self.notifies
    }

    /// Whether resources can be subscribed to, and it tells of their lists.
    pub(crate) fn resources_change(self) -> bool {
        self.resources && self.notifies
    }

    /// Whether it tells of such a change.
    pub(crate) fn tells_of(self, change: Change<'_>) -> bool {
        match change {
            Change::Tools => self.tools_change(),
            Change::Prompts => self.prompts_change(),
            Change::Resources | Change::Resource(_) => self.resources_change(),
        }
    }

    /// The same, to a client that cannot be told of changes.
    pub(super) fn untold(self) -> Self {
        Self { notifies: false, notifies_of_tools: false, ..self }
    }

    /// The object `ServerCapabilities`. `completions` is unknown to the oldest revision.
    pub(super) fn write(self, out: &mut Vec<u8>, has_completions: bool) {
        let none_or = |changes: bool, members: &'static str| if changes { members } else { "" };
        let lists = r#""listChanged":true"#;
        let resources = r#""listChanged":true,"subscribe":true"#;
        let completions = self.completions && has_completions;
        let all = [
            ("completions", completions, ""),
            ("logging", true, ""),
            ("prompts", self.prompts, none_or(self.prompts_change(), lists)),
            ("resources", self.resources, none_or(self.resources_change(), resources)),
            ("tools", self.tools, none_or(self.tools_change(), lists)),
        ];
        let mut before = '{';
        for (name, _, members) in all.into_iter().filter(|(_, is_there, _)| *is_there) {
            out.extend_from_slice(format!("{before}\"{name}\":{{{members}}}").as_bytes());
            before = ',';
        }
        out.push(b'}');
    }

    /// Leaves what is told of in a filter (`modern.md M-SUB-3`).
    pub(crate) fn narrow(self, filter: &mut Filter) {
        filter.tools_list_changed.take_if(|_| !self.tools_change());
        filter.prompts_list_changed.take_if(|_| !self.prompts_change());
        filter.resources_list_changed.take_if(|_| !self.resources_change());
        filter.resource_subscriptions.take_if(|_| !self.resources_change());
    }
}

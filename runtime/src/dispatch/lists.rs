//! The lists of a server, by method, page by page (`modern.md` part 16).
//!
//! They were written when the server was built; on which revision is the caller's matter.

use std::borrow::Cow;

use super::{Dispatcher, not_found};
use crate::{
    era::Revision,
    handler::{List, Page},
    seal::BindValue,
    wire::{Member, Params, Rpc, RpcError},
};

/// What a list's cursors are bound to, beside its method: they are no states of calls.
const CURSOR: &str = "cursor";

/// A page of a list, found and not yet cut.
pub(super) struct Listed<'l> {
    pub(super) member: &'static str,
    list: Cow<'l, List>,
    from: usize,
    size: usize,
}

impl Listed<'_> {
    pub(super) fn page(&self) -> Page<'_> {
        self.list.page(self.from, self.size)
    }
}

impl Dispatcher {
    /// The page that a request names.
    ///
    /// # Errors
    ///
    /// -32601 where there is nothing of the kind, -32602 for a cursor that is none of this list.
    pub(super) fn list(
        &self,
        revision: Revision,
        method: &str,
        params: Params<'_>,
    ) -> Result<Listed<'_>, RpcError> {
        let lists = self.registry.lists(revision);
        // Who has one of them answers for both, as their capability is one.
        let or_none = || lists.has_resources().then(Cow::default);
        let (member, list) = match method {
            "tools/list" => ("tools", self.registry.tools(revision)),
            "prompts/list" => ("prompts", lists.prompts.as_ref().map(Cow::Borrowed)),
            "resources/list" => {
                let list = lists.resources.as_ref().map(Cow::Borrowed);
                ("resources", list.or_else(or_none))
            }
            "resources/templates/list" => {
                let list = lists.templates.as_ref().map(Cow::Borrowed);
                ("resourceTemplates", list.or_else(or_none))
            }
            _ => return Err(not_found(method)),
        };
        let list = list.ok_or_else(|| not_found(method))?;
        let from = match params.string(Member::Cursor)? {
            None => 0,
            Some(cursor) => self.position(method, &cursor)?,
        };
        Ok(Listed { member, list, from, size: self.page_size })
    }

    /// The cursor of the page that begins at `next`. It is sealed, so that it is good on every process
    /// that has the key, and nobody makes one up.
    pub(super) fn cursor(&self, method: &str, next: usize) -> Result<String, RpcError> {
        self.seal(next.to_string().as_bytes(), &bind(method))
    }

    fn position(&self, method: &str, cursor: &str) -> Result<usize, RpcError> {
        let opened = self.sealer.open(cursor, &bind(method), (self.ambient.now)()).ok();
        let position = opened.and_then(|opened| String::from_utf8(opened.payload).ok());
        position.and_then(|position| position.parse().ok()).ok_or_else(|| {
            let message = "unknown or expired cursor: ask for the list from its beginning";
            RpcError::new(Rpc::InvalidParams, message)
        })
    }
}

fn bind(method: &str) -> BindValue {
    BindValue::new(CURSOR).and(method)
}

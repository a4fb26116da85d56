//! What a `subscriptions/listen` asks for.
//!
//! It does not know what a server can tell.

use serde::Deserialize;

use super::{Member, Params, Rpc, RpcError, write_string};

/// The kinds of changes that a subscription is for (`modern.md M-SUB-1`).
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Filter {
    pub(crate) tools_list_changed: Option<bool>,
    pub(crate) prompts_list_changed: Option<bool>,
    pub(crate) resources_list_changed: Option<bool>,
    pub(crate) resource_subscriptions: Option<Vec<String>>,
}

impl Filter {
    /// Reads it.
    ///
    /// # Errors
    ///
    /// -32602 where it is missing or of the wrong type.
    pub(crate) fn of(params: Params<'_>) -> Result<Self, RpcError> {
        let wrong = |why| RpcError::new(Rpc::MalformedParams, why);
        let json = params.object(Member::Notifications)?;
        let json =
            json.ok_or_else(|| wrong("`params` must have `notifications`: what to listen for"))?;
        serde_json::from_str(json).map_err(|_| {
            wrong(
                "`notifications` has booleans in `toolsListChanged`, `promptsListChanged` and \
                 `resourcesListChanged`, and URIs in `resourceSubscriptions`",
            )
        })
    }

    /// Its JSON text; what is not asked for is left out (`modern.md M-SUB-3`).
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let lists = [
            ("toolsListChanged", self.tools_list_changed),
            ("promptsListChanged", self.prompts_list_changed),
            ("resourcesListChanged", self.resources_list_changed),
        ];
        let start = out.len();
        for (name, _) in lists.into_iter().filter(|(_, wanted)| *wanted == Some(true)) {
            out.extend_from_slice(format!(",\"{name}\":true").as_bytes());
        }
        if let Some(uris) = &self.resource_subscriptions {
            out.extend_from_slice(b",\"resourceSubscriptions\":[");
            for (position, uri) in uris.iter().enumerate() {
                if position > 0 {
                    out.push(b',');
                }
                write_string(out, uri);
            }
            out.push(b']');
        }
        match out.get_mut(start) {
            Some(first) => *first = b'{',
            None => out.push(b'{'),
        }
        out.push(b'}');
    }
}

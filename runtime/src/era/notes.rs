//! Notifications of a server: progress, log messages and changes, and what belongs to subscriptions.
//!
//! It does not know who wants them.

use std::fmt::Display;

use crate::wire::{Filter, LogLevel, SUBSCRIPTION_ID, write_string};

/// Something that clients may want to know of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change<'a> {
    /// The list of tools.
    Tools,
    /// The list of prompts.
    Prompts,
    /// The lists of resources and templates.
    Resources,
    /// What can be read at this URI.
    Resource(&'a str),
}

impl Change<'_> {
    /// The notification: with the id of a subscription on revision 2026-07-28 (`modern.md M-SUB-5`),
    /// without one after a handshake (`legacy.md L-NTF-1`). The id is JSON text.
    pub(crate) fn write(self, subscription: Option<&str>) -> Vec<u8> {
        let (method, uri) = match self {
            Self::Tools => ("notifications/tools/list_changed", None),
            Self::Prompts => ("notifications/prompts/list_changed", None),
            Self::Resources => ("notifications/resources/list_changed", None),
            Self::Resource(uri) => ("notifications/resources/updated", Some(uri)),
        };
        let mut out = notification(method);
        let mut before: &[u8] = b",\"params\":{";
        if let Some(uri) = uri {
            out.extend_from_slice(before);
            out.extend_from_slice(b"\"uri\":");
            write_string(&mut out, uri);
            before = b",";
        }
        if let Some(id) = subscription {
            out.extend_from_slice(before);
            write_subscription(&mut out, id);
            before = b",";
        }
        out.extend_from_slice(if before == b"," { b"}}" } else { b"}" });
        out
    }
}

/// The `_meta` of everything that belongs to a subscription.
fn write_subscription(out: &mut Vec<u8>, id: &str) {
    out.extend_from_slice(format!("\"_meta\":{{\"{SUBSCRIPTION_ID}\":{id}}}").as_bytes());
}

/// A `notifications/subscriptions/acknowledged`, with what is told of (`modern.md M-SUB-2`).
pub(crate) fn acknowledged(id: &str, filter: &Filter) -> Vec<u8> {
    let mut out = notification("notifications/subscriptions/acknowledged");
    out.extend_from_slice(b",\"params\":{");
    write_subscription(&mut out, id);
    out.extend_from_slice(b",\"notifications\":");
    filter.write(&mut out);
    out.extend_from_slice(b"}}");
    out
}

/// A `notifications/progress`; `token` is JSON text of the client's.
pub(crate) fn progress(
    token: &str,
    progress: f64,
    total: Option<f64>,
    message: Option<&str>,
) -> Vec<u8> {
    let mut out = notification("notifications/progress");
    // Rust writes numbers out, and whole ones without a point: JSON either way.
    let params = format!(",\"params\":{{\"progressToken\":{token},\"progress\":{progress}");
    out.extend_from_slice(params.as_bytes());
    if let Some(total) = total {
        out.extend_from_slice(format!(",\"total\":{total}").as_bytes());
    }
    if let Some(message) = message {
        out.extend_from_slice(b",\"message\":");
        write_string(&mut out, message);
    }
    out.extend_from_slice(b"}}");
    out
}

/// A `notifications/message`; `data` is JSON text (`modern.md M-LOG-5`).
pub(crate) fn log_message(level: LogLevel, logger: Option<&str>, data: &str) -> Vec<u8> {
    let mut out = notification("notifications/message");
    out.extend_from_slice(format!(",\"params\":{{\"level\":\"{}\"", level.name()).as_bytes());
    if let Some(logger) = logger {
        out.extend_from_slice(b",\"logger\":");
        write_string(&mut out, logger);
    }
    out.extend_from_slice(b",\"data\":");
    out.extend_from_slice(data.as_bytes());
    out.extend_from_slice(b"}}");
    out
}

/// A `notifications/cancelled`: of a request of the server's (`legacy.md L-SRQ-3`), or of a subscription
/// that it ends (`modern.md M-CANC-4`). The id is JSON text.
pub(crate) fn cancelled(id: impl Display, reason: &str) -> Vec<u8> {
    let mut out = notification("notifications/cancelled");
    out.extend_from_slice(format!(",\"params\":{{\"requestId\":{id},\"reason\":").as_bytes());
    write_string(&mut out, reason);
    out.extend_from_slice(b"}}");
    out
}

pub(super) fn notification(method: &str) -> Vec<u8> {
    format!("{{\"jsonrpc\":\"2.0\",\"method\":\"{method}\"").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(message: Vec<u8>) -> String {
        String::from_utf8(message).unwrap()
    }

    #[test]
    fn numbers_are_json_whatever_their_size() {
        for (number, written) in [
            (0.0, "0"),
            (50.0, "50"),
            (0.5, "0.5"),
            (1e-6, "0.000001"),
            (1e20, "100000000000000000000"),
        ] {
            let message = text(progress("\"t\"", number, Some(1.0), None));
            let params = format!("{{\"progressToken\":\"t\",\"progress\":{written},\"total\":1}}");
            assert!(message.contains(&params), "{message}");
        }
    }

    /// M-SUB-5, L-NTF-1.
    #[test]
    fn a_change_is_tagged_for_subscriptions_and_for_nobody_else() {
        let tag = "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":5}";
        let start = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/";
        for (change, tagged, right) in [
            (Change::Tools, None, "tools/list_changed\"}".to_owned()),
            (Change::Tools, Some("5"), format!("tools/list_changed\",\"params\":{{{tag}}}}}")),
            (
                Change::Resource("a"),
                None,
                "resources/updated\",\"params\":{\"uri\":\"a\"}}".to_owned(),
            ),
            (
                Change::Resource("a"),
                Some("5"),
                format!("resources/updated\",\"params\":{{\"uri\":\"a\",{tag}}}}}"),
            ),
        ] {
            assert_eq!(text(change.write(tagged)), format!("{start}{right}"));
        }
    }
}

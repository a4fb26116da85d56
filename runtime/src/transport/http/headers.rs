//! Headers of a request: what it offers and accepts, what it says of its body, and CORS.
//!
//! It reads and writes header fields; the answer to a bad one is made in `service.rs`.

use http::{
    HeaderMap, HeaderName, HeaderValue,
    header::{self, ACCEPT, AsHeaderName, CONTENT_TYPE},
};

use crate::wire::{Fields, Header, Routing};

pub(super) const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");

pub(super) const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
pub(super) const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// How long a browser may keep the answer to a preflight, in seconds.
const PREFLIGHT_AGE: &str = "7200";

/// The routing headers of a POST.
pub(super) fn routing(headers: &HeaderMap) -> Routing<'_> {
    let [version, method, name] =
        [PROTOCOL_VERSION, METHOD, NAME].map(|name| header(headers, name));
    Routing { version, method, name, fields: Some(headers) }
}

fn header(headers: &HeaderMap, name: impl AsHeaderName) -> Header<'_> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Header::Absent,
        (Some(value), None) => Header::Once(value.as_bytes()),
        (Some(_), Some(_)) => Header::Repeated,
    }
}

impl Fields for HeaderMap {
    fn field(&self, name: &str) -> Header<'_> {
        header(self, name)
    }
}

/// Whether the body is declared as JSON; parameters such as a charset are ignored
/// (`reports.md B84`).
pub(super) fn is_json(headers: &HeaderMap) -> bool {
    let Some(value) = headers.get(CONTENT_TYPE) else { return false };
    if value == "application/json" {
        return true;
    }
    let value = value.to_str().unwrap_or_default();
    let essence = value.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

/// Whether the client takes a JSON answer. A request without `Accept` takes anything, and wild
/// cards and weights are understood (`modern.md M-HTTP-9`, `reports.md B83`).
pub(super) fn accepts_json(headers: &HeaderMap) -> bool {
    accepts(headers, ["application/json", "application/*"])
}

/// Whether the client takes a stream of events, as [`accepts_json`] does.
pub(super) fn accepts_events(headers: &HeaderMap) -> bool {
    accepts(headers, ["text/event-stream", "text/*"])
}

/// Whether one of the names of a media type, the most specific first, is accepted.
fn accepts(headers: &HeaderMap, names: [&str; 2]) -> bool {
    // What the official clients send, and the protocol asks for.
    if headers.get(ACCEPT).is_some_and(|value| value == "application/json, text/event-stream") {
        return true;
    }
    let mut ranges = headers
        .get_all(ACCEPT)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .filter(|range| !range.is_empty())
        .peekable();
    if ranges.peek().is_none() {
        return true;
    }
    // The most specific range that matches decides (RFC 9110, 12.5.1).
    let weighed = ranges.filter_map(|range| weighed(range, names));
    weighed.max_by_key(|(specific, _)| *specific).is_some_and(|(_, taken)| taken)
}

/// How specific a range that matches is, and whether its weight is above zero.
fn weighed(range: &str, [exact, wild]: [&str; 2]) -> Option<(u8, bool)> {
    let mut parts = range.split(';').map(str::trim);
    let name = parts.next()?;
    let specific = if name.eq_ignore_ascii_case(exact) {
        2
    } else if name.eq_ignore_ascii_case(wild) {
        1
    } else if name == "*/*" {
        0
    } else {
        return None;
    };
    let refused = parts
        .filter_map(|part| part.split_once('='))
        .filter(|(name, _)| name.trim().eq_ignore_ascii_case("q"))
        .any(|(_, weight)| weight.trim().parse::<f32>().is_ok_and(|weight| weight <= 0.0));
    Some((specific, !refused))
}

/// Tells a client the session that it has opened.
pub(super) fn name_session(headers: &mut HeaderMap, id: &str) {
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(SESSION_ID, id);
    }
}

/// Marks a stream of events, which nobody may keep or hold back (`reports.md B88`).
pub(super) fn mark_events(headers: &mut HeaderMap) {
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
}

/// Lets the page at `origin` read the response.
pub(super) fn allow_origin(headers: &mut HeaderMap, origin: &HeaderValue) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
    headers.insert(
        header::ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderValue::from_static("mcp-session-id, mcp-protocol-version"),
    );
    headers.append(header::VARY, HeaderValue::from_static("origin"));
}

/// The answer to a preflight: of the headers that are asked for, those that a client may send
/// (`reports.md B95`).
pub(super) fn allow_preflight(response: &mut HeaderMap, request: &HeaderMap) {
    let methods = HeaderValue::from_static("POST, GET, DELETE");
    response.insert(header::ACCESS_CONTROL_ALLOW_METHODS, methods);
    response.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static(PREFLIGHT_AGE));
    let asked = request
        .get(header::ACCESS_CONTROL_REQUEST_HEADERS)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let allowed: Vec<&str> =
        asked.split(',').map(str::trim).filter(|name| may_send(name)).collect();
    if let Ok(value) = HeaderValue::from_str(&allowed.join(", ")) {
        response.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, value);
    }
}

fn may_send(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let known = ["content-type", "accept", "authorization", "last-event-id"];
    known.contains(&&*name) || name.starts_with("mcp-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(value: &str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_str(value).unwrap());
        accepts_json(&headers)
    }

    /// B83.
    #[test]
    fn accept_understands_wild_cards_and_weights() {
        for (value, right) in [
            ("application/json, text/event-stream", true),
            ("*/*", true),
            ("application/*, text/*;q=0.5", true),
            ("application/json", true),
            ("text/html", false),
            ("text/event-stream", false),
            ("application/json;q=0", false),
            ("application/json; q=0, */*", false),
            ("APPLICATION/JSON", true),
        ] {
            assert_eq!(accepts(value), right, "{value}");
        }
        assert!(accepts_json(&HeaderMap::new()));
    }

    /// B84.
    #[test]
    fn content_types_are_compared_without_case_and_parameters() {
        for (value, right) in [
            ("application/json", true),
            ("application/json; charset=utf-8", true),
            ("Application/JSON", true),
            ("text/plain", false),
            ("application/jsonx", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(value));
            assert_eq!(is_json(&headers), right, "{value}");
        }
        assert!(!is_json(&HeaderMap::new()));
    }

    /// B95.
    #[test]
    fn a_preflight_is_told_which_of_its_headers_may_be_sent() {
        let (mut request, mut response) = (HeaderMap::new(), HeaderMap::new());
        request.insert(
            header::ACCESS_CONTROL_REQUEST_HEADERS,
            HeaderValue::from_static("content-type, authorization, Mcp-Param-Region, cookie"),
        );
        allow_preflight(&mut response, &request);
        let allowed = &response[header::ACCESS_CONTROL_ALLOW_HEADERS];
        assert_eq!(allowed, "content-type, authorization, Mcp-Param-Region");
    }
}

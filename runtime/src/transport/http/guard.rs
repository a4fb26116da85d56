//! Who may reach the service: the checks of `Host` and `Origin`.
//!
//! Both are on by default (`modern.md M-HTTP-2`). It compares values; what is allowed is a setting.

const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// A host with or without a port, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Host {
    name: String,
    port: Option<u16>,
}

impl Host {
    /// Reads `name`, `name:port`, `[v6]` or `[v6]:port`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let after_v6 = text.rfind(']').map_or(0, |end| end + 1);
        let (name, port) = match text.get(after_v6..)?.rfind(':') {
            Some(colon) => {
                let (name, port) = text.split_at(after_v6 + colon);
                (name, Some(port.get(1..)?.parse().ok()?))
            }
            None => (text, None),
        };
        let valid = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_');
        let v6 = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        let named = match v6 {
            Some(v6) => v6.parse::<std::net::Ipv6Addr>().is_ok(),
            None => !name.is_empty() && name.bytes().all(valid),
        };
        named.then(|| Self { name: name.to_ascii_lowercase(), port })
    }

    fn is_loopback(&self) -> bool {
        LOOPBACK.contains(&&*self.name)
    }
}

/// Whether `host` is among `allowed`, or is a loopback name where nothing is set.
pub(super) fn host_is_allowed(host: &str, allowed: Option<&[Host]>) -> bool {
    // The default is met by most requests, and needs no parsing.
    if allowed.is_none() && is_plain_loopback(host) {
        return true;
    }
    let Some(host) = Host::parse(host) else { return false };
    match allowed {
        None => host.is_loopback(),
        Some(allowed) => allowed.iter().any(|allowed| {
            allowed.name == host.name && allowed.port.is_none_or(|port| host.port == Some(port))
        }),
    }
}

fn is_plain_loopback(host: &str) -> bool {
    let (name, port) = host.split_once(':').unwrap_or((host, ""));
    matches!(name, "localhost" | "127.0.0.1") && port.bytes().all(|b| b.is_ascii_digit())
}

/// An origin: scheme, host and port, the port filled in from the scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    scheme: String,
    host: Host,
}

impl Origin {
    /// Reads `scheme://host` or `scheme://host:port`; `null` is none.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (scheme, host) = text.split_once("://")?;
        let scheme = scheme.to_ascii_lowercase();
        let mut host = Host::parse(host)?;
        let default = match &*scheme {
            "http" => Some(80),
            "https" => Some(443),
            _ => None,
        };
        host.port = host.port.or(default);
        Some(Self { scheme, host })
    }
}

/// Whether `origin` is among `allowed`, or has a loopback name where nothing is set.
pub(super) fn origin_is_allowed(origin: &str, allowed: Option<&[Origin]>) -> bool {
    let Some(origin) = Origin::parse(origin) else { return false };
    match allowed {
        None => matches!(&*origin.scheme, "http" | "https") && origin.host.is_loopback(),
        Some(allowed) => allowed.contains(&origin),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// B81.
    #[test]
    fn only_loopback_origins_are_allowed_unless_others_are_named() {
        for (origin, right) in [
            ("http://localhost", true),
            ("http://localhost:3000", true),
            ("HTTP://LOCALHOST", true),
            ("https://127.0.0.1:9999", true),
            ("http://[::1]:8000", true),
            ("https://evil.example", false),
            ("http://localhost.evil.example", false),
            ("http://localhost@evil.example", false),
            ("http://127.0.0.1.evil.example", false),
            ("null", false),
            ("", false),
            ("file://", false),
            ("chrome-extension://localhost", false),
        ] {
            assert_eq!(origin_is_allowed(origin, None), right, "{origin}");
        }
        let allowed = [Origin::parse("https://app.example.com").unwrap()];
        for (origin, right) in [
            ("https://app.example.com", true),
            ("https://app.example.com:443", true),
            ("http://app.example.com", false),
            ("https://app.example.com:444", false),
            ("http://localhost", false),
        ] {
            assert_eq!(origin_is_allowed(origin, Some(&allowed)), right, "{origin}");
        }
    }

    /// B82.
    #[test]
    fn only_loopback_hosts_are_allowed_unless_others_are_named() {
        for (host, right) in [
            ("localhost", true),
            ("LocalHost:80", true),
            ("127.0.0.1:8000", true),
            ("[::1]:8000", true),
            ("[::1]", true),
            ("mcp.example.com", false),
            ("localhost.example.com", false),
            ("localhost:80x", false),
            ("", false),
            ("[::1", false),
        ] {
            assert_eq!(host_is_allowed(host, None), right, "{host}");
        }
        let allowed = [Host::parse("mcp.example.com").unwrap(), Host::parse("a.b:81").unwrap()];
        for (host, right) in [
            ("mcp.example.com", true),
            ("MCP.example.com:8443", true),
            ("a.b:81", true),
            ("a.b", false),
            ("a.b:82", false),
            ("localhost", false),
        ] {
            assert_eq!(host_is_allowed(host, Some(&allowed)), right, "{host}");
        }
    }
}

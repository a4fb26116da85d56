//! URIs that lead out: no value of a template's variable does, however it is written.

use askback::prelude::*;
use askback_tests::{
    Call, Piped, Served, check, check_handshake,
    handshake::{HANDSHAKES, plain},
};
use serde_json::json;

/// Files below a root.
#[resource_template("shared:///{+path}")]
async fn shared(path: String) -> String {
    format!("opened {path}")
}

/// A document by its name.
#[resource_template("byname://docs/{name}")]
async fn by_name(name: String) -> String {
    format!("opened {name}")
}

/// A page on the web.
#[resource_template("web://{+url}")]
async fn web(url: String) -> String {
    format!("opened {url}")
}

/// Any text, for a handler that opens no file.
#[resource_template("search:///{+query}", unchecked_paths)]
async fn search(query: String) -> String {
    format!("opened {query}")
}

fn server() -> Server {
    Server::new("s", "1")
        .resource_template(shared)
        .resource_template(by_name)
        .resource_template(web)
        .resource_template(search)
}

/// What replaces the root or climbs out of it once it is joined, on Unix or on Windows.
const LEADING_OUT: [&str; 25] = [
    "shared:////etc/hostname",
    "shared://///etc/hostname",
    "shared:///%2Fetc%2Fhostname",
    "shared:///%2fetc/hostname",
    "shared:///%2F/etc/hostname",
    "shared:///\\etc\\hostname",
    "shared:///%5C%5Chost%5Cshare",
    "shared:///%5c/host/share",
    "shared:////%5Chost/share",
    "shared:///C:/x",
    "shared:///c:x",
    "shared:///C%3A%5CWindows",
    "shared:///%43%3a/x",
    "shared:///a/../../etc/passwd",
    "shared:///%2e%2e/etc/passwd",
    "shared:///..%5cetc",
    "shared:///a%5C..%5C..%5Cetc",
    "shared:///a/.%2e",
    "shared:///..",
    "shared:///a%00.txt",
    "byname://docs/%2Fetc%2Fos-release",
    "byname://docs/C%3A%5Cx",
    "byname://docs/%5C%5Chost%5Cshare",
    "byname://docs/..",
    "byname://docs/%2e%2E",
];

/// M-RES-3, M-RES-6.
#[test]
fn f01_n08_a_value_that_leads_out_fits_no_template() {
    let served = Served::start(server());
    for uri in LEADING_OUT {
        let reply = served.post(&Call::read(uri).json()).send();
        let answer = reply.json();
        check("resources/read", &answer);
        assert_eq!((reply.status, reply.code()), (200, -32602), "{uri}: {answer}");
        assert_eq!(answer["error"]["message"], "Resource not found", "{uri}");
    }
    let mut piped = Piped::start(server());
    for uri in LEADING_OUT {
        assert_eq!(piped.answer(&Call::read(uri).json())["error"]["code"], -32602, "{uri}");
    }
    for revision in HANDSHAKES {
        let mut piped = Piped::start(server());
        piped.open(revision, json!({}));
        for uri in LEADING_OUT {
            let answer = piped.answer(&plain(json!(1), "resources/read", json!({"uri": uri})));
            check_handshake(revision, "resources/read", &answer);
            assert_eq!(answer["error"]["code"], -32002, "{uri}: {answer}");
        }
    }
}

/// M-RES-4: what stays inside, and URLs, are values as before; `unchecked_paths` takes the rest.
#[test]
fn f01_what_stays_inside_is_read() {
    let served = Served::start(server());
    for (uri, value) in [
        ("shared:///a/b.txt", "a/b.txt"),
        ("shared:///a..b/...", "a..b/..."),
        ("shared:///a/C:/x", "a/C:/x"),
        ("shared:///ab:c", "ab:c"),
        ("byname://docs/a%2Fb", "a/b"),
        ("web://https://example.com/a?b", "https://example.com/a"),
        ("web://https%3A%2F%2Fexample.com%2Fa%3Fb", "https://example.com/a?b"),
        ("search:////etc/hostname", "/etc/hostname"),
        ("search:///C:/..", "C:/.."),
    ] {
        let answer = served.post(&Call::read(uri).json()).send().json();
        if uri.ends_with("a?b") {
            // RFC 6570: a `?` ends a path.
            assert_eq!(answer["error"]["code"], -32602, "{answer}");
            continue;
        }
        assert_eq!(answer["result"]["contents"][0]["text"], format!("opened {value}"), "{uri}");
    }
}

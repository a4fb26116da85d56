//! Streamable HTTP: who may come in, what is taken, and what happens when the client goes away.

use std::{
    io::{Read, Write},
    net::TcpStream,
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use askback::{HttpOptions, prelude::*};
use askback_tests::{Call, Served};
use serde_json::{Value, json};

static STARTED: AtomicUsize = AtomicUsize::new(0);
static ENDED: AtomicUsize = AtomicUsize::new(0);
static DROPPED: AtomicUsize = AtomicUsize::new(0);

/// Says hello.
#[tool]
async fn hello() -> &'static str {
    "Hello!"
}

/// Takes a long time.
#[tool]
async fn slow(millis: u64) -> &'static str {
    struct Guard;
    impl Drop for Guard {
        fn drop(&mut self) {
            DROPPED.fetch_add(1, Ordering::SeqCst);
        }
    }
    STARTED.fetch_add(1, Ordering::SeqCst);
    let _guard = Guard;
    tokio::time::sleep(Duration::from_millis(millis)).await;
    ENDED.fetch_add(1, Ordering::SeqCst);
    "Done."
}

fn server() -> Server {
    Server::new("s", "1").tool(hello).tool(slow)
}

fn hello_call() -> Value {
    Call::new("hello").json()
}

#[track_caller]
fn eventually(what: &str, condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(5), "not in time: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// M-HTTP-2, B81, B82: on by default, for every HTTP method, and the refusal names the setting.
#[test]
fn b81_b82_foreign_origins_and_hosts_are_refused() {
    let served = Served::start(server());
    for method in ["POST", "GET", "DELETE", "OPTIONS"] {
        for origin in ["http://evil.example", "null", "http://localhost.evil.example"] {
            let reply = served.post(&hello_call()).method(method).header("Origin", origin).send();
            assert_eq!(reply.status, 403, "{method} {origin}");
            assert!(reply.body.contains("allowed_origins"), "{}", reply.body);
            assert_eq!(reply.header("access-control-allow-origin"), None);
        }
        let reply = served.post(&hello_call()).method(method).set("Host", "evil.example").send();
        assert_eq!(reply.status, 403, "{method}");
        assert!(reply.body.contains("allowed_hosts"), "{}", reply.body);
    }
    for origin in ["http://localhost:3000", "http://127.0.0.1", "HTTP://LOCALHOST"] {
        let reply = served.post(&hello_call()).header("Origin", origin).send();
        assert_eq!(reply.status, 200, "{origin}");
        assert_eq!(reply.header("access-control-allow-origin"), Some(origin));
        assert_eq!(reply.header("vary"), Some("origin"));
    }
    for host in ["localhost", "[::1]:8000", "127.0.0.1:1"] {
        assert_eq!(served.post(&hello_call()).set("Host", host).send().status, 200, "{host}");
    }
    assert_eq!(served.post(&hello_call()).without("Host").send().status, 403);
}

#[test]
fn hosts_and_origins_are_settings() {
    let options = HttpOptions::new()
        .allowed_hosts(["mcp.example.com"])
        .allowed_origins(["https://app.example.com"]);
    let served = Served::start(server().http_options(options));
    let post = || served.post(&hello_call()).set("Host", "mcp.example.com");
    assert_eq!(post().send().status, 200);
    assert_eq!(post().header("Origin", "https://app.example.com").send().status, 200);
    assert_eq!(post().header("Origin", "http://localhost").send().status, 403);
    for (options, named) in [
        (HttpOptions::new().allowed_hosts(["https://a.b"]), "`https://a.b`"),
        (HttpOptions::new().allowed_origins(["a.b"]), "`a.b`"),
    ] {
        let error = server().into_service(options).unwrap_err().to_string();
        assert!(error.contains(named), "{error}");
    }
}

/// B95.
#[test]
fn b95_a_preflight_from_an_allowed_origin_is_answered() {
    let served = Served::start(server());
    let reply = served
        .bare("")
        .method("OPTIONS")
        .header("Origin", "http://localhost:5173")
        .header("Access-Control-Request-Method", "POST")
        .header(
            "Access-Control-Request-Headers",
            "content-type, mcp-method, mcp-param-region, x-evil",
        )
        .send();
    assert_eq!((reply.status, &*reply.body), (204, ""));
    assert_eq!(reply.header("access-control-allow-origin"), Some("http://localhost:5173"));
    let headers = reply.header("access-control-allow-headers");
    assert_eq!(headers, Some("content-type, mcp-method, mcp-param-region"));
    assert_eq!(reply.header("access-control-allow-credentials"), None);
}

/// M-HTTP-10, B86.
#[test]
fn b86_odd_methods_are_refused_and_foreign_headers_ignored() {
    let served = Served::start(server());
    for method in ["GET", "DELETE", "PUT", "HEAD", "PATCH"] {
        let reply = served.post(&hello_call()).method(method).send();
        assert_eq!(reply.status, 405, "{method}");
        assert!(reply.header("allow").unwrap().contains("POST"));
    }
    assert_eq!(served.post(&hello_call()).send().status, 200);
}

/// M-HTTP-9, B83, B84.
#[test]
fn content_is_negotiated_with_patience() {
    let served = Served::start(server());
    for accept in ["*/*", "application/*, text/*;q=0.5", "application/json"] {
        assert_eq!(served.post(&hello_call()).set("Accept", accept).send().status, 200, "{accept}");
    }
    assert_eq!(served.post(&hello_call()).without("Accept").send().status, 200);
    for accept in ["text/html", "application/json;q=0"] {
        let reply = served.post(&hello_call()).set("Accept", accept).send();
        assert_eq!(reply.status, 406, "{accept}");
        assert!(reply.body.contains("text/event-stream"), "{}", reply.body);
    }
    for content_type in ["application/json; charset=utf-8", "Application/JSON"] {
        let reply = served.post(&hello_call()).set("Content-Type", content_type).send();
        assert_eq!(reply.status, 200, "{content_type}");
    }
    assert_eq!(served.post(&hello_call()).set("Content-Type", "text/plain").send().status, 415);
    assert_eq!(served.post(&hello_call()).without("Content-Type").send().status, 415);
}

/// B90: at the limit, over it, and far over it by declaration alone.
#[test]
fn b90_bodies_have_a_limit_that_the_error_names() {
    let body = hello_call().to_string();
    let server = server().http_options(HttpOptions::new().body_limit(body.len()));
    let served = Served::start(server);
    assert_eq!(served.post(&hello_call()).send().status, 200);
    let over = served.post(&hello_call()).body(format!("{body} ")).send();
    assert_eq!((over.status, over.code()), (413, -32600));
    assert!(over.body.contains(&body.len().to_string()), "{}", over.body);
    let declared = served.post(&hello_call()).header("Content-Length", "1000000000").send();
    assert_eq!(declared.status, 413);
    let chunked = format!("{:x}\r\n{body} \r\n0\r\n\r\n", body.len() + 1);
    let request = served.post(&hello_call()).header("Transfer-Encoding", "chunked");
    let head = String::from_utf8(request.body("").bytes()).unwrap();
    let head = head.replace("Content-Length: 0\r\n", "");
    let mut stream = TcpStream::connect(served.addr()).unwrap();
    stream.write_all(format!("{head}{chunked}").as_bytes()).unwrap();
    let mut reply = String::new();
    let _ = stream.read_to_string(&mut reply);
    assert!(reply.starts_with("HTTP/1.1 413"), "{reply}");
    assert_eq!(served.post(&hello_call()).send().status, 200);
}

/// M-CANC-1, B85: who closes the connection cancels the call.
#[test]
fn b85_a_client_that_goes_away_cancels_its_call() {
    let served = Served::start(server());
    let call = Call::new("slow").arguments(json!({"millis": 60_000}));
    let mut stream = TcpStream::connect(served.addr()).unwrap();
    stream.write_all(&served.post(&call.json()).bytes()).unwrap();
    eventually("the call starts", || STARTED.load(Ordering::SeqCst) == 1);
    assert_eq!(DROPPED.load(Ordering::SeqCst), 0);
    drop(stream);
    eventually("the call is dropped", || DROPPED.load(Ordering::SeqCst) == 1);
    assert_eq!(ENDED.load(Ordering::SeqCst), 0);
    assert_eq!(served.post(&hello_call()).send().status, 200);
}

/// One connection serves many requests, whatever the others on it came to.
#[test]
fn a_connection_is_kept() {
    let served = Served::start(server());
    let mut stream = TcpStream::connect(served.addr()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let bad = served.post(&Call::new("nobody").json());
    let good = served.post(&hello_call());
    for request in [&good, &bad, &good] {
        let bytes = String::from_utf8(request.bytes()).unwrap();
        stream.write_all(bytes.replace("Connection: close\r\n", "").as_bytes()).unwrap();
        let mut reply = [0; 4096];
        let read = stream.read(&mut reply).unwrap();
        assert!(
            reply[..read].starts_with(b"HTTP/1.1 200"),
            "{:?}",
            String::from_utf8_lossy(&reply)
        );
    }
}

/// A server that is told to stop finishes what it has begun.
#[test]
fn a_shutdown_lets_requests_in_flight_finish() {
    static RUNNING: AtomicUsize = AtomicUsize::new(0);
    /// Takes a moment.
    #[tool]
    async fn moment() -> &'static str {
        RUNNING.fetch_add(1, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(300)).await;
        "Done."
    }
    let served = Served::start(Server::new("s", "1").tool(moment));
    let mut stream = TcpStream::connect(served.addr()).unwrap();
    stream.write_all(&served.post(&Call::new("moment").json()).bytes()).unwrap();
    eventually("the call starts", || RUNNING.load(Ordering::SeqCst) == 1);
    drop(served);
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    assert!(reply.contains("Done."), "{reply}");
}

/// M-VER-9: whoever is refused reads an error of the protocol's, with words.
#[test]
fn refusals_of_the_http_layer_are_json_rpc_errors() {
    let served = Served::start(server());
    let post = || served.post(&hello_call());
    for (request, status) in [
        (post().method("PUT"), 405),
        (post().method("PATCH"), 405),
        (post().set("Accept", "text/html"), 406),
        (post().set("Content-Type", "text/plain"), 415),
        (post().set("Origin", "https://evil.example"), 403),
    ] {
        let reply = request.send();
        assert_eq!((reply.status, reply.code()), (status, -32600));
        let error = reply.json();
        assert!(error.get("id").is_none() && error["error"]["message"].is_string(), "{error}");
    }
}

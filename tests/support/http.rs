//! A server on a loopback port, and a raw HTTP/1.1 client: every byte of a request is the test's.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    thread,
    time::Duration,
};

use askback::Server;
use serde_json::Value;
use tokio::{net::TcpListener, sync::oneshot};

use crate::{Call, PROTOCOL_VERSION, check};

/// A server that serves until it is dropped.
#[derive(Debug)]
pub struct Served {
    addr: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Served {
    /// Starts `server` on a port of its own.
    #[must_use]
    pub fn start(server: Server) -> Self {
        let (stop, stopped) = oneshot::channel();
        let (started, addr) = std::sync::mpsc::channel();
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .expect("a runtime");
            runtime.block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
                started.send(listener.local_addr().expect("an address")).expect("a test");
                let shutdown = async { drop(stopped.await) };
                server.serve_http_on(listener, shutdown).await.expect("a server");
            });
        });
        let addr = addr.recv().expect("the server starts");
        Self { addr, stop: Some(stop), thread: Some(thread) }
    }

    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// A POST of `body`, with no headers beside those of HTTP.
    #[must_use]
    pub fn bare(&self, body: impl Into<Vec<u8>>) -> Request<'_> {
        let host = ("Host".to_owned(), self.addr.to_string());
        Request { served: self, method: "POST", headers: vec![host], body: body.into() }
    }

    /// A POST of `message` with all the headers that belong to it.
    #[must_use]
    pub fn post(&self, message: &Value) -> Request<'_> {
        let method = message["method"].as_str().unwrap_or_default();
        let mut request = self
            .bare(message.to_string())
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("MCP-Protocol-Version", PROTOCOL_VERSION)
            .header("Mcp-Method", method);
        let params = &message["params"];
        let name = match method {
            "tools/call" | "prompts/get" => &params["name"],
            "resources/read" => &params["uri"],
            _ => return request,
        };
        request = request.header("Mcp-Name", name.as_str().unwrap_or_default());
        request
    }

    /// A call; its answer is held against the schema.
    #[must_use]
    pub fn call(&self, call: &Call) -> Value {
        let answer = self.post(&call.json()).send().json();
        check(call.method, &answer);
        assert_eq!(answer["id"], call.id, "{answer}");
        answer
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || thread::panicking(), "the server panicked");
        }
    }
}

/// A request that is not sent yet.
#[derive(Clone, Debug)]
pub struct Request<'s> {
    served: &'s Served,
    method: &'static str,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Request<'_> {
    #[must_use]
    pub fn method(mut self, method: &'static str) -> Self {
        self.method = method;
        self
    }

    /// Adds a header line.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Takes a header out.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(n, _)| !n.eq_ignore_ascii_case(name));
        self
    }

    /// Sets a header, instead of what it was.
    #[must_use]
    pub fn set(self, name: &str, value: &str) -> Self {
        self.without(name).header(name, value)
    }

    /// Another body behind the same headers.
    #[must_use]
    pub fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    /// Where it goes.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.served.addr
    }

    /// The bytes of the request.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut head = format!("{} /mcp HTTP/1.1\r\nConnection: close\r\n", self.method);
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if !self.headers.iter().any(|(name, _)| name == "Content-Length") {
            head.push_str(&format!("Content-Length: {}\r\n", self.body.len()));
        }
        let mut bytes = (head + "\r\n").into_bytes();
        bytes.extend_from_slice(&self.body);
        bytes
    }

    /// Sends it on a connection of its own, and reads the whole reply.
    #[must_use]
    pub fn send(&self) -> HttpReply {
        let mut stream = TcpStream::connect(self.served.addr).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time-out");
        // A server that refuses early may close before it has read everything.
        let _ = stream.write_all(&self.bytes());
        let mut reply = Vec::new();
        // For the same reason the connection may be reset behind the reply.
        let _ = stream.read_to_end(&mut reply);
        HttpReply::read(&reply)
    }
}

/// A reply, taken apart.
#[derive(Debug)]
pub struct HttpReply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl HttpReply {
    fn read(bytes: &[u8]) -> Self {
        let text = String::from_utf8(bytes.to_vec()).expect("a reply in UTF-8");
        let (head, body) = text.split_once("\r\n\r\n").expect("a reply with a head");
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).expect("a status line");
        let headers = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        Self { status: status.parse().expect("a status"), headers, body: body.to_owned() }
    }

    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, value)| &**value)
    }

    /// The messages of a body that is a whole stream of events.
    #[must_use]
    pub fn events(&self) -> Vec<Value> {
        assert_eq!(self.header("content-type"), Some("text/event-stream"), "{self:?}");
        let data = self.body.lines().filter_map(|line| line.strip_prefix("data: "));
        data.map(|data| serde_json::from_str(data).expect("JSON in one line")).collect()
    }

    /// The body, which is JSON and says so.
    #[must_use]
    pub fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"), "{self:?}");
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The code of the error in the body, which is held against the schema.
    #[must_use]
    pub fn code(&self) -> i64 {
        let answer = self.json();
        check("", &answer);
        answer["error"]["code"].as_i64().expect("a code")
    }
}

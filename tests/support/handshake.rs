//! Clients on the handshake revisions, over both transports: messages are JSON, and every message of
//! the server's is held against its revision's schema.

use std::{
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    time::Duration,
};

use serde_json::{Value, json};

use crate::{HttpReply, Piped, Request, Served, check_handshake};

/// The handshake revisions, oldest first.
pub const HANDSHAKES: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// The `initialize` of a client.
#[must_use]
pub fn initialize(revision: &str, capabilities: Value) -> Value {
    let client = json!({"name": "suite", "version": "1"});
    let params =
        json!({"protocolVersion": revision, "capabilities": capabilities, "clientInfo": client});
    plain(json!(0), "initialize", params)
}

/// The notification that ends the handshake.
#[must_use]
pub fn initialized() -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/initialized"})
}

/// A request without an envelope.
#[must_use]
pub fn plain(id: Value, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

/// A tool call without an envelope.
#[must_use]
pub fn plain_call(id: impl Into<Value>, tool: &str, arguments: Value) -> Value {
    plain(id.into(), "tools/call", json!({"name": tool, "arguments": arguments}))
}

/// The cancellation of a request.
#[must_use]
pub fn cancel(id: impl Into<Value>) -> Value {
    let params = json!({"requestId": id.into()});
    json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
}

/// The answer to a request of the server's.
#[must_use]
pub fn respond(asked: &Value, result: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": asked["id"], "result": result})
}

/// The capabilities of a client that can show forms, as `revision` writes them.
#[must_use]
pub fn forms(revision: &str) -> Value {
    if revision == "2025-11-25" {
        json!({"elicitation": {"form": {}}})
    } else {
        json!({"elicitation": {}})
    }
}

impl Piped {
    /// Opens a session.
    pub fn open(&mut self, revision: &str, capabilities: Value) -> Value {
        let answer = self.answer(&initialize(revision, capabilities));
        check_handshake(revision, "initialize", &answer);
        self.send(&initialized());
        answer
    }

    /// The next message, which asks or tells.
    #[must_use]
    pub fn asked(&self, revision: &str) -> Value {
        let message = self.receive();
        check_handshake(revision, message["method"].as_str().unwrap_or_default(), &message);
        assert!(message["method"].is_string(), "{message}");
        message
    }
}

/// A session over HTTP.
#[derive(Debug)]
pub struct Session<'s> {
    served: &'s Served,
    pub id: String,
    pub revision: String,
}

impl<'s> Session<'s> {
    /// Opens a session.
    #[must_use]
    pub fn open(served: &'s Served, revision: &str, capabilities: Value) -> Self {
        let reply = post(served, &initialize(revision, capabilities)).send();
        assert_eq!(reply.status, 200, "{reply:?}");
        check_handshake(revision, "initialize", &reply.json());
        let id = reply.header("mcp-session-id").expect("a session").to_owned();
        let session = Self { served, id, revision: revision.to_owned() };
        let reply = session.post(&initialized()).send();
        assert_eq!((reply.status, &*reply.body), (202, ""), "{reply:?}");
        session
    }

    /// A POST with the headers of the session.
    #[must_use]
    pub fn post(&self, message: &Value) -> Request<'s> {
        self.with_headers(post(self.served, message))
    }

    /// A GET with the headers of the session.
    #[must_use]
    pub fn get(&self) -> Request<'s> {
        let request = self.served.bare("").method("GET").header("Accept", "text/event-stream");
        self.with_headers(request)
    }

    /// Ends the session.
    #[must_use]
    pub fn delete(&self) -> HttpReply {
        self.with_headers(self.served.bare("").method("DELETE")).send()
    }

    fn with_headers(&self, request: Request<'s>) -> Request<'s> {
        request.header("Mcp-Session-Id", &self.id).header("MCP-Protocol-Version", &self.revision)
    }

    /// Sends a request and reads its answer, which needs no stream.
    #[must_use]
    pub fn answer(&self, message: &Value) -> Value {
        let reply = self.post(message).send();
        assert_eq!(reply.status, 200, "{reply:?}");
        let answer = reply.json();
        check_handshake(&self.revision, message["method"].as_str().unwrap_or_default(), &answer);
        assert_eq!(answer["id"], message["id"]);
        answer
    }

    /// Answers a request of the server's.
    pub fn respond(&self, asked: &Value, result: Value) {
        let reply = self.post(&respond(asked, result)).send();
        assert_eq!((reply.status, &*reply.body), (202, ""), "{reply:?}");
    }
}

/// A POST as a client sends it that knows no session yet.
#[must_use]
pub fn post<'s>(served: &'s Served, message: &Value) -> Request<'s> {
    served
        .bare(message.to_string())
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
}

/// A stream of events that is read as it comes.
#[derive(Debug)]
pub struct Events {
    pub status: u16,
    pub head: String,
    reader: BufReader<TcpStream>,
}

/// One event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    pub id: Option<String>,
    pub retry: Option<String>,
    pub data: Option<String>,
}

impl Events {
    /// Sends a request and reads the head of its reply.
    #[must_use]
    pub fn of(request: &Request<'_>) -> Self {
        let mut stream = TcpStream::connect(request.addr()).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time-out");
        stream.write_all(&request.bytes()).expect("a server that reads");
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(reader.read_line(&mut head).expect("a head"), 0, "{head}");
        }
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Self { status: status.expect("a status"), head: head.to_ascii_lowercase(), reader }
    }

    /// The next event, comments left out; `None` at the end of the stream.
    ///
    /// Each event comes in a chunk of its own, so that the lines of its chunk are its lines.
    #[must_use]
    pub fn event(&mut self) -> Option<Event> {
        assert_eq!(self.status, 200, "{}", self.head);
        assert!(self.head.contains("content-type: text/event-stream"), "{}", self.head);
        let mut event = Event::default();
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).expect("a line in time") == 0 {
                return None;
            }
            let line = line.trim_end_matches(['\r', '\n']);
            if line == "0" {
                return None;
            }
            let value =
                |prefix: &str| line.strip_prefix(prefix).map(|value| value.trim().to_owned());
            if let Some(id) = value("id:") {
                event.id = Some(id);
            } else if let Some(retry) = value("retry:") {
                event.retry = Some(retry);
            } else if let Some(data) = value("data:") {
                event.data = Some(data);
            } else if line.is_empty() && event != Event::default() {
                return Some(event);
            }
        }
    }

    /// The next message; events without one are passed over.
    #[must_use]
    pub fn message(&mut self) -> Option<Value> {
        loop {
            let data = self.event()?.data.unwrap_or_default();
            if !data.is_empty() {
                return Some(serde_json::from_str(&data).expect("JSON in one line"));
            }
        }
    }

    /// The next message, which asks or tells.
    #[must_use]
    pub fn asked(&mut self, revision: &str) -> Value {
        let message = self.message().expect("a message");
        check_handshake(revision, message["method"].as_str().unwrap_or_default(), &message);
        assert!(message["method"].is_string(), "{message}");
        message
    }

    /// The last message of the stream: the answer to a tool call.
    #[must_use]
    pub fn result(&mut self, revision: &str) -> Value {
        let message = self.message().expect("a message");
        check_handshake(revision, "tools/call", &message);
        assert_eq!(self.message(), None);
        message["result"].clone()
    }
}

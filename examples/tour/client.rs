//! A small client of revision 2026-07-28: it calls a tool, answers what is asked, and calls again.
//!
//! It is written out, so that the tour shows the protocol and not a library. It does not know the
//! tool it calls.

use std::{io, net::SocketAddr};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::trace;

/// What the user does with a form.
pub(crate) enum Answers {
    /// Every field gets this text.
    Accept(String),
    Decline,
}

/// A client of one server.
pub(crate) struct Client {
    addr: SocketAddr,
    last_id: u64,
}

impl Client {
    pub(crate) fn new(addr: SocketAddr) -> Self {
        Self { addr, last_id: 0 }
    }

    /// Calls `tool` until it is done, and returns its text.
    pub(crate) async fn call(
        &mut self,
        tool: &str,
        mut answer: impl FnMut(&str) -> io::Result<Answers>,
    ) -> io::Result<String> {
        let mut retry = json!({});
        for round in 1.. {
            trace::round(round);
            let mut params = json!({"name": tool, "arguments": {}, "_meta": meta()});
            merge(&mut params, retry);
            let result = self.request("tools/call", tool, params).await?;
            if result["resultType"] == "complete" {
                return Ok(result["content"][0]["text"].as_str().unwrap_or_default().to_owned());
            }
            let mut responses = json!({});
            for (key, request) in result["inputRequests"].as_object().into_iter().flatten() {
                responses[key] = respond(&request["params"], &mut answer)?;
            }
            retry = json!({
                "inputResponses": responses,
                "requestState": result["requestState"].clone(),
            });
        }
        Err(io::Error::other("the rounds never end"))
    }

    async fn request(&mut self, method: &str, name: &str, params: Value) -> io::Result<Value> {
        self.last_id += 1;
        let body =
            json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params});
        trace::sent(&body);
        let reply = self.post(method, name, &body.to_string()).await?;
        let reply: Value = serde_json::from_str(&reply)?;
        trace::received(&reply);
        match reply.get("result") {
            Some(result) => Ok(result.clone()),
            None => Err(io::Error::other(format!("the server refused: {}", reply["error"]))),
        }
    }

    async fn post(&self, method: &str, name: &str, body: &str) -> io::Result<String> {
        let mut stream = TcpStream::connect(self.addr).await?;
        let head = format!(
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
             MCP-Protocol-Version: {VERSION}\r\nMcp-Method: {method}\r\nMcp-Name: {name}\r\n\
             Content-Length: {}\r\n\r\n",
            self.addr,
            body.len()
        );
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body.as_bytes()).await?;
        let mut reply = String::new();
        stream.read_to_string(&mut reply).await?;
        let body = reply.split_once("\r\n\r\n").map(|(_, body)| body.to_owned());
        body.ok_or_else(|| io::Error::other("the server closed the connection"))
    }
}

const VERSION: &str = "2026-07-28";

fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": VERSION,
        "io.modelcontextprotocol/clientInfo": {"name": "tour", "version": "1.0.0"},
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
    })
}

fn merge(params: &mut Value, retry: Value) {
    if let (Value::Object(params), Value::Object(retry)) = (params, retry) {
        params.extend(retry);
    }
}

fn respond(
    form: &Value,
    answer: &mut impl FnMut(&str) -> io::Result<Answers>,
) -> io::Result<Value> {
    let question = form["message"].as_str().unwrap_or_default();
    Ok(match answer(question)? {
        Answers::Decline => json!({"action": "decline"}),
        Answers::Accept(text) => {
            let mut content = json!({});
            for field in form["requestedSchema"]["properties"].as_object().into_iter().flatten() {
                content[field.0] = json!(text);
            }
            json!({"action": "accept", "content": content})
        }
    })
}

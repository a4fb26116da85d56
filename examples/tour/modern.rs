//! A small client of revision 2026-07-28: it calls a tool, answers what is asked, and calls again.
//!
//! It is written out, so that the tour shows the protocol and not a library. It does not know the
//! tool it calls.

use std::{io, net::SocketAddr};

use serde_json::{Value, json};

use crate::{
    http,
    player::{Player, respond},
    trace,
};

const VERSION: &str = "2026-07-28";

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
    pub(crate) async fn call(&mut self, tool: &str, player: &mut Player) -> io::Result<String> {
        let mut retry = json!({});
        for round in 1.. {
            trace::step(&match round {
                1 => "round 1: the client calls the tool".to_owned(),
                _ => {
                    format!("round {round}: the client calls again, with the answer and the state")
                }
            });
            let mut params = json!({"name": tool, "arguments": {}, "_meta": meta()});
            merge(&mut params, retry);
            let result = self.request("tools/call", tool, params).await?;
            if result["resultType"] == "complete" {
                return Ok(result["content"][0]["text"].as_str().unwrap_or_default().to_owned());
            }
            let mut responses = json!({});
            for (key, request) in result["inputRequests"].as_object().into_iter().flatten() {
                responses[key] = respond(&request["params"], player)?;
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
        let headers =
            [("MCP-Protocol-Version", VERSION), ("Mcp-Method", method), ("Mcp-Name", name)];
        let mut reply = http::post(self.addr, &headers, &body).await?;
        let reply: Value = serde_json::from_str(&reply.body().await?)?;
        trace::received(&reply);
        match reply.get("result") {
            Some(result) => Ok(result.clone()),
            None => Err(io::Error::other(format!("the server refused: {}", reply["error"]))),
        }
    }
}

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

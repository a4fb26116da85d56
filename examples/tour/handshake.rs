//! A small client of revision 2025-11-25: it opens a session, calls a tool, and is asked while the call
//! runs.
//!
//! It is written out, as its sister for the newest revision is. It does not know the tool it calls.

use std::{io, net::SocketAddr};

use serde_json::{Value, json};

use crate::{
    http::{self, Reply},
    player::{Player, respond},
    trace,
};

const VERSION: &str = "2025-11-25";

/// A client in a session.
pub(crate) struct Client {
    addr: SocketAddr,
    session: String,
}

impl Client {
    /// Opens a session.
    pub(crate) async fn open(addr: SocketAddr) -> io::Result<Self> {
        trace::step("the client shakes hands");
        let params = json!({
            "protocolVersion": VERSION,
            "capabilities": {"elicitation": {"form": {}}},
            "clientInfo": {"name": "tour", "version": "1.0.0"},
        });
        let mut client = Self { addr, session: String::new() };
        let mut reply = client.send(&request(1, "initialize", &params)).await?;
        let session = reply.header("mcp-session-id").map(str::to_owned);
        client.session = session.ok_or_else(|| io::Error::other("the server opened no session"))?;
        trace::received(&serde_json::from_str(&reply.body().await?)?);
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        client.send(&initialized).await?;
        Ok(client)
    }

    /// Calls `tool`, answers what it asks meanwhile, and returns its text.
    pub(crate) async fn call(&self, tool: &str, player: &mut Player) -> io::Result<String> {
        trace::step("the client calls the tool, and keeps listening");
        let params = json!({"name": tool, "arguments": {}});
        let mut events = self.send(&request(2, "tools/call", &params)).await?;
        loop {
            let message = events.event().await?;
            trace::received(&message);
            if let Some(text) = message["result"]["content"][0]["text"].as_str() {
                return Ok(text.to_owned());
            }
            if message["method"] != "elicitation/create" {
                return Err(io::Error::other(format!("the server said {message}")));
            }
            trace::step("the client answers in a request of its own, and the call goes on");
            let result = respond(&message["params"], player)?;
            let answer = json!({"jsonrpc": "2.0", "id": message["id"], "result": result});
            self.send(&answer).await?;
        }
    }

    async fn send(&self, message: &Value) -> io::Result<Reply> {
        trace::sent(message);
        let headers = [("Mcp-Session-Id", &*self.session), ("MCP-Protocol-Version", VERSION)];
        let headers = if self.session.is_empty() { &[] } else { &headers[..] };
        http::post(self.addr, headers, message).await
    }
}

fn request(id: u64, method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

//! Every example, served over HTTP, against what a hostile or an odd client sends. People copy examples.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};

use crate::transcripts::EXAMPLES;

/// An example that serves until it is dropped.
struct Example {
    process: Child,
    addr: String,
}

impl Example {
    fn start(program: &str) -> Self {
        let mut process = Command::new(program)
            .args(["--http", "127.0.0.1:0"])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let addr = lines.find_map(|line| {
            let addr = line.unwrap().strip_prefix("serving http://")?.to_owned();
            Some(addr.trim_end_matches("/mcp").to_owned())
        });
        Self { process, addr: addr.unwrap() }
    }

    /// Sends a request with the headers of its body, or others in their place; gives the status and the
    /// body.
    fn send(&self, message: &Value, others: &[(&str, &str)]) -> (u16, Value) {
        let params = &message["params"];
        let name = params.get("name").or(params.get("uri")).and_then(Value::as_str);
        let version = &params["_meta"]["io.modelcontextprotocol/protocolVersion"];
        let mut headers = vec![
            ("Host", &*self.addr),
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
            ("MCP-Protocol-Version", version.as_str().unwrap()),
            ("Mcp-Method", message["method"].as_str().unwrap()),
            ("Mcp-Name", name.unwrap_or_default()),
        ];
        headers.retain(|(header, _)| !others.iter().any(|(other, _)| other == header));
        let body = message.to_string();
        let mut request = format!("POST /mcp HTTP/1.1\r\nContent-Length: {}\r\n", body.len());
        for (name, value) in headers.iter().chain(others) {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        let mut stream = TcpStream::connect(&self.addr).unwrap();
        write!(stream, "{request}Connection: close\r\n\r\n{body}").unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let (head, body) = reply.split_once("\r\n\r\n").unwrap();
        (head[9..12].parse().unwrap(), serde_json::from_str(body).unwrap_or_default())
    }

    fn error(&self, message: &Value, others: &[(&str, &str)]) -> (u16, i64) {
        let (status, answer) = self.send(message, others);
        (status, answer["error"]["code"].as_i64().unwrap_or_default())
    }
}

impl Drop for Example {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it reads better with values")]
fn request(method: &str, capabilities: Value, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    });
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

/// B130: evil origins and hosts, forged states, unknown versions and methods.
#[test]
fn b130_every_example_makes_the_checks_that_are_mandatory() {
    for (program, file) in EXAMPLES {
        let example = Example::start(program);
        let discover = request("server/discover", json!({}), json!({}));
        let (status, answer) = example.send(&discover, &[]);
        assert_eq!(status, 200, "{file}");
        for (name, value) in [("Origin", "http://evil.example.com"), ("Host", "evil.example.com")] {
            assert_eq!(example.send(&discover, &[(name, value)]).0, 403, "{file} {name}");
        }
        let mut version = discover.clone();
        version["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("v999.0.0");
        assert_eq!(example.error(&version, &[]), (400, -32022), "{file}");
        let header = [("MCP-Protocol-Version", "2025-11-25")];
        assert_eq!(example.error(&discover, &header), (400, -32020), "{file}");
        let unknown = request("tools/unknown", json!({}), json!({}));
        assert_eq!(example.error(&unknown, &[]), (404, -32601), "{file}");

        let offered = &answer["result"]["capabilities"];
        for (kind, list, member, call, name) in [
            ("tools", "tools/list", "tools", "tools/call", "name"),
            ("prompts", "prompts/list", "prompts", "prompts/get", "name"),
            ("resources", "resources/list", "resources", "resources/read", "uri"),
        ] {
            if offered.get(kind).is_none() {
                continue;
            }
            let (_, listed) = example.send(&request(list, json!({}), json!({})), &[]);
            for handler in listed["result"][member].as_array().unwrap() {
                let params = json!({
                    name: handler[name],
                    "requestState": "v1.forged",
                    "inputResponses": {"sure": {"action": "accept", "content": {"confirm": true}}},
                });
                let forged = request(call, json!({"elicitation": {}}), params);
                assert_eq!(example.error(&forged, &[]), (200, -32602), "{file} {}", handler[name]);
            }
        }
    }
}

/// B130: the example that destroys something does not without a yes.
#[test]
fn b130_the_destructive_example_has_all_its_paths() {
    let example = Example::start(env!("CARGO_BIN_EXE_delete"));
    let params = json!({"name": "delete", "arguments": {"path": "a"}});
    let call = |capabilities| request("tools/call", capabilities, params.clone());
    assert_eq!(example.error(&call(json!({})), &[]), (400, -32021));
    let (_, asked) = example.send(&call(json!({"elicitation": {}})), &[]);
    let state = asked["result"]["requestState"].as_str().unwrap();
    for (answer, text) in [
        (json!({"action": "decline"}), "not done: the user did not confirm `sure`"),
        (json!({"action": "cancel"}), "not done: the user did not confirm `sure`"),
        (
            json!({"action": "accept", "content": {"confirm": false}}),
            "not done: the user did not confirm `sure`",
        ),
        (json!({"action": "accept", "content": {"confirm": true}}), "a is gone."),
    ] {
        let mut retry = call(json!({"elicitation": {}}));
        retry["params"]["inputResponses"] = json!({"sure": answer});
        retry["params"]["requestState"] = json!(state);
        let (_, done) = example.send(&retry, &[]);
        assert_eq!(done["result"]["content"][0]["text"], text, "{answer}");
        // Proved for one file, it is worth nothing for another.
        retry["params"]["arguments"] = json!({"path": "b"});
        assert_eq!(example.error(&retry, &[]), (200, -32602));
    }
}

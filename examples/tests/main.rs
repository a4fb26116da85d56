//! The examples as their users run them: processes, a command line, stdin and stdout.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod checks;
mod transcripts;

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

const GREETERS: [&str; 2] = [env!("CARGO_BIN_EXE_greet"), env!("CARGO_BIN_EXE_greet_inline")];

fn call(params: &Value) -> Value {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
    });
    let mut params = params.clone();
    params["name"] = json!("greet");
    params["_meta"] = meta;
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
}

fn tour(arguments: &[&str]) -> String {
    let tour = Command::new(env!("CARGO_BIN_EXE_tour"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(tour.status.success(), "{tour:?}");
    String::from_utf8(tour.stdout).unwrap()
}

#[test]
fn the_tour_shows_every_message_and_ends_with_the_text() {
    for (arguments, last) in [
        (vec!["--answer", "Ada"], "Hello, Ada!"),
        (vec!["--answer", "Grace"], "Hello, Grace!"),
        (vec!["--decline"], "Hello, stranger!"),
        // Without a terminal it answers itself.
        (vec![], "Hello, Ada!"),
    ] {
        let shown = tour(&arguments);
        assert_eq!(shown.lines().last(), Some(last), "{arguments:?}");
        let modern = ["round 1", "inputRequests", "Your name?", "round 2", "requestState"];
        let handshake = ["2025-11-25", "initialize", "elicitation/create", "mid-call"];
        for part in modern.into_iter().chain(handshake) {
            assert!(shown.contains(part), "{part} is not in {shown}");
        }
        assert_eq!(shown.matches(&format!("\n{last}\n")).count(), 2, "each era has its text");
        assert!(!shown.contains('\u{1b}'), "colours are for terminals");
    }
}

#[test]
fn a_wrong_command_line_says_what_is_right() {
    for program in [GREETERS[0], env!("CARGO_BIN_EXE_tour")] {
        let ended = Command::new(program).arg("--what").output().unwrap();
        assert!(!ended.status.success());
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(said.contains("usage:"), "{said}");
    }
}

/// M-STDIO-1, M-STDIO-4, B108: only protocol on stdout, and the end of stdin is the end.
#[test]
fn b108_the_greeters_write_nothing_but_the_protocol_to_stdout() {
    for greeter in GREETERS {
        let mut process = Command::new(greeter)
            .arg("--stdio")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = process.stdin.take().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut answer = |message: &Value| -> Value {
            writeln!(input, "{message}").unwrap();
            serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap()
        };
        let asked = answer(&call(&json!({})));
        let done = answer(&call(&json!({
            "inputResponses": {"who": {"action": "accept", "content": {"name": "Ada"}}},
            "requestState": asked["result"]["requestState"],
        })));
        assert_eq!(done["result"]["content"][0]["text"], "Hello, Ada!");
        drop(input);
        assert!(process.wait().unwrap().success());
        assert!(lines.next().is_none());
    }
}

#[test]
fn the_greeters_serve_http_where_they_say() {
    for greeter in GREETERS {
        let mut process = Command::new(greeter)
            .args(["--http", "127.0.0.1:0"])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(process.stderr.take().unwrap()).lines().next().unwrap().unwrap();
        let addr = said.split("//").nth(1).and_then(|rest| rest.strip_suffix("/mcp")).unwrap();
        let body = call(&json!({})).to_string();
        let mut stream = TcpStream::connect(addr).unwrap();
        write!(
            stream,
            "POST /mcp HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nMCP-Protocol-Version: 2026-07-28\r\n\
             Mcp-Method: tools/call\r\nMcp-Name: greet\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        process.kill().unwrap();
        process.wait().unwrap();
        assert!(reply.contains("\"Your name?\""), "{reply}");
    }
}

//! Thousands of handshake sessions: half of them are never ended, a third lose the stream of a question.

use std::{
    io::{self, Read, Write},
    net::{SocketAddr, TcpStream},
    thread,
    time::{Duration, Instant},
};

use askback::{HttpOptions, prelude::*};
use serde_json::{Value, json};
use tokio::{net::TcpListener, runtime::Runtime, sync::oneshot};

use crate::{memory, tools::greet};

/// What an idle session may cost, in bytes.
const MOST_PER_SESSION: u64 = 8 * 1024;

/// How long a session may be unused.
const IDLE: Duration = Duration::from_secs(4);

/// Says what it was given.
#[tool]
async fn echo(text: String) -> String {
    text
}

/// Opens so many sessions, twice.
pub(crate) fn run(sessions: u64) -> io::Result<()> {
    let runtime = Runtime::new()?;
    let baseline = runtime.metrics().num_alive_tasks();
    let (stop, stopped) = oneshot::channel();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"))?;
    let addr = listener.local_addr()?;
    let options = HttpOptions::new().session_idle_limit(IDLE);
    let server = Server::new("soak", "1.0.0")
        .tool(greet)
        .tool(echo)
        .answer_timeout(Duration::from_secs(2))
        .http_options(options);
    let http = runtime.spawn(server.serve_http_on(listener, async { drop(stopped.await) }));

    // What the first sessions cost is the server's: its code, its threads, its tables.
    wave(addr, sessions / 20)?;
    let before = memory::resident()?;
    let open = wave(addr, sessions)?;
    // Questions that nobody answers have timed out, and no session is forgotten yet.
    let full = memory::resident()?;
    forgotten();
    let warm = memory::resident()?;
    wave(addr, sessions)?;
    forgotten();
    let end = memory::resident()?;
    let _ = stop.send(());
    runtime.block_on(http)?.map_err(io::Error::other)?;
    thread::sleep(Duration::from_millis(500));
    let left = runtime.metrics().num_alive_tasks().saturating_sub(baseline);
    let per_session = full.saturating_sub(before) * 1024 / open.max(1);
    eprintln!("{per_session} bytes for each open session");
    if per_session > MOST_PER_SESSION {
        return Err(io::Error::other("an idle session costs too much"));
    }
    memory::judge(warm, end, left)
}

/// Waits until every session has been unused for too long.
fn forgotten() {
    thread::sleep(IDLE * 2);
}

/// Opens sessions; returns how many of them are left open.
fn wave(addr: SocketAddr, sessions: u64) -> io::Result<u64> {
    let start = Instant::now();
    let mut open = 0;
    for number in 0..sessions {
        let mut connection = TcpStream::connect(addr)?;
        connection.set_nodelay(true)?;
        let session = initialize(&mut connection)?;
        post(&mut connection, &session, &initialized())?;
        post(&mut connection, &session, &call(1, "echo", &json!({"text": "x".repeat(100)})))?;
        if number % 2 == 0 {
            send(&mut connection, "DELETE", &session, "")?;
            read_head(&mut connection)?;
            continue;
        }
        open += 1;
        if number % 3 == 0 {
            // The question is out, and the connection is gone.
            send(&mut connection, "POST", &session, &call(2, "greet", &json!({})).to_string())?;
            read_head(&mut connection)?;
        }
    }
    eprintln!("{sessions} sessions in {:.1} s", start.elapsed().as_secs_f64());
    Ok(open)
}

fn call(id: u64, tool: &str, arguments: &Value) -> Value {
    let params = json!({"name": tool, "arguments": arguments});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
}

fn initialized() -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/initialized"})
}

fn initialize(connection: &mut TcpStream) -> io::Result<String> {
    let params = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {"elicitation": {}},
        "clientInfo": {"name": "soak", "version": "1"},
    });
    let message = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
    send(connection, "POST", "", &message.to_string())?;
    let head = read_head(connection)?;
    read_body(connection, &head)?;
    let id = head.lines().find_map(|line| line.strip_prefix("mcp-session-id: "));
    id.map(str::to_owned).ok_or_else(|| io::Error::other(head.clone()))
}

fn post(connection: &mut TcpStream, session: &str, message: &Value) -> io::Result<()> {
    send(connection, "POST", session, &message.to_string())?;
    let head = read_head(connection)?;
    read_body(connection, &head)
}

fn send(connection: &mut TcpStream, method: &str, session: &str, body: &str) -> io::Result<()> {
    let session = match session {
        "" => String::new(),
        id => format!("Mcp-Session-Id: {id}\r\n"),
    };
    let request = format!(
        "{method} /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\n{session}Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    connection.write_all(request.as_bytes())
}

fn read_head(connection: &mut TcpStream) -> io::Result<String> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        connection.read_exact(&mut byte)?;
        head.push(byte[0]);
    }
    Ok(String::from_utf8_lossy(&head).to_ascii_lowercase())
}

fn read_body(connection: &mut TcpStream, head: &str) -> io::Result<()> {
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let length = length.and_then(|length| length.parse().ok()).unwrap_or(0);
    connection.read_exact(&mut vec![0; length])
}

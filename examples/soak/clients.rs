//! Clients that hang up, cancel, abandon their questions and subscriptions and send garbage, over HTTP
//! and stdio.

use std::{
    io::{self, BufRead, BufReader, PipeWriter, Read, Write},
    net::{SocketAddr, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use askback::{Notifier, Progress, State, prelude::*};
use serde_json::{Value, json};
use tokio::{net::TcpListener, runtime::Runtime, sync::oneshot};

use crate::{memory, tools::greet};

/// Takes longer than any client waits.
#[tool]
async fn slow(cx: &Context, notifier: State<Notifier>) -> String {
    cx.progress(Progress::at(1));
    notifier.tools_changed();
    let over = cx.cancelled();
    tokio::spawn(over);
    tokio::time::sleep(Duration::from_secs(600)).await;
    format!("{cx:?}")
}

/// What all clients share.
#[derive(Default)]
struct Shared {
    over: AtomicBool,
    requests: AtomicU64,
}

/// Lets `clients` misbehave for so many seconds.
pub(crate) fn run(seconds: u64, clients: u64) -> io::Result<()> {
    let runtime = Runtime::new()?;
    let baseline = runtime.metrics().num_alive_tasks();
    let shared = Arc::new(Shared::default());
    let (stop, stopped) = oneshot::channel();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"))?;
    let addr = listener.local_addr()?;
    let http = runtime.spawn(server().serve_http_on(listener, async { drop(stopped.await) }));
    let (to_server, stdio) = start_stdio(&runtime)?;
    let mut threads: Vec<_> = (0..clients).map(|seed| http_client(&shared, addr, seed)).collect();
    threads.push(stdio_client(&shared, to_server));

    let start = Instant::now();
    thread::sleep(Duration::from_secs(seconds) / 4);
    let warm = memory::resident()?;
    thread::sleep(Duration::from_secs(seconds).saturating_sub(start.elapsed()));
    let end = memory::resident()?;
    shared.over.store(true, Ordering::SeqCst);
    for thread in threads {
        thread.join().map_err(|_| io::Error::other("a client panicked"))??;
    }
    let _ = stop.send(());
    for served in [runtime.block_on(http), runtime.block_on(stdio)] {
        served?.map_err(io::Error::other)?;
    }
    // Tasks that were told to stop need a moment to be gone.
    thread::sleep(Duration::from_millis(500));
    let left = runtime.metrics().num_alive_tasks().saturating_sub(baseline);
    eprintln!("{} requests", shared.requests.load(Ordering::SeqCst));
    memory::judge(warm, end, left)
}

fn server() -> Server {
    Server::new("soak", "1.0.0").notifier(&Notifier::new()).tool(greet).tool(slow)
}

fn call(id: u64, tool: &str, more: &Value) -> Value {
    let mut params = json!({
        "name": tool,
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
        },
    });
    if let (Value::Object(params), Value::Object(more)) = (&mut params, more.clone()) {
        params.extend(more);
    }
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
}

/// A call of the client that wants to hear of its progress.
fn reporting(mut call: Value) -> Value {
    call["params"]["_meta"]["progressToken"] = call["id"].clone();
    call
}

fn listen(id: u64) -> Value {
    let mut message = call(id, "", &json!({"notifications": {"toolsListChanged": true}}));
    message["method"] = json!("subscriptions/listen");
    message
}

fn answers(asked: &Value) -> Value {
    json!({
        "inputResponses": {"who": {"action": "accept", "content": {"text": "x".repeat(100)}}},
        "requestState": asked["result"]["requestState"],
    })
}

type Client = thread::JoinHandle<io::Result<()>>;

fn http_client(shared: &Arc<Shared>, addr: SocketAddr, seed: u64) -> Client {
    let shared = Arc::clone(shared);
    thread::spawn(move || {
        let mut turn = seed;
        while !shared.over.load(Ordering::SeqCst) {
            turn += 1;
            shared.requests.fetch_add(1, Ordering::Relaxed);
            match turn % 6 {
                // Asked and never answered.
                0 => drop(post(addr, "greet", &call(turn, "greet", &json!({})).to_string())?),
                // Gone before the answer.
                1 => drop(send(addr, "slow", &call(turn, "slow", &json!({})).to_string())?),
                // Gone in the middle of what is told.
                3 => hears(addr, "slow", &reporting(call(turn, "slow", &json!({}))))?,
                4 => hears(addr, "", &listen(turn))?,
                2 => drop(post(addr, "greet", &"[{\"".repeat(200))?),
                _ => {
                    let asked = post(addr, "greet", &call(turn, "greet", &json!({})).to_string())?;
                    let asked = asked.split_once("\r\n\r\n").map_or("", |(_, body)| body);
                    let asked = serde_json::from_str(asked)?;
                    let retry = call(turn, "greet", &answers(&asked));
                    let done = post(addr, "greet", &retry.to_string())?;
                    assert!(done.contains("xxxx"), "{done}");
                }
            }
        }
        Ok(())
    })
}

fn send(addr: SocketAddr, tool: &str, body: &str) -> io::Result<TcpStream> {
    let mut stream = TcpStream::connect(addr)?;
    let method = if tool.is_empty() { "subscriptions/listen" } else { "tools/call" };
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\nMcp-Name: {tool}\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())?;
    Ok(stream)
}

fn post(addr: SocketAddr, tool: &str, body: &str) -> io::Result<String> {
    let mut reply = String::new();
    send(addr, tool, body)?.read_to_string(&mut reply)?;
    Ok(reply)
}

/// Reads the beginning of a stream, and goes.
fn hears(addr: SocketAddr, tool: &str, message: &Value) -> io::Result<()> {
    let mut heard = [0; 64];
    send(addr, tool, &message.to_string())?.read_exact(&mut heard)?;
    assert!(heard.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&heard));
    Ok(())
}

type Serving = tokio::task::JoinHandle<askback::Result<()>>;

/// A server on pipes, and a thread that throws its answers away.
fn start_stdio(runtime: &Runtime) -> io::Result<(PipeWriter, Serving)> {
    let (server_input, to_server) = io::pipe()?;
    let (from_server, server_output) = io::pipe()?;
    thread::spawn(move || {
        let lines = BufReader::new(from_server).lines().map_while(Result::ok);
        lines.for_each(drop);
    });
    Ok((to_server, runtime.spawn(server().serve_stdio_on(server_input, server_output))))
}

fn stdio_client(shared: &Arc<Shared>, mut to_server: PipeWriter) -> Client {
    let shared = Arc::clone(shared);
    thread::spawn(move || {
        let mut id = 0;
        while !shared.over.load(Ordering::SeqCst) {
            id += 1;
            shared.requests.fetch_add(3, Ordering::Relaxed);
            let cancel = json!({
                "jsonrpc": "2.0",
                "method": "notifications/cancelled",
                "params": {"requestId": id},
            });
            let started =
                if id % 2 == 0 { listen(id) } else { reporting(call(id, "slow", &json!({}))) };
            writeln!(to_server, "{started}")?;
            writeln!(to_server, "garbage {id}")?;
            writeln!(to_server, "{cancel}")?;
            writeln!(to_server, "{}", call(id, "greet", &json!({})))?;
            // The server is to be soaked, not the pipe.
            thread::sleep(Duration::from_micros(200));
        }
        Ok(())
    })
}

//! A server on two pipes, served as stdin and stdout are, and a raw client for it.

use std::{
    io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe},
    sync::mpsc,
    thread,
    time::Duration,
};

use askback::Server;
use serde_json::Value;

/// A server that reads what a test writes, and lines that come back.
#[derive(Debug)]
pub struct Piped {
    input: Option<PipeWriter>,
    lines: mpsc::Receiver<String>,
    server: Option<thread::JoinHandle<()>>,
}

impl Piped {
    /// Starts `server` on pipes of its own.
    #[must_use]
    pub fn start(server: Server) -> Self {
        let (server_input, input) = pipe().expect("a pipe");
        let (output, server_output) = pipe().expect("a pipe");
        let server = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .expect("a runtime");
            let serving = server.serve_stdio_on(server_input, server_output);
            runtime.block_on(serving).expect("a server");
        });
        Self { input: Some(input), lines: lines(output), server: Some(server) }
    }

    /// Writes bytes as they are.
    pub fn write(&mut self, bytes: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("an open input");
        input.write_all(bytes.as_ref()).expect("a server that reads");
    }

    /// Writes one message.
    pub fn send(&mut self, message: &Value) {
        self.write(format!("{message}\n"));
    }

    /// The next message, within 20 s.
    #[must_use]
    pub fn receive(&self) -> Value {
        let line = self.lines.recv_timeout(Duration::from_secs(20)).expect("a line in time");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// Sends a message and takes the next one as its answer.
    #[must_use]
    pub fn answer(&mut self, message: &Value) -> Value {
        self.send(message);
        self.receive()
    }

    /// Closes the input, and returns what the server still says until it has ended.
    #[must_use]
    pub fn close(mut self) -> Vec<Value> {
        drop(self.input.take());
        let rest =
            self.lines.iter().map(|line| serde_json::from_str(&line).expect("JSON")).collect();
        self.server.take().expect("a server").join().expect("a server that ends well");
        rest
    }
}

fn lines(output: PipeReader) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

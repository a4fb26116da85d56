//! stdio: one message per line, read and written on threads of their own.
//!
//! Threads, because reading stdin through a runtime's blocking pool costs more than the calls
//! themselves; many lines are taken per read and many answers given per write. It knows lines and
//! their limit; what a line says is not its business.

use std::{
    future::poll_fn,
    io::{self, Read, Write},
    pin::Pin,
    sync::{Arc, mpsc},
    task::Poll,
    thread,
    time::Duration,
};

use bytes::Bytes;
use tokio::{runtime::Handle, sync::oneshot};

use crate::{
    dispatch::{Connection, Dispatcher},
    wire::{Rpc, RpcError},
};

const CHUNK: usize = 64 * 1024;

/// Settings of [`Server::stdio_options`](crate::Server::stdio_options).
///
/// ```
/// use std::time::Duration;
///
/// use askback::StdioOptions;
///
/// let options = StdioOptions::new().concurrency(8).drain_limit(Duration::from_secs(1));
/// # let _ = options;
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct StdioOptions {
    concurrency: usize,
    line_limit: usize,
    drain_limit: Duration,
}

impl Default for StdioOptions {
    fn default() -> Self {
        Self { concurrency: 64, line_limit: 4 * 1024 * 1024, drain_limit: Duration::from_secs(5) }
    }
}

impl StdioOptions {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many calls run at a time; 64 if not set, at least 1. More of them wait for a place, 16
    /// for each that may run; beyond that they are refused with -32603.
    pub fn concurrency(mut self, calls: usize) -> Self {
        self.concurrency = calls.max(1);
        self
    }

    /// The longest line that is taken, in bytes; 4 MiB if not set. A longer one is skipped and
    /// answered with an error that names the limit.
    pub fn line_limit(mut self, bytes: usize) -> Self {
        self.line_limit = bytes;
        self
    }

    /// How long calls in flight may go on once stdin is closed; 5 s if not set. What is not done by
    /// then is cancelled.
    pub fn drain_limit(mut self, limit: Duration) -> Self {
        self.drain_limit = limit;
        self
    }
}

/// Serves until `input` ends, then finishes the calls in flight.
pub(crate) async fn serve(
    dispatcher: Arc<Dispatcher>,
    options: StdioOptions,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let connection = Connection::new(dispatcher, Handle::current(), options.concurrency);
    let connection = Arc::new(connection);
    let (answers, queue) = mpsc::channel();
    let reader = Reader { connection: Arc::clone(&connection), answers, limit: options.line_limit };
    let mut written = on_thread("askback-stdout", move || write_answers(&queue, output))?;
    let mut read = on_thread("askback-stdin", move || reader.run(input))?;
    let client_gone = poll_fn(|cx| match Pin::new(&mut read).poll(cx) {
        Poll::Ready(read) => Poll::Ready(ended(read).map(|()| None)),
        Poll::Pending => Pin::new(&mut written).poll(cx).map(|written| Ok(Some(ended(written)))),
    });
    // Where writing ended first, nobody is left to read an answer.
    if let Some(written) = client_gone.await? {
        return written;
    }
    connection.drain(options.drain_limit).await;
    drop(connection);
    ended(written.await)
}

fn ended(result: Result<io::Result<()>, oneshot::error::RecvError>) -> io::Result<()> {
    result.unwrap_or_else(|_| Err(io::Error::other("a stdio thread ended unexpectedly")))
}

fn on_thread(
    name: &str,
    work: impl FnOnce() -> io::Result<()> + Send + 'static,
) -> io::Result<oneshot::Receiver<io::Result<()>>> {
    let (done, ended) = oneshot::channel();
    thread::Builder::new().name(name.to_owned()).spawn(move || {
        // Nobody waits where the whole server has been dropped.
        let _ = done.send(work());
    })?;
    Ok(ended)
}

struct Reader {
    connection: Arc<Connection>,
    answers: mpsc::Sender<Vec<u8>>,
    limit: usize,
}

impl Reader {
    fn run(self, mut input: impl Read) -> io::Result<()> {
        let mut chunk = vec![0; CHUNK];
        let mut lines = Lines { limit: self.limit, pending: Vec::new(), skipping: false };
        let mut out = Vec::new();
        loop {
            let read = match input.read(&mut chunk) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            lines.split(chunk.get(..read).unwrap_or_default(), |line| self.take(line, &mut out));
            self.send(&mut out);
        }
        lines.finish(|line| self.take(line, &mut out));
        self.send(&mut out);
        Ok(())
    }

    fn take(&self, line: Line<'_>, out: &mut Vec<u8>) {
        let answer = match line {
            Line::TooLong => Some(too_long(self.limit)),
            Line::Whole(line) if line.iter().all(u8::is_ascii_whitespace) => None,
            Line::Whole(line) => {
                let answers = self.answers.clone();
                self.connection.receive(Bytes::copy_from_slice(line), move |mut answer| {
                    answer.push(b'\n');
                    // The writer is gone only if the client is.
                    let _ = answers.send(answer);
                })
            }
        };
        if let Some(answer) = answer {
            out.extend_from_slice(&answer);
            out.push(b'\n');
        }
    }

    fn send(&self, out: &mut Vec<u8>) {
        if !out.is_empty() {
            let _ = self.answers.send(std::mem::take(out));
        }
    }
}

fn too_long(limit: usize) -> Vec<u8> {
    let message = format!("the line is longer than the limit of {limit} bytes");
    RpcError::new(Rpc::InvalidRequest, message).write(None)
}

/// Writes what is there in one go, and waits for more.
fn write_answers(queue: &mpsc::Receiver<Vec<u8>>, mut output: impl Write) -> io::Result<()> {
    while let Ok(mut batch) = queue.recv() {
        while let Ok(more) = queue.try_recv() {
            batch.extend_from_slice(&more);
        }
        output.write_all(&batch)?;
        output.flush()?;
    }
    Ok(())
}

/// A line of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line<'a> {
    Whole(&'a [u8]),
    /// It was longer than the limit, and its bytes are gone.
    TooLong,
}

/// Splits chunks into lines without ever holding more than the limit.
struct Lines {
    limit: usize,
    pending: Vec<u8>,
    skipping: bool,
}

impl Lines {
    fn split(&mut self, mut chunk: &[u8], mut each: impl FnMut(Line<'_>)) {
        while let Some(end) = chunk.iter().position(|byte| *byte == b'\n') {
            let (head, rest) = chunk.split_at(end);
            chunk = rest.get(1..).unwrap_or_default();
            if self.pending.is_empty() && !self.skipping && head.len() <= self.limit {
                each(Line::Whole(head));
                continue;
            }
            self.keep(head);
            self.end(&mut each);
        }
        self.keep(chunk);
    }

    /// The last line, where the input does not end with a line break.
    fn finish(&mut self, mut each: impl FnMut(Line<'_>)) {
        if self.skipping || !self.pending.is_empty() {
            self.end(&mut each);
        }
    }

    fn keep(&mut self, part: &[u8]) {
        if self.skipping || self.pending.len() + part.len() > self.limit {
            self.skipping = true;
            self.pending = Vec::new();
        } else {
            self.pending.extend_from_slice(part);
        }
    }

    fn end(&mut self, each: &mut impl FnMut(Line<'_>)) {
        if std::mem::take(&mut self.skipping) {
            each(Line::TooLong);
        } else {
            each(Line::Whole(&self.pending));
        }
        self.pending.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(limit: usize, chunks: &[&str]) -> Vec<Option<String>> {
        let mut lines = Lines { limit, pending: Vec::new(), skipping: false };
        let mut found = Vec::new();
        let mut each = |line: Line<'_>| {
            found.push(match line {
                Line::Whole(line) => Some(String::from_utf8(line.to_vec()).unwrap()),
                Line::TooLong => None,
            });
        };
        chunks.iter().for_each(|chunk| lines.split(chunk.as_bytes(), &mut each));
        lines.finish(each);
        found
    }

    fn some(lines: &[&str]) -> Vec<Option<String>> {
        lines.iter().map(|line| Some((*line).to_owned())).collect()
    }

    #[test]
    fn lines_are_the_same_however_the_input_is_cut() {
        let text = "one\ntwo\n\nthree";
        let whole = some(&["one", "two", "", "three"]);
        assert_eq!(lines(100, &[text]), whole);
        for cut in 0..text.len() {
            let (a, b) = text.split_at(cut);
            assert_eq!(lines(100, &[a, b]), whole, "cut at {cut}");
        }
    }

    /// B101.
    #[test]
    fn a_line_over_the_limit_is_reported_once_and_the_next_one_is_read() {
        let long = "a".repeat(6);
        for chunks in
            [vec!["aaaaaa\nok\n"], vec!["aaa", "aaa", "aaa\nok\n"], vec!["aaaaaa", "\nok"]]
        {
            assert_eq!(lines(5, &chunks), [None, Some("ok".to_owned())], "{chunks:?}");
        }
        assert_eq!(lines(5, &[&long]), [None]);
        assert_eq!(lines(6, &[&long]), some(&["aaaaaa"]));
    }
}

//! stdio: one message per line, read and written on threads of their own.
//!
//! Threads, because reading stdin through a runtime's blocking pool costs more than the calls
//! themselves; many lines are taken per read and many answers given per write. It knows lines and
//! their limit; what a line says is not its business.

mod lines;
mod outbox;

use std::{
    future::poll_fn,
    io::{self, Read, Write},
    pin::Pin,
    sync::Arc,
    task::Poll,
    thread,
    time::Duration,
};

use bytes::Bytes;
use tokio::{runtime::Handle, sync::oneshot};

use lines::{Line, Lines};
use outbox::Outbox;

use crate::{
    ask::Outlet,
    dispatch::{Connection, Dispatcher, Received},
    wire::{Rpc, RpcError, one_line},
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
    let (connection, outbox) = (Arc::new(connection), Arc::new(Outbox::default()));
    let reader = Reader {
        connection: Arc::clone(&connection),
        outbox: Arc::clone(&outbox),
        outlet: Arc::clone(&outbox) as Arc<dyn Outlet>,
        limit: options.line_limit,
    };
    let to_write = Arc::clone(&outbox);
    let mut written = on_thread("askback-stdout", move || to_write.write_to(output))?;
    let mut read = on_thread("askback-stdin", move || reader.run(input))?;
    let client_gone = poll_fn(|cx| match Pin::new(&mut read).poll(cx) {
        Poll::Ready(read) => Poll::Ready(ended(read).map(|()| None)),
        Poll::Pending => Pin::new(&mut written).poll(cx).map(|written| Ok(Some(ended(written)))),
    });
    let gone = client_gone.await;
    connection.hang_up();
    match gone {
        Ok(None) => {}
        // The line is broken, or nobody is left to read an answer: only steps of `once` are finished.
        broken => {
            connection.cut();
            connection.drain(options.drain_limit).await;
            outbox.close();
            return broken?.unwrap_or(Ok(()));
        }
    }
    connection.drain(options.drain_limit).await;
    outbox.close();
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
    outbox: Arc<Outbox>,
    outlet: Arc<dyn Outlet>,
    limit: usize,
}

impl Reader {
    fn run(self, mut input: impl Read) -> io::Result<()> {
        let mut chunk = vec![0; CHUNK];
        let mut lines = Lines::new(self.limit);
        let mut answers = Vec::new();
        while self.outbox.has_room() {
            let read = match input.read(&mut chunk) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let chunk = chunk.get(..read).unwrap_or_default();
            lines.split(chunk, |line| self.take(line, &mut answers));
            self.outbox.put(&mut answers);
        }
        lines.finish(|line| self.take(line, &mut answers));
        self.outbox.put(&mut answers);
        Ok(())
    }

    fn take(&self, line: Line<'_>, answers: &mut Vec<u8>) {
        let answer = match line {
            Line::TooLong => Some(too_long(self.limit)),
            Line::Whole(line) if line.iter().all(u8::is_ascii_whitespace) => None,
            Line::Whole(line) => {
                if self.connection.session().is_some() {
                    // A question of this call goes out at once, and never before earlier answers.
                    self.outbox.put(answers);
                }
                match self.connection.receive(Bytes::copy_from_slice(line), None, &self.outlet) {
                    Received::Answer(answer) | Received::Refused(answer) => Some(answer),
                    Received::Accepted | Received::Later => None,
                }
            }
        };
        if let Some(answer) = answer {
            answers.extend_from_slice(&one_line((&*answer).into()));
            answers.push(b'\n');
        }
    }
}

fn too_long(limit: usize) -> Vec<u8> {
    let message = format!("the line is longer than the limit of {limit} bytes");
    RpcError::new(Rpc::InvalidRequest, message).write(None)
}

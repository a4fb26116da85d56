//! The answers that wait to be written: put there from anywhere, written by one thread in as few
//! writes as there can be.
//!
//! Putting never waits, so a call can end whatever the client does. Reading on does wait, so a client
//! that asks and never listens cannot fill the memory.

use std::{
    io::{self, Write},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

use crate::{ask::Outlet, wire::one_line};

/// How many bytes may wait before no more requests are read.
const FULL: usize = 4 * 1024 * 1024;

/// See the module's documentation.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    state: Mutex<State>,
    /// There is something to write, or nothing will come any more.
    filled: Condvar,
    /// There is room again, or nobody writes any more.
    emptied: Condvar,
}

#[derive(Debug, Default)]
struct State {
    waiting: Vec<u8>,
    closed: bool,
}

impl Outbox {
    /// Puts whole lines behind the others, and leaves `lines` empty.
    pub(super) fn put(&self, lines: &mut Vec<u8>) {
        if lines.is_empty() {
            return;
        }
        let mut state = self.lock();
        if state.waiting.is_empty() {
            std::mem::swap(&mut state.waiting, lines);
        } else {
            state.waiting.append(lines);
        }
        drop(state);
        self.filled.notify_one();
    }

    /// Waits until there is room for more answers; `false` where nobody writes them.
    pub(super) fn has_room(&self) -> bool {
        let state = self.lock();
        let full = |state: &mut State| state.waiting.len() > FULL && !state.closed;
        let state = self.emptied.wait_while(state, full).unwrap_or_else(PoisonError::into_inner);
        !state.closed
    }

    /// Says that nothing will be put there any more.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.filled.notify_one();
        self.emptied.notify_all();
    }

    /// Writes what is put there until it is closed.
    pub(super) fn write_to(&self, mut output: impl Write) -> io::Result<()> {
        let mut batch = Vec::new();
        while self.take(&mut batch) {
            let written = output.write_all(&batch).and_then(|()| output.flush());
            if written.is_err() {
                self.close();
                return written;
            }
            batch.clear();
        }
        Ok(())
    }

    /// Waits for something to write; `false` where nothing comes any more.
    fn take(&self, batch: &mut Vec<u8>) -> bool {
        let state = self.lock();
        let empty = |state: &mut State| state.waiting.is_empty() && !state.closed;
        let mut state =
            self.filled.wait_while(state, empty).unwrap_or_else(PoisonError::into_inner);
        std::mem::swap(&mut state.waiting, batch);
        drop(state);
        self.emptied.notify_all();
        !batch.is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Each message is a line.
impl Outlet for Outbox {
    fn send(&self, message: Vec<u8>) {
        let mut line = one_line(message.into()).into_owned();
        line.push(b'\n');
        self.put(&mut line);
    }

    fn notify(&self, message: Vec<u8>) -> bool {
        let has_room = self.lock().waiting.len() <= FULL;
        if has_room {
            self.send(message);
        }
        has_room
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, thread, time::Duration};

    use super::*;

    #[test]
    fn what_is_put_is_written_in_order_and_to_the_end() {
        let outbox = Arc::new(Outbox::default());
        let of_writer = Arc::clone(&outbox);
        let writer = thread::spawn(move || {
            let mut written = Vec::new();
            of_writer.write_to(&mut written).unwrap();
            written
        });
        let mut expected = Vec::new();
        for number in 0..1000 {
            let mut line = format!("{number}\n").into_bytes();
            expected.extend_from_slice(&line);
            outbox.put(&mut line);
            assert!(line.is_empty());
        }
        outbox.close();
        assert_eq!(writer.join().unwrap(), expected);
    }

    #[test]
    fn reading_waits_while_a_client_does_not_listen() {
        let outbox = Arc::new(Outbox::default());
        assert!(outbox.has_room());
        outbox.put(&mut vec![b'x'; FULL + 1]);
        let of_reader = Arc::clone(&outbox);
        let reader = thread::spawn(move || of_reader.has_room());
        thread::sleep(Duration::from_millis(50));
        assert!(!reader.is_finished());
        assert!(outbox.take(&mut Vec::new()));
        assert!(reader.join().unwrap());
    }

    #[test]
    fn a_writer_that_fails_lets_the_reader_go() {
        struct Broken;
        impl Write for Broken {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let outbox = Outbox::default();
        outbox.put(&mut vec![b'x'; FULL + 1]);
        assert!(outbox.write_to(Broken).is_err());
        outbox.put(&mut vec![b'x'; FULL + 1]);
        assert!(!outbox.has_room());
    }
}

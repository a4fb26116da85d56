//! A soak: whether anything is kept that should be gone. Loopback and this process only.
//!
//! `soak [SECONDS [CLIENTS]]` lets clients misbehave, for 20 seconds and 4 of them if not given;
//! `soak sessions [NUMBER]` opens and abandons handshake sessions, 5000 if not given. It prints memory
//! at the end against memory after a warm-up, and the tasks that are left; it fails where memory grew
//! by more than a tenth, a session costs more than 8 KiB, or a task is left.

mod clients;
mod memory;
mod sessions;
mod tools;

use std::io;

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1).peekable();
    let is_sessions = arguments.next_if_eq("sessions").is_some();
    let mut number = |or| arguments.next().map_or(Ok(or), |text| text.parse::<u64>());
    let mut number = move |or| number(or).map_err(io::Error::other);
    if is_sessions { sessions::run(number(5000)?) } else { clients::run(number(20)?, number(4)?) }
}

//! The memory of this process, and what is too much of it.

use std::io;

/// How much it may grow after the warm-up.
const MOST_GROWTH: f64 = 1.1;

/// Resident memory, in KiB.
pub(crate) fn resident() -> io::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.ok_or_else(|| io::Error::other("this system does not tell its memory"))
}

/// Prints memory at the end against memory after the warm-up, and the tasks that are left.
pub(crate) fn judge(warm: u64, end: u64, left: usize) -> io::Result<()> {
    #[expect(clippy::cast_precision_loss, reason = "a ratio of pages needs no more digits")]
    let growth = end as f64 / warm as f64;
    eprintln!(
        "memory {warm} KiB after the warm-up, {end} KiB at the end, {growth:.3} times; {left} tasks left"
    );
    if growth > MOST_GROWTH || left > 0 {
        return Err(io::Error::other("something is kept that should be gone"));
    }
    Ok(())
}

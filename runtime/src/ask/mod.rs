//! Asking: questions, their answers, and the re-entry rule in one place (`drive.rs`).
//!
//! This layer knows forms and answers. It does not know eras, methods or transports: it says what
//! is open when a round is over, and somebody else decides how that reaches the client.

mod age;
mod all;
mod answer;
mod answers;
mod confirm;
mod digest;
mod drive;
mod entry;
mod fault;
mod future;
mod inquiry;
#[cfg(feature = "testing")]
mod journal;
mod kept;
mod kind;
mod label;
mod ledger;
mod name;
mod once;
mod outcome;
mod outlet;
mod progress;
mod reentered;
mod responses;
mod returned;
mod roots;
mod round;
mod sample;
mod sample_tools;
mod sampled;
mod signal;
mod steps;
mod tether;
mod unproven;
mod until;

pub use all::{AskAll, Together};
pub use answer::Answer;
pub use answers::Answers;
pub use confirm::Confirmed;
pub use future::Ask;
pub use once::Once;
pub use outcome::{Confirmation, Consent, Ended, Given, Outcome, Unasked};
pub use returned::{Asks, InputRequired, Nothing};
pub use roots::Root;
pub use sample::Sample;
pub use sample_tools::{SampleTool, ToolChoice, ToolResult};
pub use sampled::{Sampled, ToolUse};
pub use until::Until;

pub(crate) use age::Moment;
pub(crate) use drive::{Driven, Run, Step, drive};
pub(crate) use fault::Fault;
pub(crate) use inquiry::{Correlation, Inquiry, InquiryRef};
#[cfg(feature = "testing")]
pub(crate) use journal::Journal;
pub(crate) use kind::{CHOICE, Kind};
pub(crate) use ledger::Ledger;
pub(crate) use outlet::{Outlet, Unkept};
pub(crate) use reentered::NotAsked;
pub(crate) use round::{Asked, InputRequest};
pub(crate) use signal::Signal;
pub(crate) use steps::Random;
pub(crate) use tether::Tether;

#[cfg(test)]
mod tests;

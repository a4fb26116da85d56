//! The suite: every test speaks to a server over the wire, and cites the requirement it is from.
#![expect(
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    reason = "a test that cannot go on has failed, and reads better with values"
)]

mod agree;
mod answers;
mod bad_input;
mod blocks;
mod bounds;
mod cancelling;
mod catalogue;
mod completing;
mod content;
mod corpus;
mod declared;
mod fails_closed;
mod form_rows;
mod forms;
mod framing;
mod handshake;
mod header_params;
mod headers;
mod house;
mod http;
mod in_flight;
mod kinds;
mod kit;
mod listening;
mod lists;
mod matrix;
mod old_answers;
mod once;
mod owners;
mod pages;
mod panics;
mod processes;
mod prompts;
mod reentry;
mod reporting;
mod reports;
mod resources;
mod returned;
mod sampling;
mod single_use;
mod spine;
mod state;
mod stdio;
mod structured;
mod unproven;
mod uris;

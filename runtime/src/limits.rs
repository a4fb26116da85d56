//! Default bounds on what a client can make the server hold.

/// The most messages in one batch.
pub(crate) const BATCH_MESSAGES: usize = 100;

/// Bytes of joined answers behind which a batch starts no further call.
pub(crate) const BATCH_REPLY_BYTES: usize = 4 * 1024 * 1024;

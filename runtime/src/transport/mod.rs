//! Transports: frames and headers, and no protocol logic.

#[cfg(feature = "http")]
pub(crate) mod http;
#[cfg(feature = "stdio")]
pub(crate) mod stdio;

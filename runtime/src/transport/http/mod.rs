//! Streamable HTTP: a tower service, and a server for it.
//!
//! It knows methods, headers and bodies of HTTP; a message is bytes to it.

mod body;
mod call;
mod guard;
mod handshake;
mod headers;
mod keep_alive;
mod options;
mod post;
mod refused;
mod serve;
mod service;
mod sessions;
mod store;
mod stream;

pub use body::HttpBody;
pub use options::HttpOptions;
pub use service::HttpService;

pub(crate) use serve::serve;

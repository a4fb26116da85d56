//! Tests of handlers: a client without sockets that answers by script, and a check that a handler
//! can be entered again.
//!
//! The client speaks to the server through everything but a transport: the same parsing, the same
//! seal, the same rounds. It panics where a test cannot go on; each panic says what to write.
//!
//! ```
//! use askback::{prelude::*, testing::Client};
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//!
//! /// Who to greet.
//! #[ask(key = "who", message = "Your name?")]
//! struct Name {
//!     name: String,
//! }
//!
//! /// Greets someone by name.
//! #[tool]
//! async fn greet(#[ask] who: Name) -> String {
//!     format!("Hello, {}!", who.name)
//! }
//!
//! let client = Client::new(Server::new("greeter", "1.0.0").tool(greet));
//! let reply = client.answer("who", Name { name: "Ada".into() }).call("greet", ()).await;
//! assert_eq!(reply.text(), "Hello, Ada!");
//! # });
//! ```

mod client;
mod clock;
mod complete;
mod effects;
mod kept;
mod line;
mod replay;
mod reply;
mod script;
mod seal;

pub use client::Client;
pub use clock::Clock;
pub use effects::effect;
pub use replay::replay_check;
pub use reply::{Reply, Round};
pub use script::{Question, Response};
#[doc(hidden)]
pub use seal::Seal;

use crate::Confirmed;

/// A [`Confirmed`], for a unit test of a function that takes one.
///
/// ```
/// use askback::{prelude::*, testing};
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
///
/// /// Deletes a file.
/// #[tool]
/// async fn delete(path: String, #[ask(confirm, message = "Sure?")] _ok: Confirmed) -> String {
///     format!("{path} is gone.")
/// }
///
/// assert_eq!(delete::call("a".into(), testing::confirmed()).await, "a is gone.");
/// # });
/// ```
#[must_use]
pub fn confirmed() -> Confirmed {
    Confirmed {}
}

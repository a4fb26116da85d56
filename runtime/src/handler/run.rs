//! The handler trait: what every attribute macro implements, whatever kind of handler it makes.
//!
//! It knows how a handler is called, not by whom.

use std::{fmt, pin::Pin, sync::Arc};

use super::{Arguments, Context, Meta, Refusal, Replied};

/// A run of a handler.
pub type Run<'a> = Pin<Box<dyn Future<Output = Result<Replied, Refusal>> + Send + 'a>>;

/// A tool, a prompt, a resource or a resource template. Written by their macros.
///
/// ```
/// use askback::{Handler, prelude::*};
///
/// /// Says hello.
/// #[tool]
/// async fn hello() -> &'static str {
///     "Hello!"
/// }
///
/// fn takes_a_handler(_: impl Handler) {}
/// takes_a_handler(hello());
/// ```
pub trait Handler: Send + Sync + 'static {
    /// What the handler says of itself.
    #[doc(hidden)]
    fn meta(&self) -> Meta;

    /// Runs it.
    #[doc(hidden)]
    fn call<'a>(&'a self, cx: &'a Context, arguments: Arguments<'a>) -> Run<'a>;
}

/// What starts a run.
type Start = dyn for<'a> Fn(&'a Context, Arguments<'a>) -> Run<'a> + Send + Sync;

/// A handler whose run is a closure: a method of an `impl` block with `#[handlers]`, or a tool that was
/// built at run time.
pub struct Registered {
    meta: Meta,
    run: Box<Start>,
}

/// What is said of a handler, and how it runs.
#[must_use]
pub fn registered<F>(meta: Meta, run: F) -> Registered
where
    F: for<'a> Fn(&'a Context, Arguments<'a>) -> Run<'a> + Send + Sync + 'static,
{
    Registered { meta, run: Box::new(run) }
}

/// A service whose methods are handlers. Written by [`#[handlers]`](macro@crate::handlers).
///
/// ```
/// use askback::{Handlers, prelude::*};
///
/// struct Counter(std::sync::atomic::AtomicU32);
///
/// #[handlers]
/// impl Counter {
///     /// Counts.
///     #[tool]
///     async fn count(&self) -> String {
///         self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed).to_string()
///     }
/// }
///
/// fn takes_handlers(_: impl Handlers) {}
/// takes_handlers(Counter(Default::default()));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no service: none of its `impl` blocks has `#[handlers]`",
    label = "no handlers",
    note = "put `#[handlers]` on one `impl {Self}` block, and `#[tool]` on its methods"
)]
pub trait Handlers: Send + Sync + 'static {
    /// The handlers, in the order in which they are written.
    #[doc(hidden)]
    fn handlers(self: Arc<Self>) -> Vec<Registered>;
}

impl Handler for Registered {
    fn meta(&self) -> Meta {
        self.meta.clone()
    }

    fn call<'a>(&'a self, cx: &'a Context, arguments: Arguments<'a>) -> Run<'a> {
        (self.run)(cx, arguments)
    }
}

impl fmt::Debug for Registered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registered").field("meta", &self.meta).finish_non_exhaustive()
    }
}

/// Runs the body of a plain `fn` where it may block.
///
/// # Errors
///
/// None that it makes: a panic of the body goes on in the caller.
///
/// # Panics
///
/// If the body panics.
pub async fn blocking<R: Send + 'static>(
    body: impl FnOnce() -> R + Send + 'static,
) -> Result<R, Refusal> {
    match tokio::task::spawn_blocking(body).await {
        Ok(value) => Ok(value),
        Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
        // The runtime is shutting down.
        Err(_) => Err(Refusal::internal()),
    }
}

//! The tool trait: what `#[tool]` implements.
//!
//! It knows how a tool is called, not by whom.

use std::pin::Pin;

use super::{Arguments, Context, Refusal, ToolMeta, ToolReply};

/// A run of a tool.
pub type ToolFuture<'a> = Pin<Box<dyn Future<Output = Result<ToolReply, Refusal>> + Send + 'a>>;

/// A tool. Written by `#[tool]`.
///
/// ```
/// use askback::{Tool, prelude::*};
///
/// /// Says hello.
/// #[tool]
/// async fn hello() -> &'static str {
///     "Hello!"
/// }
///
/// fn takes_a_tool(_: impl Tool) {}
/// takes_a_tool(hello());
/// ```
pub trait Tool: Send + Sync + 'static {
    /// What the tool says of itself.
    #[doc(hidden)]
    fn meta(&self) -> ToolMeta;

    /// Whether each of its states counts once.
    #[doc(hidden)]
    fn is_single_use(&self) -> bool {
        false
    }

    /// Whether it takes answers that come without a state.
    #[doc(hidden)]
    fn takes_unproven(&self) -> bool {
        false
    }

    /// Runs it.
    #[doc(hidden)]
    fn call<'a>(&'a self, cx: &'a Context, arguments: Arguments<'a>) -> ToolFuture<'a>;
}

/// What [`Server::tool`](crate::Server::tool) takes: a tool's constructor function.
///
/// ```
/// use askback::prelude::*;
///
/// /// Says hello.
/// #[tool]
/// async fn hello() -> &'static str {
///     "Hello!"
/// }
///
/// let server = Server::new("greeter", "1.0.0").tool(hello);
/// # let _ = server;
/// ```
#[diagnostic::on_unimplemented(
    message = "this is not the name of a function with `#[tool]`",
    label = "write the name of a function with `#[tool]`, without parentheses",
    note = "`.tool(greet)` takes what `#[tool]` makes of `fn greet`: neither `greet()` nor `greet::call`, nor a function without `#[tool]`"
)]
pub trait IntoTool {
    /// The tool.
    type Tool: Tool;

    /// Makes the tool.
    fn into_tool(self) -> Self::Tool;
}

#[diagnostic::do_not_recommend]
impl<F: FnOnce() -> T, T: Tool> IntoTool for F {
    type Tool = T;

    fn into_tool(self) -> T {
        self()
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

//! The kinds of handlers, and how the server takes each: by the constructor that its macro makes.
//!
//! It knows nothing of what a kind does.

use super::Handler;

/// A tool: a handler that a model calls. Made by [`#[tool]`](macro@crate::tool).
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
pub trait Tool: Handler {}

/// A prompt: messages that a user picks. Made by [`#[prompt]`](macro@crate::prompt).
///
/// ```
/// use askback::{Prompt, prelude::*};
///
/// /// Asks for a poem.
/// #[prompt]
/// async fn poem(topic: String) -> String {
///     format!("Write a poem about {topic}.")
/// }
///
/// fn takes_a_prompt(_: impl Prompt) {}
/// takes_a_prompt(poem());
/// ```
pub trait Prompt: Handler {}

/// A resource: something that can be read under a fixed URI. Made by
/// [`#[resource]`](macro@crate::resource).
///
/// ```
/// use askback::{Resource, prelude::*};
///
/// /// The settings.
/// #[resource("config://app")]
/// async fn config() -> &'static str {
///     "colour = true"
/// }
///
/// fn takes_a_resource(_: impl Resource) {}
/// takes_a_resource(config());
/// ```
pub trait Resource: Handler {}

/// A resource template: whatever can be read under the URIs that a template describes. Made by
/// [`#[resource_template]`](macro@crate::resource_template).
///
/// ```
/// use askback::{ResourceTemplate, prelude::*};
///
/// /// A note.
/// #[resource_template("notes://{id}")]
/// async fn note(id: u32) -> Option<String> {
///     (id == 1).then(|| "Buy milk.".to_owned())
/// }
///
/// fn takes_a_template(_: impl ResourceTemplate) {}
/// takes_a_template(note());
/// ```
pub trait ResourceTemplate: Handler {}

/// What completes an argument. Made by [`#[complete]`](macro@crate::complete).
///
/// ```
/// use askback::{Completer, prelude::*};
///
/// /// The colours that there are.
/// #[complete]
/// async fn colour() -> [&'static str; 2] {
///     ["red", "green"]
/// }
///
/// fn takes_a_completer(_: impl Completer) {}
/// takes_a_completer(colour());
/// ```
pub trait Completer: Handler {}

/// What `#[arg(complete = …)]` takes: a completer's constructor function.
///
/// ```
/// use askback::prelude::*;
///
/// /// The colours that there are.
/// #[complete]
/// async fn colour() -> [&'static str; 2] {
///     ["red", "green"]
/// }
///
/// /// A page about a colour.
/// #[resource_template("colours://{name}")]
/// async fn page(#[arg(complete = colour)] name: String) -> String {
///     format!("All about {name}.")
/// }
/// # let _ = page;
/// ```
#[diagnostic::on_unimplemented(
    message = "this is not the name of a function with `#[complete]`",
    label = "write the name of a function with `#[complete]`, without parentheses"
)]
pub trait IntoCompleter {
    /// The completer.
    type Completer: Completer;

    /// Makes the completer.
    fn into_completer(self) -> Self::Completer;
}

#[diagnostic::do_not_recommend]
impl<F: FnOnce() -> T, T: Completer> IntoCompleter for F {
    type Completer = T;

    fn into_completer(self) -> T {
        self()
    }
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

/// What [`Server::prompt`](crate::Server::prompt) takes: a prompt's constructor function.
///
/// ```
/// use askback::prelude::*;
///
/// /// Asks for a poem.
/// #[prompt]
/// async fn poem(topic: String) -> String {
///     format!("Write a poem about {topic}.")
/// }
///
/// let server = Server::new("poet", "1.0.0").prompt(poem);
/// # let _ = server;
/// ```
#[diagnostic::on_unimplemented(
    message = "this is not the name of a function with `#[prompt]`",
    label = "write the name of a function with `#[prompt]`, without parentheses"
)]
pub trait IntoPrompt {
    /// The prompt.
    type Prompt: Prompt;

    /// Makes the prompt.
    fn into_prompt(self) -> Self::Prompt;
}

#[diagnostic::do_not_recommend]
impl<F: FnOnce() -> T, T: Prompt> IntoPrompt for F {
    type Prompt = T;

    fn into_prompt(self) -> T {
        self()
    }
}

/// What [`Server::resource`](crate::Server::resource) takes: a resource's constructor function.
///
/// ```
/// use askback::prelude::*;
///
/// /// The settings.
/// #[resource("config://app")]
/// async fn config() -> &'static str {
///     "colour = true"
/// }
///
/// let server = Server::new("app", "1.0.0").resource(config);
/// # let _ = server;
/// ```
#[diagnostic::on_unimplemented(
    message = "this is not the name of a function with `#[resource]`",
    label = "write the name of a function with `#[resource]`, without parentheses",
    note = "what `#[resource_template]` makes goes to `.resource_template(…)`"
)]
pub trait IntoResource {
    /// The resource.
    type Resource: Resource;

    /// Makes the resource.
    fn into_resource(self) -> Self::Resource;
}

#[diagnostic::do_not_recommend]
impl<F: FnOnce() -> T, T: Resource> IntoResource for F {
    type Resource = T;

    fn into_resource(self) -> T {
        self()
    }
}

/// What [`Server::resource_template`](crate::Server::resource_template) takes: a template's constructor
/// function.
///
/// ```
/// use askback::prelude::*;
///
/// /// A note.
/// #[resource_template("notes://{id}")]
/// async fn note(id: u32) -> Option<String> {
///     (id == 1).then(|| "Buy milk.".to_owned())
/// }
///
/// let server = Server::new("notes", "1.0.0").resource_template(note);
/// # let _ = server;
/// ```
#[diagnostic::on_unimplemented(
    message = "this is not the name of a function with `#[resource_template]`",
    label = "write the name of a function with `#[resource_template]`, without parentheses",
    note = "what `#[resource]` makes goes to `.resource(…)`"
)]
pub trait IntoResourceTemplate {
    /// The template.
    type ResourceTemplate: ResourceTemplate;

    /// Makes the template.
    fn into_resource_template(self) -> Self::ResourceTemplate;
}

#[diagnostic::do_not_recommend]
impl<F: FnOnce() -> T, T: ResourceTemplate> IntoResourceTemplate for F {
    type ResourceTemplate = T;

    fn into_resource_template(self) -> T {
        self()
    }
}

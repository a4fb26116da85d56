//! The server: handlers and settings put together, checked, and served.
//!
//! What it takes from outside the program is in `environment.rs`.

mod app;
mod settings;

use std::{
    fmt,
    sync::{Arc, atomic::AtomicUsize},
};

pub use app::App;

use crate::{
    dispatch::{Ambient, AskLimits, BatchLimits, Dispatcher, MayWatch, ShimLimits},
    environment::{instant, now, process_state, random},
    era::{Handshake, Identity, Modern, Offers, Revision},
    error::{BuildError, Result},
    handler::{
        Handler, Handlers, IntoPrompt, IntoResource, IntoResourceTemplate, IntoTool, Notifier,
        Registry, States, ToolSet,
    },
    seal::RequestState,
    wire::{CacheHints, Icon},
};

/// How many rounds in a row may bring no usable answer before a call fails.
const FRUITLESS_LIMIT: u32 = 8;

/// How often a handler may return questions in one call on a handshake revision.
const SHIM_ROUNDS: u32 = 8;

/// How many subscriptions may be open at a time.
const MOST_LISTENERS: usize = 1024;

/// A server: its name and version, its handlers, and how it keeps state.
///
/// ```no_run
/// use askback::prelude::*;
///
/// /// Says hello.
/// #[tool]
/// async fn hello() -> &'static str {
///     "Hello!"
/// }
///
/// #[askback::main]
/// async fn main() -> askback::Result<()> {
///     Server::new("greeter", "1.0.0").tool(hello).serve_stdio().await
/// }
/// ```
#[must_use = "a server serves nothing until it is told how"]
pub struct Server {
    identity: Identity,
    handlers: Vec<Box<dyn Handler>>,
    tool_sets: Vec<ToolSet>,
    states: States,
    request_state: Option<RequestState>,
    fruitless_limit: u32,
    ask_limits: AskLimits,
    shim: Option<ShimLimits>,
    notifier: Option<Notifier>,
    most_listeners: usize,
    may_watch: Option<Arc<MayWatch>>,
    page_size: usize,
    batch_limits: BatchLimits,
    list_cache: CacheHints,
    #[cfg(feature = "http")]
    http: crate::HttpOptions,
    #[cfg(feature = "stdio")]
    stdio: crate::StdioOptions,
}

impl Server {
    /// A server without handlers. Its states are bound to `name`.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        let (name, version) = (name.into(), version.into());
        Self {
            identity: Identity { name, version, ..Identity::default() },
            handlers: Vec::new(),
            tool_sets: Vec::new(),
            states: States::default(),
            request_state: None,
            fruitless_limit: FRUITLESS_LIMIT,
            ask_limits: AskLimits::default(),
            shim: Some(ShimLimits { rounds: SHIM_ROUNDS, timeout: AskLimits::default().timeout }),
            notifier: None,
            most_listeners: MOST_LISTENERS,
            may_watch: None,
            page_size: usize::MAX,
            batch_limits: BatchLimits::default(),
            list_cache: CacheHints::default(),
            #[cfg(feature = "http")]
            http: crate::HttpOptions::new(),
            #[cfg(feature = "stdio")]
            stdio: crate::StdioOptions::new(),
        }
    }

    /// A name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.identity.title = Some(title.into());
        self
    }

    /// What the server is for, for people. It is shown on revision 2025-11-25 and later, as are its page
    /// and icons.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.identity.description = Some(description.into());
        self
    }

    /// The server's page.
    pub fn website_url(mut self, url: impl Into<String>) -> Self {
        self.identity.website_url = Some(url.into());
        self
    }

    /// Pictures of the server.
    pub fn icons(mut self, icons: impl IntoIterator<Item = Icon>) -> Self {
        self.identity.icons.extend(icons);
        self
    }

    /// What a model should know of the server as a whole.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.identity.instructions = Some(instructions.into());
        self
    }

    /// Adds a tool: the name of a function with `#[tool]`. Tools are listed in this order.
    pub fn tool(mut self, tool: impl IntoTool) -> Self {
        self.handlers.push(Box::new(tool.into_tool()));
        self
    }

    /// Adds tools that come and go while the server runs.
    pub fn tool_set(mut self, tools: &ToolSet) -> Self {
        self.tool_sets.push(tools.clone());
        self
    }

    /// Adds a prompt: the name of a function with `#[prompt]`. Prompts are listed in this order.
    pub fn prompt(mut self, prompt: impl IntoPrompt) -> Self {
        self.handlers.push(Box::new(prompt.into_prompt()));
        self
    }

    /// Adds a resource: the name of a function with `#[resource]`. Resources are listed in this order.
    pub fn resource(mut self, resource: impl IntoResource) -> Self {
        self.handlers.push(Box::new(resource.into_resource()));
        self
    }

    /// Adds a resource template: the name of a function with `#[resource_template]`. A URI is held
    /// against the templates in this order, and before them against the resources.
    pub fn resource_template(mut self, template: impl IntoResourceTemplate) -> Self {
        self.handlers.push(Box::new(template.into_resource_template()));
        self
    }

    /// Adds the handlers of a service: a value with an `impl` block that has `#[handlers]`. All calls
    /// share it.
    ///
    /// ```
    /// use askback::prelude::*;
    ///
    /// struct Greeter {
    ///     greeting: &'static str,
    /// }
    ///
    /// #[handlers]
    /// impl Greeter {
    ///     /// Greets somebody.
    ///     #[tool]
    ///     async fn greet(&self, name: String) -> String {
    ///         format!("{}, {name}!", self.greeting)
    ///     }
    /// }
    ///
    /// let server = Server::new("greeter", "1.0.0").handlers(Greeter { greeting: "Hello" });
    /// # let _ = server;
    /// ```
    pub fn handlers(mut self, service: impl Handlers) -> Self {
        for handler in Arc::new(service).handlers() {
            self.handlers.push(Box::new(handler));
        }
        self
    }

    /// Holds a value for the handlers that take a [`State`](crate::State) of its type; one of a type that
    /// is there already takes its place.
    pub fn with_state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.states.insert(value);
        self
    }

    /// Checks everything that can be refused before the first request. Serving does it as well.
    ///
    /// # Errors
    ///
    /// What is wrong, and what would be right.
    pub fn build(self) -> Result<App, BuildError> {
        self.build_at(now)
    }

    /// Builds it with another clock, which gives seconds since the epoch.
    pub(crate) fn build_at(
        self,
        now: impl Fn() -> u64 + Send + Sync + 'static,
    ) -> Result<App, BuildError> {
        let ambient = Ambient { now: Box::new(now), random, instant };
        if self.identity.name.is_empty() {
            return Err(BuildError::UnnamedServer);
        }
        let mut registry = Registry::default();
        for handler in self.handlers {
            registry.insert(handler, &self.states)?;
        }
        let notifies_of_tools = !self.tool_sets.is_empty();
        let notifies = self.notifier.is_some();
        let notifier = self.notifier.unwrap_or_default();
        for set in self.tool_sets {
            set.tells(&notifier);
            registry.insert_set(set);
        }
        let request_state = self.request_state.map_or_else(process_state, Ok)?;
        let lists = registry.lists(Revision::LATEST);
        let offers = Offers {
            tools: lists.tools.is_some(),
            prompts: lists.prompts.is_some(),
            resources: lists.has_resources(),
            completions: registry.completes(),
            notifies,
            notifies_of_tools,
        };
        let dispatcher = Dispatcher {
            modern: Modern::new(&self.identity, offers, self.list_cache),
            handshake: Handshake::new(&self.identity, offers),
            sealer: request_state.build(&self.identity.name)?,
            fruitless_limit: self.fruitless_limit,
            ask_limits: self.ask_limits,
            shim: self.shim,
            ambient,
            registry,
            states: Arc::new(self.states),
            offers,
            notifier,
            listeners: AtomicUsize::new(0),
            most_listeners: self.most_listeners,
            may_watch: self.may_watch,
            page_size: self.page_size,
            batch_limits: self.batch_limits,
        };
        Ok(App {
            dispatcher: Arc::new(dispatcher),
            #[cfg(feature = "http")]
            http: self.http,
            #[cfg(feature = "stdio")]
            stdio: self.stdio,
        })
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("identity", &self.identity).finish_non_exhaustive()
    }
}

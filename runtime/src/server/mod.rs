//! The server: handlers and settings put together, checked, and served.
//!
//! What it takes from outside the program is in `environment.rs`.

mod app;

use std::{
    fmt,
    sync::{Arc, atomic::AtomicUsize},
    time::Duration,
};

pub use app::App;

use crate::{
    dispatch::{Ambient, AskLimits, Dispatcher, MayWatch, ShimLimits},
    environment::{instant, now, process_state, random},
    era::{Handshake, Identity, Modern, Offers, Revision},
    error::{BuildError, Result},
    handler::{
        Handler, Handlers, IntoPrompt, IntoResource, IntoResourceTemplate, IntoTool, Notifier,
        Registry, States, ToolSet,
    },
    seal::{Principal, RequestState},
    wire::{CacheHints, CacheScope, Icon},
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

    /// Lets the server tell its clients that something changed: the lists of what it has, and what its
    /// resources hold. Handlers can take the notifier as a [`State`](crate::State), and clients can
    /// subscribe to resources.
    pub fn notifier(mut self, notifier: &Notifier) -> Self {
        self.notifier = Some(notifier.clone());
        self.with_state(notifier.clone())
    }

    /// Who may hear of changes of which resource: asked when somebody subscribes, and for each change with
    /// its URI. Without it everybody may watch whatever there is to read, and what lies below it; where
    /// resources belong to somebody, their names and times are his alone.
    ///
    /// ```
    /// use askback::{Notifier, prelude::*};
    ///
    /// /// A note of somebody's.
    /// #[resource_template("notes://{user}/{id}")]
    /// async fn note(user: String, id: u32) -> String {
    ///     format!("Note {id} of {user}")
    /// }
    ///
    /// let server = Server::new("notes", "1.0.0")
    ///     .notifier(&Notifier::new())
    ///     .resource_template(note)
    ///     .may_subscribe(|who, uri| {
    ///         let user = who.and_then(|who| who.subject());
    ///         user.is_some_and(|user| uri.starts_with(&format!("notes://{user}/")))
    ///     });
    /// # let _ = server;
    /// ```
    pub fn may_subscribe(
        mut self,
        may: impl Fn(Option<&Principal>, &str) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.may_watch = Some(Arc::new(may));
        self
    }

    /// How many entries a page of a list has, at least 1; lists are whole if not set. A cursor is as good
    /// for as long as a [request state](RequestState::ttl), on every process that has its key.
    pub fn page_size(mut self, entries: usize) -> Self {
        self.page_size = entries.max(1);
        self
    }

    /// How long clients on revision 2026-07-28 may keep the lists of what the server has, and what it says
    /// of itself; not at all if not set. What a resource holds is said in its attribute, with `ttl_ms` and
    /// `cache_scope`.
    pub fn cache_lists(mut self, ttl: Duration, scope: CacheScope) -> Self {
        self.list_cache = CacheHints::new(ttl, scope);
        self
    }

    /// How many `subscriptions/listen` may be open at a time, from all clients on revision 2026-07-28;
    /// 1024 if not set. One more is refused with -32603.
    pub fn open_subscriptions(mut self, most: usize) -> Self {
        self.most_listeners = most;
        self
    }

    /// How the state of asking calls is sealed. Without it states are encrypted with a key that is
    /// made up when the server starts: after a restart, and on every other process, they are
    /// refused.
    ///
    /// ```
    /// use askback::{Key, RequestState, Server};
    ///
    /// let key = Key::new([7; 32])?;
    /// let server = Server::new("greeter", "1.0.0").request_state(RequestState::new(key));
    /// # let _ = server;
    /// # Ok::<(), askback::KeyError>(())
    /// ```
    pub fn request_state(mut self, request_state: RequestState) -> Self {
        self.request_state = Some(request_state);
        self
    }

    /// How many rounds in a row may bring no usable answer before a call fails; 8 if not set, at
    /// least 1.
    pub fn fruitless_limit(mut self, rounds: u32) -> Self {
        self.fruitless_limit = rounds.max(1);
        self
    }

    /// How long one answer may take on a handshake revision, where the call waits for it; 10 minutes
    /// if not set. Then the question is cancelled and the call ends with a text that says so.
    ///
    /// On revision 2026-07-28 nothing waits: how long an answer may take is
    /// [`RequestState::ttl`].
    pub fn answer_timeout(mut self, limit: Duration) -> Self {
        self.ask_limits.timeout = limit;
        self
    }

    /// How often a handler may return questions in one call on a handshake revision, and how long one
    /// answer to them may take; 8 rounds and 10 minutes if not set. Each round holds the call open.
    pub fn input_required_limits(mut self, rounds: u32, timeout: Duration) -> Self {
        self.shim = Some(ShimLimits { rounds, timeout });
        self
    }

    /// Asks clients on handshake revisions nothing that a handler returned: such a call ends with a
    /// text that says so. Questions that are declared, or asked inside a handler, are not touched.
    pub fn without_input_required_shim(mut self) -> Self {
        self.shim = None;
        self
    }

    /// How many questions may be out at a time in one handshake session; 256 if not set. A call that
    /// asks more ends with a text that says so.
    pub fn open_questions(mut self, most: usize) -> Self {
        self.ask_limits.most = most;
        self
    }

    /// How often a call on a handshake revision reports progress while it waits for an answer, to a
    /// client that asked for progress; 20 s if not set. Some clients give up on a call that is silent
    /// for a minute.
    pub fn heartbeat(mut self, every: Duration) -> Self {
        self.ask_limits.heartbeat = every;
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

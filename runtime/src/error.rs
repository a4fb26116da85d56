//! The errors that an author or operator meets: building a server, and serving it.
//!
//! What a client is told is decided by the table in `wire/rpc.rs`, never by these types.

use std::{fmt, io};

use crate::{form::FormError, seal::RequestStateError};

/// A result whose error is, unless said otherwise, [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a server did not start, or stopped.
///
/// ```
/// use askback::{Error, Server};
///
/// let twice = Server::new("", "1.0.0").build().unwrap_err();
/// assert!(matches!(Error::from(twice), Error::Build(_)));
/// ```
///
/// Its `Debug` is its text, because that is what a `main` that returns it prints.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The server was put together wrongly; nothing has been served.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A transport could not be opened or broke for good.
    #[error("the transport failed: {0}")]
    Io(#[from] io::Error),
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a handler cannot have its arguments.
///
/// ```
/// use askback::{ArgumentsError, BuildError, prelude::*};
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// #[serde(tag = "op")]
/// enum Command {
///     Add { text: String },
///     Remove { id: u32 },
/// }
///
/// /// Runs a command.
/// #[tool]
/// async fn run(command: Args<Command>) -> &'static str {
///     match command.0 {
///         Command::Add { .. } => "added",
///         Command::Remove { .. } => "removed",
///     }
/// }
///
/// let error = Server::new("s", "1").tool(run).build().unwrap_err();
/// assert!(matches!(error, BuildError::Arguments { error: ArgumentsError::Union, .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArgumentsError {
    /// An enum, or a struct with a flattened one.
    #[error(
        "it is one of several types, and clients refuse the whole list of tools for that: write the \
         enum as an argument of its own, `command: Command`"
    )]
    Union,
    /// Neither a struct nor a map.
    #[error(
        "it is no object: `Args` takes a struct or a map; write anything else as an argument of its own"
    )]
    NotAnObject,
    /// There are arguments beside it.
    #[error(
        "it takes all arguments, and there are others beside it: make them fields of its struct"
    )]
    Beside,
    /// A schema of the author's that is no JSON, or not one of objects (`modern.md M-TOOL-3`).
    #[error("its schema must be JSON with `\"type\": \"object\"`")]
    NotASchema,
    /// A header on something that is no argument by itself (`modern.md M-XH-2`).
    #[error(
        "a header goes with an argument, or a property of one that is an object: not with the items of a \
         list, one of several alternatives or a type that the schema refers to (`#[schemars(inline)]` \
         writes it out)"
    )]
    HeaderPlace,
    /// A header or a completion on something of the call, or on all arguments at once.
    #[error("only one argument by itself has a header or is completed, and this parameter is none")]
    NoArgument,
    /// A header on a struct whose fields have aliases.
    #[error("a header goes with one name: remove the aliases of its struct")]
    HeaderAlias,
    /// The name of a header that cannot be one.
    #[error(
        "the name of a header is of letters, digits and the characters !#$%&'*+-.^_`|~, with at least one"
    )]
    HeaderName,
    /// Two arguments in one header.
    #[error(
        "two arguments cannot be in one header, whose name is the same in upper and lower case"
    )]
    HeaderTwice,
    /// A value that a header cannot hold.
    #[error("an argument in a header is a string, an integer or a boolean")]
    HeaderType,
    /// A prompt's arguments and a template's variables are texts.
    #[error(
        "the arguments of a prompt and the variables of a template are texts: write each as a parameter"
    )]
    Texts,
}

/// What is refused before the first request is served. Each text says what would be right.
///
/// ```
/// use askback::Server;
///
/// let error = Server::new("", "1.0.0").build().unwrap_err();
/// assert_eq!(error.to_string(), "a server needs a name: `Server::new(\"my-server\", …)`");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The server has no name; the name is what its states are bound to.
    #[error("a server needs a name: `Server::new(\"my-server\", …)`")]
    UnnamedServer,
    /// Two handlers of a kind have one name or URI.
    #[error("{0} is there twice: give one of them another name or URI in its attribute")]
    Duplicate(String),
    /// A tool name that clients may refuse (`modern.md M-TOOL-5`).
    #[error("`{0}` cannot be a tool's name: use 1 to 128 of the characters A-Z a-z 0-9 _ - .")]
    ToolName(String),
    /// A resource whose URI is none.
    #[error("`{0}` is no URI: begin it with a scheme, as in `config://app`")]
    Uri(String),
    /// A question whose struct cannot be a form.
    #[error("{handler} asks with a form that clients cannot show: {error}")]
    Form {
        /// The handler that asks.
        handler: String,
        /// What is wrong with the form.
        error: FormError,
    },
    /// A value that a handler takes and the server does not hold.
    #[error("{handler} takes a `State<{state}>`: give it with `Server::with_state(…)`")]
    State {
        /// The handler.
        handler: String,
        /// The type.
        state: &'static str,
    },
    /// Arguments that a handler cannot have.
    #[error("{handler} cannot have its arguments: {error}")]
    Arguments {
        /// The handler.
        handler: String,
        /// What is wrong.
        error: ArgumentsError,
    },
    /// A setting of the request state.
    #[error(transparent)]
    RequestState(#[from] RequestStateError),
    /// A host that no `Host` header can have.
    #[error("`{0}` cannot be an allowed host: write `example.com` or `example.com:8443`")]
    AllowedHost(String),
    /// An origin that no `Origin` header can have.
    #[error(
        "`{0}` cannot be an allowed origin: write `https://example.com` or `https://example.com:8443`"
    )]
    AllowedOrigin(String),
    /// The operating system gave no randomness for the process key.
    #[error("the operating system gave no randomness for a process key: {0}")]
    Randomness(String),
}

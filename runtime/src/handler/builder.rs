//! Tools that are made at run time, without a macro: of a schema that was read from somewhere, say.
//!
//! It does not know what the schema says.

use std::{fmt, pin::Pin};

use serde::de::DeserializeOwned;

use super::{
    Arguments, Context, Handler, IntoReply, IntoTool, Meta, Refusal, Registered, Run, Tool,
    param::unreadable, registered,
};
use crate::wire::{self, Icon};

/// What the closure of a [`ToolBuilder`] returns.
pub type ToolRun<'a, R> = Pin<Box<dyn Future<Output = R> + Send + 'a>>;

/// A tool that is made at run time.
///
/// ```
/// use askback::{ToolBuilder, prelude::*};
///
/// #[derive(serde::Deserialize)]
/// struct Row {
///     id: u32,
/// }
///
/// fn delete_from(table: &'static str) -> impl askback::IntoTool {
///     ToolBuilder::new(format!("delete_from_{table}"))
///         .description(format!("Deletes a row of {table}."))
///         .input_schema(r#"{"type": "object", "properties": {"id": {"type": "integer"}}}"#)
///         .handler(move |cx, row: Row| {
///             Box::pin(async move {
///                 match cx.confirm(format!("Delete row {}?", row.id)).key("sure").await {
///                     Some(_proof) => format!("Row {} of {table} is gone.", row.id),
///                     None => "Nothing was deleted.".to_owned(),
///                 }
///             })
///         })
/// }
///
/// let server = ["users", "orders"]
///     .into_iter()
///     .fold(Server::new("tables", "1.0.0"), |server, table| server.tool(delete_from(table)));
/// # server.build().unwrap();
/// ```
#[derive(Clone, Debug)]
#[must_use = "a tool needs its handler"]
pub struct ToolBuilder(Meta);

/// A tool of a [`ToolBuilder`], for [`Server::tool`](crate::Server::tool).
pub struct BuiltTool(Registered);

impl ToolBuilder {
    /// The tool `name`, without arguments.
    pub fn new(name: impl Into<String>) -> Self {
        Self(Meta::tool(name))
    }

    /// A name for people.
    pub fn title(self, title: impl Into<String>) -> Self {
        Self(self.0.title(title))
    }

    /// What the tool does, for the model.
    pub fn description(self, description: impl Into<String>) -> Self {
        Self(self.0.description(description))
    }

    /// Pictures of it.
    pub fn icons(self, icons: impl IntoIterator<Item = Icon>) -> Self {
        Self(self.0.icons(icons))
    }

    /// The JSON Schema of the arguments, listed as it stands, on one line (`modern.md M-TOOL-4`,
    /// M-STDIO-1). It must be one of objects. A call is not held against it: what checks the arguments
    /// is the type that the handler reads.
    pub fn input_schema(self, schema: impl Into<String>) -> Self {
        Self(self.0.input_schema(schema.into()))
    }

    /// Whether the tool changes nothing; a hint for the client.
    pub fn read_only(self, yes: bool) -> Self {
        Self(self.0.read_only(yes))
    }

    /// Whether the tool may destroy something; a hint for the client.
    pub fn destructive(self, yes: bool) -> Self {
        Self(self.0.destructive(yes))
    }

    /// Each state of the tool's calls counts once.
    pub fn single_use(self) -> Self {
        Self(self.0.single_use())
    }

    /// What a call runs: a closure that gets the context and the arguments, read as its type says, and
    /// returns `Box::pin(async move { … })`. `()` takes no arguments, a struct those that it has, and
    /// `serde_json::Value` anything.
    pub fn handler<T, R, F>(self, handler: F) -> BuiltTool
    where
        T: DeserializeOwned + Send + 'static,
        R: IntoReply,
        F: for<'a> Fn(&'a Context, T) -> ToolRun<'a, R> + Clone + Send + Sync + 'static,
    {
        BuiltTool(registered(self.0, move |cx, arguments| {
            let handler = handler.clone();
            Box::pin(async move {
                let arguments: T = read(arguments)?;
                handler(cx, arguments).await.into_reply()
            })
        }))
    }
}

fn read<T: DeserializeOwned>(Arguments(json): Arguments<'_>) -> Result<T, Refusal> {
    let json = json.unwrap_or("{}");
    // Nothing at all is a `()`, which serde does not read from an object.
    let nothing = |error| match json {
        "{}" => serde_json::from_str("null").map_err(|_| error),
        _ => Err(error),
    };
    wire::read(json).or_else(nothing).map_err(unreadable)
}

impl Handler for BuiltTool {
    fn meta(&self) -> Meta {
        self.0.meta()
    }

    fn call<'a>(&'a self, cx: &'a Context, arguments: Arguments<'a>) -> Run<'a> {
        self.0.call(cx, arguments)
    }
}

impl Tool for BuiltTool {}

#[diagnostic::do_not_recommend]
impl IntoTool for BuiltTool {
    type Tool = Self;

    fn into_tool(self) -> Self {
        self
    }
}

impl fmt::Debug for BuiltTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BuiltTool").field(&self.0).finish()
    }
}

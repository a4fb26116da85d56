//! Prompts, resources and services among names of the user's own, without a prelude, generic or not.
#![no_implicit_prelude]

use ::renamed::{
    Answer, Confirmed, Context, Json, Server, ask, complete, handlers, prompt, resource,
    resource_template, tool,
};

/// A form.
#[ask(crate = ::renamed, key = "text", message = "Which?")]
#[derive(::std::fmt::Debug)]
pub struct Text {
    text: ::std::string::String,
}

/// A prompt.
#[prompt(crate = ::renamed, title = "Poem")]
pub async fn poem(
    cx: &Context,
    topic: ::std::option::Option<::std::string::String>,
    #[ask] text: Answer<Text>,
) -> ::std::string::String {
    ::std::format!("{topic:?} {text:?} {}", cx.is_retry())
}

/// Completes.
#[complete(crate = ::renamed)]
pub async fn value(value: ::std::string::String) -> [::std::string::String; 1] {
    [value]
}

/// A prompt with completions, whose parameters have the names of generated code.
#[prompt(crate = ::renamed)]
pub async fn completed(
    #[arg(complete = value)] completer: ::std::string::String,
    #[arg(complete = value)] arguments: ::std::option::Option<::std::string::String>,
) -> ::std::string::String {
    ::std::format!("{completer} {arguments:?}")
}

/// A tool with a header.
#[tool(crate = ::renamed)]
pub async fn routed(
    #[arg(header = "Region")] header: ::std::string::String,
) -> ::std::string::String {
    header
}

/// A resource.
#[resource("config://app", crate = ::renamed, mime_type = "text/plain")]
pub async fn config() -> &'static str {
    "config"
}

/// A template whose variable is a keyword.
#[resource_template("notes://{type}", crate = ::renamed)]
pub async fn by_type(r#type: ::std::string::String) -> ::std::string::String {
    r#type
}

/// A service.
#[derive(::std::fmt::Debug)]
pub struct Service<T, const N: usize>
where
    T: ::std::fmt::Debug,
{
    /// What it holds.
    pub service: T,
}

#[handlers(crate = ::renamed)]
impl<T, const N: usize> Service<T, N>
where
    T: ::std::fmt::Debug
        + ::std::clone::Clone
        + ::std::marker::Send
        + ::std::marker::Sync
        + 'static,
{
    /// Names of its parameters are those of generated code.
    #[tool]
    async fn all(
        &self,
        cx: &Context,
        arguments: u8,
        service: u8,
        #[ask] first: Answer<Text>,
        #[ask(key = "second", confirm, message = ::std::format!("{:?} {N}?", self.service))]
        second: Confirmed,
    ) -> ::std::string::String {
        let all = (arguments, service, second);
        ::std::format!("{all:?} {first:?} {:?} {}", self.service, cx.is_retry())
    }

    /// Is not there.
    #[tool]
    #[cfg(any())]
    async fn never(&self) -> Nothing {}

    /// Runs where it may block.
    #[tool]
    fn blocking(&self, #[ask(confirm, message = "Sure?")] _sure: Confirmed) {
        let _service = &self.service;
    }

    /// Completes with what is held.
    #[complete]
    async fn held(&self) -> ::std::vec::Vec<::std::string::String> {
        [::std::format!("{:?}", self.service)].into()
    }

    /// A prompt with the service's own completion.
    #[prompt]
    async fn say(
        &self,
        #[arg(complete = held)] held: ::std::string::String,
    ) -> ::std::string::String {
        held
    }

    /// A resource.
    #[resource("data://all")]
    async fn data(&self) -> Json<u8> {
        Json(7)
    }
}

/// Everything on one server.
pub fn server() -> Server {
    Server::new("s", "1")
        .prompt(poem)
        .prompt(completed)
        .tool(routed)
        .resource(config)
        .resource_template(by_type)
        .handlers(Service::<_, 3> { service: "held" })
}

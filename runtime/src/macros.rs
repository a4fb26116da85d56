//! The attribute macros, with their documentation: it stands here because its examples need the
//! runtime.

/// Makes a function a tool.
///
/// The function becomes a type and a constructor function of the same name:
/// [`Server::tool`](crate::Server::tool) takes the name, and `greet::call(…)` runs the body, as unit
/// tests do. Its parameters are
///
/// - **arguments**, of any type that implements `Deserialize` and `JsonSchema`; an `Option` may be
///   left out, and [`Args`](crate::Args) takes all of them as one struct. Doc comments on a parameter, or `#[arg(description = …)]`, describe it to the model;
///   `#[arg(name = "…")]` gives it another name. With `#[arg(header = "Region")]` clients on revision
///   2026-07-28 repeat a string, an integer or a boolean in the HTTP header `Mcp-Param-Region`, where a
///   proxy can see it; a call whose header says something else is refused (`modern.md` part 12). It is
///   no place for secrets.
/// - **questions**, marked with [`#[ask]`](macro@ask): they are asked before the body runs, and the
///   type says what a no means, see [`Outcome`](crate::Outcome). A question whose message uses an
///   earlier answer is asked one round later; all others are asked together.
/// - **`&Context`**, to ask from inside the body, [`State`](crate::State),
///   [`Principal`](crate::Principal) and types of your own, see [`Param`](crate::Param).
///
/// The doc comment becomes the description. `#[tool(name = "…", title = …, description = …)]` set
/// what `tools/list` shows, and so do `icons` and the hints `read_only`, `destructive`, `idempotent` and
/// `open_world`, each `true` or `false`. With `#[tool(single_use)]` each of its states counts once, see
/// [`RequestState::single_use`](crate::RequestState::single_use). With `#[tool(unproven_answers)]` a call
/// without a state may bring answers, by their keys, before anybody has asked: for clients that you
/// trust and that know the questions. A yes and a page are asked for all the same. A plain `fn` runs where it may block, and takes no `&Context`.
///
/// ```
/// use askback::prelude::*;
///
/// /// What to book.
/// #[ask(message = "Which table?")]
/// struct Table {
///     /// How many guests
///     guests: u8,
/// }
///
/// /// Books a table.
/// #[tool]
/// async fn book(
///     /// The restaurant's name
///     place: String,
///     #[ask] table: Table,
///     #[ask(confirm, message = format!("Book {place} for {}?", table.guests))] _ok: Confirmed,
/// ) -> String {
///     format!("{place} expects {} guests.", table.guests)
/// }
///
/// let server = Server::new("tables", "1.0.0").tool(book);
/// # let _ = server;
/// ```
pub use askback_macros::tool;

/// Makes a function a prompt: messages that a user picks from a list.
///
/// Its parameters are those of a [`#[tool]`](macro@tool), and so are its questions. Arguments travel as
/// texts: a parameter is anything that can be read from one, such as `String`, a number, `bool` or an
/// enum of unit variants, and an `Option` may be left out. What it may return is
/// [`IntoPromptReply`](crate::IntoPromptReply). An argument that is missing or cannot be read is -32602
/// (`modern.md M-PROMPT-3`). `#[arg(complete = …)]` names the [`#[complete]`](macro@complete) function that
/// helps the user to fill it in; an enum of unit variants and a `bool` help by themselves.
///
/// Options: `name`, `title`, `description`, `icons`, `single_use`, `unproven_answers`, `crate`.
///
/// ```
/// use askback::prelude::*;
///
/// /// A month.
/// #[ask(key = "month", message = "Which month?")]
/// struct Month {
///     /// The month, as in 2026-06
///     month: String,
/// }
///
/// /// A letter that sums up a month.
/// #[prompt(title = "Monthly letter")]
/// async fn monthly_letter(
///     /// Whom it goes to
///     recipient: String,
///     #[ask] when: Month,
/// ) -> String {
///     format!("Write a letter to {recipient} that sums up {}.", when.month)
/// }
///
/// let server = Server::new("letters", "1.0.0").prompt(monthly_letter);
/// # let _ = server;
/// ```
pub use askback_macros::prompt;

/// Makes a function a resource: something that can be read under a fixed URI.
///
/// The URI stands first. A resource has no arguments; `&Context` and questions it may have. What it may
/// return is [`IntoContents`](crate::IntoContents).
///
/// Options: `name`, `title`, `description`, `mime_type`, `size` (bytes), `annotations`, `icons`,
/// `single_use`, `unproven_answers`, `crate`, and for clients on revision 2026-07-28 how long they may
/// keep what they read and for whom, `ttl_ms` (milliseconds, 0 if not set) and `cache_scope` (a
/// [`CacheScope`](crate::CacheScope), private if not set). What was read with the help of the user's
/// answers is never kept (`modern.md M-CACHE-4`).
///
/// ```
/// use askback::prelude::*;
///
/// /// The settings.
/// #[resource("config://app", mime_type = "text/plain")]
/// async fn config() -> std::io::Result<String> {
///     std::fs::read_to_string("app.conf")
/// }
///
/// let server = Server::new("app", "1.0.0").resource(config);
/// # let _ = server;
/// ```
pub use askback_macros::resource;

/// Makes a function a resource template: it reads whatever its URI template describes.
///
/// The template stands first (RFC 6570): `{name}` is one segment of a URI, `{+path}` may have slashes.
/// Each variable is the name of a parameter, which is read from its text as a
/// [prompt's](macro@prompt) is, and can be completed as one. A value that leads out of a folder fits no
/// template (`modern.md M-RES-6`), so that the URI is not found: one that is absolute, begins with a
/// drive (a letter and a colon) or a share, has a segment `..` or a NUL, however it is encoded. A URL is
/// a value like any other. Open files with [`join_in`](crate::join_in).
///
/// Options: those of [`#[resource]`](macro@resource), and `unchecked_paths`, which takes such values as
/// well. It is for handlers that open no file, or check the path themselves.
///
/// ```
/// use askback::prelude::*;
///
/// /// A note.
/// #[resource_template("notes://{id}", mime_type = "text/plain")]
/// async fn note(id: u32) -> Option<String> {
///     (id == 1).then(|| "Buy milk.".to_owned())
/// }
///
/// let server = Server::new("notes", "1.0.0").resource_template(note);
/// # let _ = server;
/// ```
pub use askback_macros::resource_template;

/// Makes a function complete an argument of a prompt, or a variable of a resource template, while its
/// user types.
///
/// The parameter `value` is what was typed so far. Others are arguments of the same prompt or template, by
/// their names: a client sends those that are filled in, so make them an `Option`, or nothing is offered
/// before they are there. [`State`](crate::State), [`Principal`](crate::Principal) and `&Context` it may
/// take as well, but it cannot ask. Without `value`, what it returns is narrowed to what has the typed text
/// in it. What it may return is [`IntoCompletion`](crate::IntoCompletion). Show nobody what he may not
/// see: completions are for whoever calls (`modern.md M-COMP-3`).
///
/// ```
/// use askback::prelude::*;
///
/// # async fn streets(_city: &str, _start: &str) -> Vec<String> { vec![] }
/// /// The cities that we know.
/// #[complete]
/// async fn city() -> [&'static str; 3] {
///     ["Bonn", "Berlin", "Lisbon"]
/// }
///
/// /// The streets of a city.
/// #[complete]
/// async fn street(value: String, city: String) -> Vec<String> {
///     streets(&city, &value).await
/// }
///
/// /// Directions to an address.
/// #[prompt]
/// async fn directions(
///     #[arg(complete = city)] city: String,
///     #[arg(complete = street)] street: String,
/// ) -> String {
///     format!("How do I get to {street} in {city}?")
/// }
///
/// let server = Server::new("maps", "1.0.0").prompt(directions);
/// # let _ = server;
/// ```
pub use askback_macros::complete;

/// Makes the methods of an `impl` block handlers that share one service.
///
/// The methods with [`#[tool]`](macro@tool), [`#[prompt]`](macro@prompt),
/// [`#[resource]`](macro@resource) or [`#[resource_template]`](macro@resource_template) are handlers,
/// and take `&self` or no receiver; the others stay what they are. Those with
/// [`#[complete]`](macro@complete) complete arguments of the block's, `#[arg(complete = method)]`. Questions may use `self` and `Self`.
/// The block may be generic, and every method can be called as it stands, in unit tests too.
///
/// ```
/// use askback::prelude::*;
/// use std::{collections::BTreeMap, sync::Mutex};
///
/// #[derive(Default)]
/// struct Notes(Mutex<BTreeMap<u32, String>>);
///
/// #[handlers]
/// impl Notes {
///     /// Deletes a note.
///     #[tool(destructive = true)]
///     async fn delete(
///         &self,
///         id: u32,
///         #[ask(confirm, message = format!("Delete {:?}?", self.text(id)))] _sure: Confirmed,
///     ) -> String {
///         self.0.lock().unwrap().remove(&id);
///         format!("Note {id} is gone.")
///     }
///
///     /// A note.
///     #[resource_template("notes://{id}")]
///     async fn note(&self, id: u32) -> Option<String> {
///         self.text(id)
///     }
///
///     fn text(&self, id: u32) -> Option<String> {
///         self.0.lock().unwrap().get(&id).cloned()
///     }
/// }
///
/// let server = Server::new("notes", "1.0.0").handlers(Notes::default());
/// # let _ = server;
/// ```
pub use askback_macros::handlers;

/// Makes a struct a form, and marks the parameters of a tool that the user is asked for.
///
/// On a struct, fields are strings, numbers, booleans, enums with [`#[choice]`](macro@choice), a
/// `Vec`, `BTreeSet` or `HashSet` of such an enum, or an `Option` of any of them; with the features
/// `chrono04`, `jiff02` and `url2` also dates and URLs. Forms are flat (`modern.md M-ELI-3`), and
/// anything else is refused at compile time, as is a field that looks like a secret (M-ELI-5).
/// `#[ask(unchecked)]` on a field leaves its type to the check when a server is built, and
/// `#[ask(allow_secret)]` says that it is no secret. `key` and `message` are the defaults of its questions. `Deserialize`, `Serialize` and
/// `JsonSchema` are derived; a derive of one of them stands *below* the attribute, and `derive =
/// false` adds none.
///
/// On a parameter, `#[ask]` asks for the form; `key = "…"` names the question and `message = …` is
/// any expression over the arguments and answers above it. What is asked may be another kind, and the
/// parameter's type goes with it:
///
/// | | asks for | the parameter is |
/// |---|---|---|
/// | `#[ask(confirm, message = …)]` | a yes | see [`Confirmation`](crate::Confirmation) |
/// | `#[ask(url = \|id\| …, message = …)]` | a page to be opened; `until = \|id\| async …` waits for what is done there | see [`Consent`](crate::Consent) |
/// | `#[ask(sample = …)]` | the client's model, a [`Sample`](crate::Sample) | [`Sampled`](crate::Sampled) |
/// | `#[ask(roots)]` | the client's roots | `Vec<`[`Root`](crate::Root)`>` |
/// | `#[ask(with = …)]` | nothing, or whatever its future asks: a function of yours that may look things up | see [`Resolved`](crate::Resolved) |
///
/// With `when = …` a question is asked only if the condition holds, and the parameter is an `Option`:
/// `None` where it was not asked, and also on a no, unless `required` stands beside it, with which a no
/// ends the call; see [`Unasked`](crate::Unasked). With `argument` a form may be answered by the call itself: the tool
/// has an optional argument of the parameter's name, held against the form.
///
/// All of these expressions read as if they stood at the top of the body. A question that uses another
/// answer is asked one round after it, and all others together.
///
/// ```
/// use askback::prelude::*;
///
/// /// How you like your coffee.
/// #[choice]
/// enum Milk {
///     /// Without milk
///     Black,
///     /// With oat milk
///     Oat,
/// }
///
/// #[ask(key = "coffee", message = "How do you like it?")]
/// struct Coffee {
///     /// Milk
///     milk: Milk,
///     /// Spoons of sugar
///     #[schemars(range(max = 5))]
///     sugar: Option<u8>,
/// }
///
/// /// Makes coffee.
/// #[tool]
/// async fn coffee(#[ask] how: Answer<Coffee>) -> &'static str {
///     match how {
///         Answer::Accepted(Coffee { milk: Milk::Oat, .. }) => "Oat it is.",
///         Answer::Accepted(_) => "Black it is.",
///         Answer::Declined | Answer::Cancelled => "No coffee, then.",
///     }
/// }
/// # let _ = coffee;
/// ```
pub use askback_macros::ask;

/// Makes an enum of unit variants a choice in a form.
///
/// Clients show the variants' names, as serde writes them, or their titles: `#[choice(title = "…")]`
/// on a variant or its doc comment. If one variant has a title, all are shown with one.
///
/// ```
/// use askback::prelude::*;
///
/// #[choice]
/// #[serde(rename_all = "kebab-case")]
/// enum Plan {
///     Free,
///     #[choice(title = "Pro, 5 € a month")]
///     ProMonthly,
/// }
///
/// #[ask(message = "Which plan?")]
/// struct Order {
///     plan: Plan,
/// }
/// # let _ = Order { plan: Plan::Free };
/// ```
pub use askback_macros::choice;

/// Runs an `async fn main` on tokio, without tokio among your dependencies.
///
/// It takes the arguments of `tokio::main`; `#[tokio::main]` works as well.
///
/// ```no_run
/// use askback::Server;
///
/// #[askback::main(flavor = "current_thread")]
/// async fn main() -> askback::Result<()> {
///     Server::new("empty", "1.0.0").serve_stdio().await
/// }
/// ```
pub use askback_macros::main;

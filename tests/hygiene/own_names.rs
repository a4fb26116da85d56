//! Types, modules and macros of the user's own under names that generated code could mean.
#![allow(dead_code, unused_macros, reason = "they are only in the way")]

use renamed::{Answer, Confirmed, ask, choice, tool};

mod core {}
mod std {}
mod serde {}
mod schemars {}
mod tokio {}
mod askback {}

struct Option;
struct Some;
struct None;
struct Result;
struct Ok;
struct Err;
struct String;
struct Box;
struct Vec;
struct Cow;
struct Pin;
trait Into {}
trait From {}
trait Future {}
trait Send {}
trait Default {}
trait Deserialize {}
trait Serialize {}
trait JsonSchema {}

macro_rules! format {
    ($($t:tt)*) => {
        compile_error!("the user's macro")
    };
}
macro_rules! vec {
    ($($t:tt)*) => {
        compile_error!("the user's macro")
    };
}
macro_rules! assert {
    ($($t:tt)*) => {
        compile_error!("the user's macro")
    };
}
macro_rules! pin {
    ($($t:tt)*) => {
        compile_error!("the user's macro")
    };
}

/// A size.
#[choice(crate = ::renamed)]
#[derive(Clone, Copy, Debug)]
pub enum Size {
    /// Small
    Small,
    /// Large
    Large,
}

/// A shirt.
#[ask(crate = ::renamed, key = "shirt", message = "Which?")]
#[derive(Debug)]
pub struct Shirt {
    /// How large
    pub size: Size,
    /// How many
    pub count: ::std::option::Option<u8>,
}

/// Packs shirts.
#[tool(crate = ::renamed)]
pub async fn pack(
    place: ::std::string::String,
    #[ask] first: Answer<Shirt>,
    #[ask(key = "second", message = ::std::format!("And in {place}?"))] second: Answer<Shirt>,
    #[ask(key = "third", message = ::std::format!("Besides {second:?}?"))]
    third: ::std::option::Option<Shirt>,
    #[ask(confirm, message = "Pack them?")] _sure: Confirmed,
) -> ::std::result::Result<::std::string::String, ::std::string::String> {
    let _ = (first, second, third);
    ::std::result::Result::Ok(place)
}

/// The names of primitive types; what serde and schemars derive for a form would not compile here.
pub mod primitive {
    #![expect(non_camel_case_types, reason = "they are named like what they are not")]

    use renamed::{Context, tool};

    struct bool;
    struct str;
    struct u8;
    struct usize;

    /// Takes nothing of theirs.
    #[tool(crate = ::renamed)]
    pub async fn repeat(
        cx: &Context,
        text: String,
        #[ask(confirm, message = "Sure?")] sure: Sure,
    ) -> String {
        ::std::format!("{text} {sure:?} {}", cx.is_retry())
    }

    type Sure = ::core::primitive::bool;
}

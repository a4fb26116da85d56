#![deny(warnings, missing_docs)]
//! Code that looks as if it should compile.

use askback::prelude::*;

/// A colour.
#[choice]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Colour {
    /// As the sky
    Blue,
    /// As blood
    Red,
}

/// Everything that a form may hold.
#[ask(key = "all", message = "All of it?")]
#[derive(Debug)]
pub struct All {
    /// A text
    #[schemars(length(max = 10))]
    pub r#type: String,
    /// A number
    pub count: Option<u64>,
    /// A choice
    #[serde(default)]
    pub colour: Option<Colour>,
    /// Not asked
    #[serde(skip)]
    pub inner: Vec<String>,
    /// A letter
    pub letter: char,
}

/// Takes twelve arguments.
#[tool]
pub async fn twelve(
    a: u8,
    b: u16,
    c: u32,
    d: u64,
    e: i8,
    f: i16,
    g: i32,
    h: i64,
    i: bool,
    j: f64,
    /** a letter */
    k: char,
    /// a text
    mut l: String,
) -> String {
    l.push_str(&format!("{a}{b}{c}{d}{e}{f}{g}{h}{i}{j}{k}"));
    l
}

type Ctx = askback::Context;

/// Has a raw name, a context under another name, and a shadowed constructor.
#[tool]
pub async fn r#match(
    cx: &Ctx,
    r#type: Option<String>,
    #[ask] all: Option<All>,
) -> Result<(), std::fmt::Error> {
    let twelve = (cx.is_retry(), r#type, all);
    let _ = twelve;
    Ok(())
}

/// Runs where it may block.
#[tool]
pub fn blocking(#[ask(confirm, message = "Really?")] _ok: Confirmed, list: Vec<String>) -> String {
    list.join(",")
}

fn main() {
    let server = Server::new("s", "1").tool(twelve).tool(r#match).tool(blocking);
    assert!(server.build().is_ok());
}

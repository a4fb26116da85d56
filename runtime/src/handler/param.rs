//! What a parameter of a handler may be, decided by a trait and never by its spelling.
//!
//! It reads one parameter; which parameters there are is the generated code's knowledge.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{
    de::{DeserializeOwned, Deserializer, Visitor},
    forward_to_deserialize_any,
};
use serde_json::value::RawValue;

use super::{Context, Refusal, ToolError, ToolFailure, state::Needed};
use crate::{
    seal::Principal,
    wire::{self, TextValue, Unread},
};

/// A type that a parameter of a handler may have: an argument of the call, or something of the call
/// itself.
///
/// Every type that implements serde's `Deserialize` and schemars' `JsonSchema` is an argument. It is
/// required unless it can be read from nothing at all, as an `Option` can. No arguments are `&Context`,
/// [`State`](crate::State), [`Principal`](crate::Principal) or `&Principal` (which refuse a call of nobody
/// who is known; `cx.principal()` does not), and types of your own:
///
/// ```
/// use askback::{Param, Source, prelude::*};
///
/// /// The tenant that a call is for.
/// struct Tenant(String);
///
/// impl<'c> Param<'c> for Tenant {
///     const SOURCE: Source<'c, Self> = Source::extracted(|cx| {
///         let subject = cx.principal().and_then(|who| who.subject());
///         let (tenant, _) = subject.and_then(|subject| subject.split_once('/')).ok_or_else(|| {
///             ToolError::new("sign in with an account of your organisation")
///         })?;
///         Ok(Self(tenant.to_owned()))
///     });
/// }
///
/// /// Names the tenant.
/// #[tool]
/// async fn tenant(tenant: Tenant) -> String {
///     tenant.0
/// }
/// # let _ = tenant;
/// ```
///
/// ```
/// use askback::prelude::*;
///
/// /// Repeats a text.
/// #[tool]
/// async fn repeat(
///     /// What to repeat
///     text: String,
///     /// How often; twice if left out
///     times: Option<usize>,
/// ) -> String {
///     text.repeat(times.unwrap_or(2))
/// }
/// # let _ = repeat;
/// ```
#[diagnostic::on_unimplemented(
    message = "a parameter of a tool cannot have the type `{Self}`",
    label = "not a parameter",
    note = "for the context of the call write `&Context`; for a form that the user fills in, put `#[ask]` in front of the parameter",
    note = "for something of the call, implement `Param` for it",
    note = "for an argument, derive serde's `Deserialize` and schemars' `JsonSchema` on the type"
)]
pub trait Param<'c>: Sized {
    /// How the parameter is read.
    const SOURCE: Source<'c, Self>;
}

/// Where a parameter's value comes from: an argument, or what [`Source::extracted`] reads. See [`Param`]
/// for an example.
#[derive(Debug)]
#[non_exhaustive]
pub enum Source<'c, T> {
    /// A member of `arguments`.
    Argument {
        /// Its schema.
        schema: fn(&mut SchemaGenerator) -> Schema,
        /// Reads its JSON text.
        read: fn(&'c str) -> Result<T, Unread>,
        /// Reads a text that is no JSON.
        text: fn(&str) -> Result<T, serde::de::value::Error>,
        /// Its value where the member is absent, unless it is required.
        absent: fn() -> Option<T>,
    },
    /// All of `arguments`.
    Arguments {
        /// Its schema.
        schema: fn(&mut SchemaGenerator) -> Schema,
        /// The members that it reads, if it reads no others.
        fields: fn() -> Option<&'static [&'static str]>,
        /// Reads the JSON text.
        read: fn(&'c str) -> Result<T, Unread>,
    },
    /// Something of the call.
    Call(fn(&'c Context) -> Result<T, Refusal>),
    /// Something that the server holds.
    State {
        /// What that is.
        #[expect(private_interfaces, reason = "nobody but this crate makes one")]
        needed: fn() -> Needed,
        /// Takes it.
        take: fn(&'c Context) -> Result<T, Refusal>,
    },
    /// Something of the call, as the author reads it.
    Extracted(fn(&'c Context) -> Result<T, ToolError>),
}

impl<'c, T> Source<'c, T> {
    /// A value that is made of the call's context, and no argument: for types of your own, see
    /// [`Param`].
    #[must_use]
    pub const fn extracted(read: fn(&'c Context) -> Result<T, ToolError>) -> Self {
        Self::Extracted(read)
    }

    pub(super) const fn state(
        needed: fn() -> Needed,
        take: fn(&'c Context) -> Result<T, Refusal>,
    ) -> Self {
        Self::State { needed, take }
    }
}

#[diagnostic::do_not_recommend]
impl<'c, T: DeserializeOwned + JsonSchema> Param<'c> for T {
    const SOURCE: Source<'c, Self> = Source::Argument {
        schema: SchemaGenerator::subschema_for::<T>,
        read: |text| wire::read(text),
        text: |text| T::deserialize(TextValue::new(text)),
        absent: || T::deserialize(Missing).ok(),
    };
}

impl<'c> Param<'c> for &'c Context {
    const SOURCE: Source<'c, Self> = Source::Call(Ok);
}

/// Who calls; a call of nobody who is known ends before anything else is done.
impl<'c> Param<'c> for Principal {
    const SOURCE: Source<'c, Self> = Source::Call(|cx| known(cx).cloned());
}

/// As [`Principal`], lent.
impl<'c> Param<'c> for &'c Principal {
    const SOURCE: Source<'c, Self> = Source::Call(known);
}

fn known(cx: &Context) -> Result<&Principal, Refusal> {
    let unknown = "not done: this is for callers who are known, and this one is not signed in";
    cx.principal().ok_or_else(|| Refusal::reply(unknown))
}

/// A parameter's type with its bound already met: generated code names the bound in one place, so
/// that a type that does not meet it is reported once.
#[derive(Debug)]
pub struct ParamOf<'c, T> {
    pub(super) source: Source<'c, T>,
}

/// What of `arguments` a parameter reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "nobody but generated code passes it on")]
pub enum Place {
    /// Nothing: it is something of the call.
    Nowhere,
    /// The member of its name.
    Member,
    /// All of it; the names that it reads, if it reads no others.
    All(Option<&'static [&'static str]>),
}

/// Refuses at compile time an argument that has no name.
///
/// # Panics
///
/// If the parameter is one argument of the call.
#[track_caller]
pub const fn assert_no_member<T>(param: &ParamOf<'_, T>) {
    assert!(
        !matches!(param.source, Source::Argument { .. }),
        "this argument has no name: write `name: Type` and take it apart in the body"
    );
}

/// Refuses at compile time an argument where there can be none.
///
/// # Panics
///
/// If the parameter is an argument.
#[track_caller]
pub const fn assert_no_argument<T>(param: &ParamOf<'_, T>) {
    assert!(
        !matches!(param.source, Source::Argument { .. } | Source::Arguments { .. }),
        "this parameter has no value: a resource has no arguments but the variables of its template, \
         `{{name}}`"
    );
}

/// See [`ParamOf`].
#[must_use]
pub const fn param<'c, T: Param<'c>>() -> ParamOf<'c, T> {
    ParamOf { source: T::SOURCE }
}

impl<'c, T> ParamOf<'c, T> {
    /// What of `arguments` the parameter reads.
    #[must_use]
    pub fn place(&self) -> Place {
        match self.source {
            Source::Argument { .. } => Place::Member,
            Source::Arguments { fields, .. } => Place::All(fields()),
            Source::Call(_) | Source::State { .. } | Source::Extracted(_) => Place::Nowhere,
        }
    }

    /// The parameter's value.
    ///
    /// # Errors
    ///
    /// A refusal that names the argument, for the model to read (`modern.md M-TOOL-7`).
    pub fn take(
        self,
        cx: &'c Context,
        raw: Option<&'c RawValue>,
        name: &str,
    ) -> Result<T, Refusal> {
        match (self.source, raw) {
            (Source::Call(take) | Source::State { take, .. }, _) => take(cx),
            (Source::Extracted(read), _) => read(cx).map_err(ToolFailure::into_refusal),
            (Source::Argument { read, .. }, Some(raw)) => {
                read(raw.get()).map_err(|error| unreadable(error.in_member(name)))
            }
            (Source::Argument { absent, .. }, None) => absent().ok_or_else(|| missing(name)),
            (Source::Arguments { read, .. }, raw) => {
                let text = raw.map_or("{}", RawValue::get);
                read(text).map_err(unreadable)
            }
        }
    }

    /// The parameter's value where arguments travel as texts, as those of prompts and the variables of
    /// URI templates do.
    ///
    /// # Errors
    ///
    /// A refusal that names the argument (`modern.md M-PROMPT-3`).
    pub fn take_text(
        self,
        cx: &'c Context,
        raw: Option<&'c RawValue>,
        name: &str,
    ) -> Result<T, Refusal> {
        match (self.source, raw) {
            (Source::Argument { text, .. }, Some(raw)) => text(&unquoted(raw, name)?)
                .map_err(|error| Refusal::argument(format!("argument `{name}`: {error}"))),
            (source, raw) => Self { source }.take(cx, raw, name),
        }
    }
}

/// The text of an argument that travels as one.
fn unquoted(raw: &RawValue, name: &str) -> Result<String, Refusal> {
    let text = serde_json::from_str(raw.get());
    text.map_err(|_| Refusal::malformed(format!("argument `{name}` must be a string")))
}

/// A refusal that names the place among the arguments.
#[cold]
pub(super) fn unreadable(Unread { place, reason }: Unread) -> Refusal {
    Refusal::argument(match &*place {
        "" => format!("`arguments`: {reason}"),
        place => format!("argument `{place}`: {reason}"),
    })
}

#[cold]
fn missing(name: &str) -> Refusal {
    Refusal::argument(format!("argument `{name}` is required"))
}

/// A deserializer of nothing at all: only a type that does without a value reads from it.
///
/// The schema's `required` and the call's check both ask it, so they cannot disagree.
struct Missing;

impl<'de> Deserializer<'de> for Missing {
    type Error = NoValue;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, NoValue> {
        Err(NoValue)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoValue> {
        visitor.visit_none()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// There is no value to read. It says nothing more, so that it costs nothing on the way of a call.
#[derive(Debug, thiserror::Error)]
#[error("there is no value")]
pub(super) struct NoValue;

impl serde::de::Error for NoValue {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

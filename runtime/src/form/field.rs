//! The traits that make forms flat at compile time.
//!
//! They say which types may stand in a form; what the form looks like is read from the schema.

use std::{
    collections::{BTreeSet, HashSet},
    sync::OnceLock,
};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::{Choice, Form, FormError};

/// A struct that a user can be asked for. Written by [`#[ask]`](macro@crate::ask).
///
/// ```
/// use askback::{Elicit, ask};
///
/// #[ask(key = "who", message = "Your name?")]
/// struct Name {
///     name: String,
/// }
///
/// assert_eq!(Name::KEY, Some("who"));
/// assert!(Name::form().is_ok());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a form",
    label = "not a form",
    note = "write `#[ask]` above the struct"
)]
pub trait Elicit: DeserializeOwned + Send + 'static {
    /// The key of its questions, unless they have another.
    const KEY: Option<&'static str>;
    /// The message of its questions, unless they have another.
    const MESSAGE: Option<&'static str>;

    /// The form, made once.
    ///
    /// # Errors
    ///
    /// What a form cannot express. A server that declares such a question is not built.
    fn form() -> Result<&'static Form, &'static FormError>;
}

/// Where a form is kept once it is made.
#[derive(Debug, Default)]
pub struct FormCell(OnceLock<Result<Form, FormError>>);

impl FormCell {
    /// An empty cell.
    #[must_use]
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// The form of `T`, of which there is one for each cell.
    ///
    /// # Errors
    ///
    /// As [`Form::of`].
    pub fn of<T: JsonSchema>(&'static self) -> Result<&'static Form, &'static FormError> {
        self.0.get_or_init(Form::of::<T>).as_ref()
    }
}

/// A type that a field of a form may have: a string, number, boolean, an enum with
/// [`#[choice]`](macro@crate::choice), a list or set of such an enum, or an `Option` of one.
///
/// Forms are flat (`modern.md M-ELI-4`), so nothing else is one.
///
/// ```
/// fn is_field<T: askback::Field>() {}
///
/// is_field::<String>();
/// is_field::<Option<u8>>();
/// ```
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot stand in a form",
    label = "not a string, number, boolean, choice or list of choices",
    note = "forms are flat: allowed are strings, numbers up to 64 bits, `bool`, `char`, enums with `#[choice]`, a `Vec` or set of such an enum, and an `Option` of one of them",
    note = "write `#[serde(flatten)]` above a struct that has `#[ask]`, or `#[serde(skip)]` above a field that is not asked for"
)]
pub trait Field {}

macro_rules! fields {
    ($($ty:ty),*) => { $(impl Field for $ty {})* };
}

fields!(String, char, bool, u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, f32, f64);

#[diagnostic::do_not_recommend]
impl<T: Choice> Field for Vec<T> {}

#[diagnostic::do_not_recommend]
impl<T: Choice> Field for BTreeSet<T> {}

#[diagnostic::do_not_recommend]
impl<T: Choice, S> Field for HashSet<T, S> {}

#[diagnostic::do_not_recommend]
impl<T: Field> Field for Option<T> {}

#[diagnostic::do_not_recommend]
impl<T: Field> Field for Box<T> {}

#[cfg(feature = "chrono04")]
fields!(chrono::NaiveDate);

#[cfg(feature = "chrono04")]
impl<Tz: chrono::TimeZone> Field for chrono::DateTime<Tz> {}

#[cfg(feature = "jiff02")]
fields!(jiff::civil::Date, jiff::Timestamp);

#[cfg(feature = "url2")]
fields!(url::Url);

/// The place where the type of a form's field meets its bound.
pub const fn field<T: Field>() {}

/// The place where the type of a flattened field meets its bound.
pub const fn flattened<T: Elicit>() {}

//! The form itself: its properties in order.
//!
//! It knows the grammar of `modern.md M-ELI-3` and M-ELI-4 by construction: a form that it cannot
//! hold cannot be sent.

use std::{fmt, sync::Arc};

use schemars::JsonSchema;
use serde_json::{Number, Value};
use sha2::{Digest as _, Sha256};

use super::{FormBuilder, FormError, convert, write::requested_schema};

/// The block of SHA-256, in bytes.
const BLOCK: usize = 64;

/// A form, as a client shows it: an object of strings, numbers, booleans and choices.
///
/// It is made from a struct, or at run time with [`Form::builder`]. Cloning is cheap.
///
/// ```
/// use askback::{Elicit, ask};
///
/// /// How many.
/// #[ask]
/// struct Count {
///     /// How many
///     #[schemars(range(min = 1, max = 9))]
///     count: u8,
/// }
///
/// assert_eq!(
///     Count::form().unwrap().requested_schema(),
///     r#"{"type":"object","properties":{"count":{"type":"integer","description":"How many","minimum":1,"maximum":9}},"required":["count"]}"#,
/// );
/// ```
#[derive(Clone)]
pub struct Form(Arc<Inner>);

struct Inner {
    properties: Vec<Property>,
    /// The names of the properties, as JSON.
    names: Vec<String>,
    fills_defaults: bool,
    json: String,
    /// A hash that has taken in the form, up to a block's end: what follows costs its own blocks.
    hash: Sha256,
}

/// A field of a form.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) default: Option<Value>,
    pub(super) required: bool,
    pub(super) kind: Kind,
    /// Whether titles of its choices stand in `enumNames`, for clients that know no others.
    pub(super) enum_names: bool,
}

/// What a field holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    String {
        min: Option<u64>,
        max: Option<u64>,
        format: Option<Format>,
    },
    Integer {
        min: Option<i128>,
        max: Option<i128>,
    },
    Number {
        min: Option<Number>,
        max: Option<Number>,
        width: Width,
    },
    Boolean,
    Choice(Vec<Variant>),
    /// Several of these, at least and at most so many.
    Choices {
        variants: Vec<Variant>,
        min: Option<u64>,
        max: Option<u64>,
    },
}

/// What a number has to fit in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    Single,
    Double,
}

/// The formats that a form may demand of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Email,
    Uri,
    Date,
    DateTime,
}

/// A value to choose, and what the client shows for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variant {
    pub(super) value: String,
    pub(super) title: Option<String>,
}

impl Form {
    /// The form of a type, from its JSON schema.
    ///
    /// # Errors
    ///
    /// What a form cannot express, and the way out.
    pub fn of<T: JsonSchema>() -> Result<Self, FormError> {
        convert::properties::<T>().map(|properties| Self::new(properties, false))
    }

    /// A form whose fields are known only at run time.
    ///
    /// ```
    /// use askback::Form;
    ///
    /// let form = Form::builder()
    ///     .choice("account", [("a1", "Savings"), ("a2", "Current")])
    ///     .title("Which account?")
    ///     .integer("amount")
    ///     .range(1, 500)
    ///     .boolean("urgent")
    ///     .optional()
    ///     .build()?;
    /// # let _ = form;
    /// # Ok::<(), askback::FormError>(())
    /// ```
    pub fn builder() -> FormBuilder {
        FormBuilder::default()
    }

    /// `fills_defaults`: whether a field that is left out gets its default here; serde does it for
    /// structs.
    pub(super) fn new(properties: Vec<Property>, fills_defaults: bool) -> Self {
        let json = requested_schema(&properties, Property::json).to_string();
        let mut hash = Sha256::new();
        let text = format!("askback question v1, form of {} bytes: {json}", json.len());
        hash.update(&text);
        // Zeros up to the end of the block. The length above says where the form ends.
        hash.update([0; BLOCK].split_at(text.len() % BLOCK).1);
        let names = properties.iter().map(|property| Value::from(&*property.name).to_string());
        let names = names.collect();
        Self(Arc::new(Inner { properties, names, fills_defaults, json, hash }))
    }

    pub(super) fn fills_defaults(&self) -> bool {
        self.0.fills_defaults
    }

    pub(super) fn properties(&self) -> &[Property] {
        &self.0.properties
    }

    /// The properties, each with its name as JSON.
    pub(super) fn named(&self) -> impl Iterator<Item = (&Property, &str)> {
        self.0.properties.iter().zip(self.0.names.iter().map(String::as_str))
    }

    /// Whether it is this very form, and not one that looks the same.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether several values can be chosen in one field, which older clients cannot show.
    pub(crate) fn has_lists(&self) -> bool {
        self.properties().iter().any(|property| matches!(property.kind, Kind::Choices { .. }))
    }

    /// The `requestedSchema` of an elicitation, as JSON text.
    #[must_use]
    pub fn requested_schema(&self) -> &str {
        &self.0.json
    }

    /// The form for clients that know no defaults but of booleans, and choices without titles of
    /// their own (`legacy.md L-ELI-1`).
    pub(crate) fn basic_schema(&self) -> String {
        requested_schema(self.properties(), Property::basic_json).to_string()
    }

    /// SHA-256 over the form and the message above it.
    pub(crate) fn digest_with(&self, message: &str) -> [u8; 32] {
        self.0.hash.clone().chain_update(message).finalize().into()
    }
}

impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Form").field(&self.requested_schema()).finish()
    }
}

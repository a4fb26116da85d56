//! Enums as choices: their schema in the order in which they are written.
//!
//! schemars would move documented variants behind the others; here the names come from serde, one by
//! one, so that schema and values cannot disagree.

use schemars::Schema;
use serde::Serialize;

use super::{Field, schema::Variant, write::Members};

/// A unit enum that a user can choose from. Written by [`#[choice]`](macro@crate::choice).
///
/// ```
/// use askback::choice;
///
/// #[choice]
/// enum Size {
///     Small,
///     Large,
/// }
///
/// fn is_choice<T: askback::Choice>() {}
/// is_choice::<Size>();
/// # let _ = (Size::Small, Size::Large);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a choice",
    label = "not a choice",
    note = "write `#[choice]` above the enum"
)]
pub trait Choice: Field {}

/// A variant of a choice: its name on the wire and what the client shows.
#[derive(Debug)]
pub struct ChoiceVariant {
    name: String,
    title: Option<&'static str>,
}

/// The variant that `value` is.
#[must_use]
pub fn variant<T: Serialize>(value: &T, title: Option<&'static str>) -> ChoiceVariant {
    // A unit variant is written as its name; the macro takes no others.
    let written = serde_json::to_value(value).unwrap_or_default();
    ChoiceVariant { name: written.as_str().unwrap_or_default().to_owned(), title }
}

/// The schema of a choice.
#[must_use]
pub fn choice_schema(variants: &[ChoiceVariant]) -> Schema {
    let variants = variants.iter().map(|ChoiceVariant { name, title }| Variant {
        value: name.clone(),
        title: title.map(str::to_owned),
    });
    let mut members = Members::default();
    members.set("type", Some("string"));
    members.choice(&variants.collect::<Vec<_>>());
    members.0.into()
}

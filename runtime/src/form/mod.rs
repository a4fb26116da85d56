//! Forms: the restricted schema that a client can show, made from a struct, and answers held
//! against it.
//!
//! This layer knows what a form may be (`modern.md` part 8). It does not know who asks, or when.

mod builder;
mod check;
mod choice;
mod content;
mod convert;
mod error;
mod field;
mod schema;
mod write;

pub use builder::{FormBuilder, FormOption};
pub use choice::{Choice, ChoiceVariant, choice_schema, variant};
pub use content::FormContent;
pub use error::FormError;
pub use field::{Elicit, Field, FormCell, field, flattened};
pub use schema::Form;

#[cfg(test)]
mod edges;
#[cfg(test)]
mod property;
#[cfg(test)]
mod tests;

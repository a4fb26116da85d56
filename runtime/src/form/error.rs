//! Why a struct cannot be a form.
//!
//! Most of it is refused at compile time; this is for what only the finished schema shows.

/// What stands in the way of a form. The text names the field and says what would be right.
///
/// ```
/// use askback::Form;
/// # #[derive(serde::Deserialize, schemars::JsonSchema)]
/// # #[allow(dead_code)]
/// # struct Tags { tags: Vec<String> }
///
/// let error = Form::of::<Tags>().unwrap_err();
/// assert!(error.to_string().starts_with("the field `tags`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormError {
    /// The type is not a struct with named fields.
    #[error("a form is a struct with named fields, and the schema has {0}")]
    NotAnObject(String),
    /// A field that is no string, number, boolean or choice.
    #[error(
        "the field `{0}` is not a string, number, boolean, choice or list of choices: forms are flat, so \
         ask for its parts one by one, or put `#[choice]` on its enum"
    )]
    NotFlat(String),
    /// A default that is no answer to its field.
    #[error("the default of the field `{field}` {rule}")]
    Default {
        /// The field.
        field: String,
        /// What the default would have to be.
        rule: String,
    },
    /// A field of a [`Form::builder`](crate::Form::builder) that stands there twice.
    #[error("the form has two fields `{0}`: give one of them another name")]
    FieldTwice(String),
    /// A setting of a [`Form::builder`](crate::Form::builder) that its field does not have.
    #[error("`{setting}` stands behind {field}, which does not have it")]
    Setting {
        /// The setting.
        setting: &'static str,
        /// The field, or what is there instead.
        field: String,
    },
    /// A choice without anything to choose from.
    #[error("the field `{0}` has nothing to choose from")]
    NoChoices(String),
    /// A rule that clients cannot show or check.
    #[error(
        "the field `{field}` has `{keyword}`, which forms do not know: drop it, and check the \
         answer in the handler"
    )]
    Keyword {
        /// The field.
        field: String,
        /// The keyword of JSON Schema.
        keyword: String,
    },
}

//! What a user put into a form that was made at run time.
//!
//! It has been held against the form; reading a field as what it is not gives nothing.

use serde_json::{Map, Value};

/// The fields of an answer to a form of [`Form::builder`](crate::Form::builder), read by name.
///
/// ```
/// use askback::{Form, prelude::*};
///
/// /// Transfers money from an account of the user's.
/// #[tool]
/// async fn transfer(cx: &Context) -> Result<String, askback::FormError> {
///     let form = Form::builder()
///         .choice("account", [("a1", "Savings"), ("a2", "Current")])
///         .integer("amount")
///         .range(1, 500)
///         .build()?;
///     Ok(match cx.ask_with("From which account?", &form).key("from").await {
///         Answer::Accepted(content) => {
///             let (account, amount) = (content.text("account"), content.integer("amount"));
///             format!("{} from {}", amount.unwrap_or_default(), account.unwrap_or_default())
///         }
///         _ => "Nothing was transferred.".into(),
///     })
/// }
/// # let _ = transfer;
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FormContent(Map<String, Value>);

impl FormContent {
    /// Reads what [`Form::check`](super::Form::check) has written.
    pub(crate) fn read(json: &str) -> serde_json::Result<Self> {
        serde_json::from_str(json).map(Self)
    }

    /// A text, or the value of a choice.
    #[must_use]
    pub fn text(&self, field: &str) -> Option<&str> {
        self.0.get(field)?.as_str()
    }

    /// A whole number.
    #[must_use]
    pub fn integer(&self, field: &str) -> Option<i64> {
        self.0.get(field)?.as_i64()
    }

    /// A number.
    #[must_use]
    pub fn number(&self, field: &str) -> Option<f64> {
        self.0.get(field)?.as_f64()
    }

    /// A yes or no.
    #[must_use]
    pub fn boolean(&self, field: &str) -> Option<bool> {
        self.0.get(field)?.as_bool()
    }

    /// The values that were chosen; none where the field was left out.
    #[must_use]
    pub fn choices(&self, field: &str) -> Vec<&str> {
        let chosen = self.0.get(field).and_then(Value::as_array);
        chosen.into_iter().flatten().filter_map(Value::as_str).collect()
    }
}

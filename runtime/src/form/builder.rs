//! Forms that are put together at run time, from the same fields as those of structs.
//!
//! What a field may be is `schema.rs`'s knowledge; mistakes are collected here and told at the end.

use serde_json::Value;

use super::{
    Form, FormError,
    schema::{Format, Kind, Property, Variant, Width},
};

/// A form in the making: [`Form::builder`]. Each method that names a field adds one; the others say
/// more of the field before them.
#[derive(Clone, Debug, Default)]
#[must_use = "a form is made by `build`"]
pub struct FormBuilder {
    properties: Vec<Property>,
    error: Option<FormError>,
}

/// One of the values that can be chosen.
///
/// ```
/// use askback::FormOption;
///
/// let plain: FormOption = "small".into();
/// let titled: FormOption = ("xl", "Extra large").into();
/// # let _ = (plain, titled);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormOption(Variant);

impl FormOption {
    /// A value that is shown as it is.
    #[must_use]
    pub fn new(value: impl Into<String>) -> Self {
        Self(Variant { value: value.into(), title: None })
    }

    /// A value, and what the client shows for it.
    #[must_use]
    pub fn titled(value: impl Into<String>, title: impl Into<String>) -> Self {
        Self(Variant { value: value.into(), title: Some(title.into()) })
    }
}

impl From<&str> for FormOption {
    fn from(value: &str) -> Self {
        Self::new(value)
    }
}

impl From<String> for FormOption {
    fn from(value: String) -> Self {
        Self::new(value)
    }
}

macro_rules! titled {
    ($($value:ty, $title:ty;)*) => {$(
        /// A value, and what the client shows for it.
        impl From<($value, $title)> for FormOption {
            fn from((value, title): ($value, $title)) -> Self {
                Self::titled(value, title)
            }
        }
    )*};
}

titled!(&str, &str; &str, String; String, &str; String, String;);

impl FormBuilder {
    /// A text.
    pub fn string(self, name: impl Into<String>) -> Self {
        self.field(name, Kind::String { min: None, max: None, format: None })
    }

    /// An e-mail address.
    pub fn email(self, name: impl Into<String>) -> Self {
        self.field(name, Kind::String { min: None, max: None, format: Some(Format::Email) })
    }

    /// A day, as in `2026-12-01`.
    pub fn date(self, name: impl Into<String>) -> Self {
        self.field(name, Kind::String { min: None, max: None, format: Some(Format::Date) })
    }

    /// A whole number.
    pub fn integer(self, name: impl Into<String>) -> Self {
        self.field(name, Kind::Integer { min: None, max: None })
    }

    /// A number.
    pub fn number(self, name: impl Into<String>) -> Self {
        self.field(name, Kind::Number { min: None, max: None, width: Width::Double })
    }

    /// A yes or no.
    pub fn boolean(self, name: impl Into<String>) -> Self {
        self.field(name, Kind::Boolean)
    }

    /// One of these.
    pub fn choice<O: Into<FormOption>>(
        self,
        name: impl Into<String>,
        options: impl IntoIterator<Item = O>,
    ) -> Self {
        let (name, variants) = (name.into(), variants(options));
        self.check_choices(&name, &variants).field(name, Kind::Choice(variants))
    }

    /// Several of these; [`items`](Self::items) says how many. Clients on revision 2025-06-18 cannot be
    /// asked for it.
    pub fn choices<O: Into<FormOption>>(
        self,
        name: impl Into<String>,
        options: impl IntoIterator<Item = O>,
    ) -> Self {
        let (name, variants) = (name.into(), variants(options));
        let checked = self.check_choices(&name, &variants);
        checked.field(name, Kind::Choices { variants, min: None, max: None })
    }

    /// What the client shows for the field.
    pub fn title(mut self, text: impl Into<String>) -> Self {
        match self.properties.last_mut() {
            Some(property) => property.title = Some(text.into()),
            None => self.misplaced("title"),
        }
        self
    }

    /// What the user should know of the field.
    pub fn description(mut self, text: impl Into<String>) -> Self {
        match self.properties.last_mut() {
            Some(property) => property.description = Some(text.into()),
            None => self.misplaced("description"),
        }
        self
    }

    /// The user may leave the field out.
    pub fn optional(mut self) -> Self {
        match self.properties.last_mut() {
            Some(property) => property.required = false,
            None => self.misplaced("optional"),
        }
        self
    }

    /// What the field holds if the user changes nothing.
    pub fn default_value(mut self, value: impl Into<Value>) -> Self {
        match self.properties.last_mut() {
            Some(property) => (property.default, property.required) = (Some(value.into()), false),
            None => self.misplaced("default_value"),
        }
        self
    }

    /// How many characters a text has, at least and at most.
    pub fn length(mut self, least: u64, most: u64) -> Self {
        match self.kind() {
            Some(Kind::String { min, max, .. }) => (*min, *max) = (Some(least), Some(most)),
            _ => self.misplaced("length"),
        }
        self
    }

    /// The least and the greatest number.
    pub fn range(mut self, least: i64, most: i64) -> Self {
        match self.kind() {
            Some(Kind::Integer { min, max }) => {
                (*min, *max) = (Some(least.into()), Some(most.into()));
            }
            Some(Kind::Number { min, max, .. }) => {
                (*min, *max) = (Some(least.into()), Some(most.into()));
            }
            _ => self.misplaced("range"),
        }
        self
    }

    /// How many values are chosen, at least and at most.
    pub fn items(mut self, least: u64, most: u64) -> Self {
        match self.kind() {
            Some(Kind::Choices { min, max, .. }) => (*min, *max) = (Some(least), Some(most)),
            _ => self.misplaced("items"),
        }
        self
    }

    /// The titles of a choice are written the way that clients of revision 2025-06-18 read, also for
    /// newer ones, which may show the bare values then: for clients that know no other way.
    pub fn enum_names(mut self) -> Self {
        match self.properties.last_mut() {
            Some(Property { kind: Kind::Choice(_), enum_names, .. }) => *enum_names = true,
            _ => self.misplaced("enum_names"),
        }
        self
    }

    /// The form.
    ///
    /// # Errors
    ///
    /// The first mistake: a name that is there twice, a setting that its field does not have, a choice of
    /// nothing, a default that is no answer.
    pub fn build(self) -> Result<Form, FormError> {
        let Self { properties, error } = self;
        if let Some(error) = error {
            return Err(error);
        }
        for Property { name, default, kind, .. } in &properties {
            let Some(default) = default else { continue };
            kind.write(&default.to_string(), &mut String::new())
                .map_err(|rule| FormError::Default { field: name.clone(), rule })?;
        }
        Ok(Form::new(properties, true))
    }

    fn field(mut self, name: impl Into<String>, kind: Kind) -> Self {
        let name = name.into();
        if self.properties.iter().any(|property| property.name == name) {
            self.error.get_or_insert(FormError::FieldTwice(name.clone()));
        }
        let (title, description, default) = (None, None, None);
        let (required, enum_names) = (true, false);
        let property = Property { name, title, description, default, required, kind, enum_names };
        self.properties.push(property);
        self
    }

    fn check_choices(mut self, name: &str, variants: &[Variant]) -> Self {
        if variants.is_empty() {
            self.error.get_or_insert(FormError::NoChoices(name.to_owned()));
        }
        self
    }

    fn kind(&mut self) -> Option<&mut Kind> {
        self.properties.last_mut().map(|property| &mut property.kind)
    }

    fn misplaced(&mut self, setting: &'static str) {
        let field = self.properties.last();
        let field =
            field.map_or("no field".to_owned(), |field| format!("the field `{}`", field.name));
        self.error.get_or_insert(FormError::Setting { setting, field });
    }
}

fn variants<O: Into<FormOption>>(options: impl IntoIterator<Item = O>) -> Vec<Variant> {
    options.into_iter().map(|option| option.into().0).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_form_of_values_is_like_one_of_types() {
        let form = Form::builder()
            .string("name")
            .title("Name")
            .length(2, 30)
            .email("mail")
            .optional()
            .integer("count")
            .range(1, 9)
            .default_value(3)
            .choice("size", ["s", "l"])
            .choices("tags", [("a", "A"), ("b", "B")])
            .items(1, 2)
            .description("Some tags")
            .build()
            .unwrap();
        let written: Value = serde_json::from_str(form.requested_schema()).unwrap();
        assert_eq!(
            written,
            json!({
                "type": "object",
                "properties": {
                    "name": {"type": "string", "title": "Name", "minLength": 2, "maxLength": 30},
                    "mail": {"type": "string", "format": "email"},
                    "count": {"type": "integer", "minimum": 1, "maximum": 9, "default": 3},
                    "size": {"type": "string", "enum": ["s", "l"]},
                    "tags": {
                        "type": "array",
                        "description": "Some tags",
                        "items": {
                            "anyOf": [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}],
                        },
                        "minItems": 1,
                        "maxItems": 2,
                    },
                },
                "required": ["name", "size", "tags"],
            })
        );
    }

    #[test]
    fn the_first_mistake_is_told() {
        for (builder, said) in [
            (Form::builder().title("x"), "`title` stands behind no field"),
            (Form::builder().boolean("b").length(1, 2), "`length` stands behind the field `b`"),
            (Form::builder().string("a").boolean("a"), "two fields `a`"),
            (Form::builder().choice("c", Vec::<String>::new()), "nothing to choose"),
            (Form::builder().integer("i").range(1, 3).default_value(4), "`i` must be at most 3"),
            (Form::builder().choice("c", ["a"]).default_value("b"), "`c` must be one of"),
        ] {
            let error = builder.build().unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}

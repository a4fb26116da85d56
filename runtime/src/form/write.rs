//! The JSON of a form, as newer and as older clients read it.
//!
//! It writes nothing that is not in the grammar of `modern.md M-ELI-3` and M-ELI-4.

use serde_json::{Map, Number, Value, json};

use super::schema::{Format, Kind, Property, Variant};

/// The `requestedSchema` of these properties, each written by `write`.
pub(super) fn requested_schema(properties: &[Property], write: fn(&Property) -> Value) -> Value {
    let written = properties.iter().map(|property| (property.name.clone(), write(property)));
    let mut root = json!({"type": "object", "properties": Map::from_iter(written)});
    let required: Vec<&str> = properties.iter().filter(|p| p.required).map(|p| &*p.name).collect();
    if !required.is_empty() {
        root["required"] = json!(required);
    }
    root
}

impl Property {
    pub(super) fn json(&self) -> Value {
        let mut json = Members::default();
        json.set("type", Some(self.kind.type_name()));
        json.set("title", self.title.clone());
        json.set("description", self.description.clone());
        match &self.kind {
            Kind::String { min, max, format } => {
                json.set("minLength", *min);
                json.set("maxLength", *max);
                json.set("format", format.map(Format::name));
            }
            Kind::Integer { min, max } => {
                json.set("minimum", min.and_then(Number::from_i128));
                json.set("maximum", max.and_then(Number::from_i128));
            }
            Kind::Number { min, max, .. } => {
                json.set("minimum", min.clone());
                json.set("maximum", max.clone());
            }
            Kind::Boolean => {}
            Kind::Choice(variants) if self.enum_names => json.named(variants),
            Kind::Choice(variants) => json.choice(variants),
            Kind::Choices { variants, min, max } => {
                json.choices(variants);
                json.set("minItems", *min);
                json.set("maxItems", *max);
            }
        }
        json.set("default", self.default.clone());
        Value::Object(json.0)
    }
}

impl Property {
    /// As in [`Form::basic_schema`]: titles of choices stand in `enumNames`.
    pub(super) fn basic_json(&self) -> Value {
        let mut json = self.json();
        let Some(members) = json.as_object_mut() else { return json };
        if self.kind != Kind::Boolean {
            members.shift_remove("default");
        }
        if let (Kind::Choice(variants), Some(_)) = (&self.kind, members.shift_remove("oneOf")) {
            let mut named = Members::default();
            named.named(variants);
            members.extend(named.0);
        }
        json
    }
}

/// Keywords of a schema, in the order in which they were set.
#[derive(Default)]
pub(super) struct Members(pub(super) Map<String, Value>);

impl Members {
    pub(super) fn set(&mut self, keyword: &str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.0.insert(keyword.to_owned(), value.into());
        }
    }

    /// If one variant has a title, all are shown with one.
    pub(super) fn choice(&mut self, variants: &[Variant]) {
        if variants.iter().all(|variant| variant.title.is_none()) {
            let values: Vec<&str> = variants.iter().map(|variant| &*variant.value).collect();
            return self.set("enum", Some(json!(values)));
        }
        self.set("oneOf", Some(titled(variants)));
    }

    /// In the way of older clients.
    fn named(&mut self, variants: &[Variant]) {
        let (values, names): (Vec<_>, Vec<_>) = variants
            .iter()
            .map(|Variant { value, title }| (&**value, title.as_ref().unwrap_or(value)))
            .unzip();
        self.set("enum", Some(json!(values)));
        self.set("enumNames", Some(json!(names)));
    }

    /// Several of them: the same, under `items` and with `anyOf`.
    fn choices(&mut self, variants: &[Variant]) {
        if variants.iter().all(|variant| variant.title.is_none()) {
            let values: Vec<&str> = variants.iter().map(|variant| &*variant.value).collect();
            return self.set("items", Some(json!({"type": "string", "enum": values})));
        }
        self.set("items", Some(json!({"anyOf": titled(variants)})));
    }
}

fn titled(variants: &[Variant]) -> Value {
    let titled = variants.iter().map(|Variant { value, title }| {
        json!({"const": value, "title": title.as_ref().unwrap_or(value)})
    });
    Value::Array(titled.collect())
}

impl Kind {
    fn type_name(&self) -> &'static str {
        match self {
            Self::String { .. } | Self::Choice(_) => "string",
            Self::Integer { .. } => "integer",
            Self::Number { .. } => "number",
            Self::Boolean => "boolean",
            Self::Choices { .. } => "array",
        }
    }
}

impl Format {
    pub(super) const ALL: [Self; 4] = [Self::Email, Self::Uri, Self::Date, Self::DateTime];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Uri => "uri",
            Self::Date => "date",
            Self::DateTime => "date-time",
        }
    }
}

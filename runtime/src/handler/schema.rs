//! The `inputSchema` of a tool, from the types of its parameters.
//!
//! It knows JSON Schema and what clients stumble over; it does not know forms, which are far more
//! restricted.

use schemars::{
    Schema, SchemaGenerator, generate::SchemaSettings, transform::transform_subschemas,
};
use serde_json::{Map, Value, json};

use super::header_params::KEYWORD;
use crate::{error::ArgumentsError, form::Form};

/// The `format` values that 2020-12 has, and those of the drafts before it (`reports.md B03`).
const FORMATS: [&str; 19] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

/// The names that a type reads, if it reads no others.
type Fields = Option<&'static [&'static str]>;

/// Makes a schema.
type Make = fn(&mut SchemaGenerator) -> Schema;

/// An object schema that grows by a property per argument, in order of declaration, or that of one
/// value which is all arguments.
#[derive(Clone, Debug, Default)]
pub(super) struct InputSchema {
    properties: Vec<Property>,
    all: Option<(Make, Fields)>,
    /// A whole schema of the author's, kept as it is.
    verbatim: Option<String>,
}

#[derive(Clone, Debug)]
struct Property {
    name: &'static str,
    schema: PropertySchema,
    description: Option<String>,
    is_required: bool,
    /// The name of the header that repeats it.
    header: Option<&'static str>,
}

#[derive(Clone, Debug)]
enum PropertySchema {
    OfType(Make),
    /// The content of a form.
    OfForm(Form),
}

impl InputSchema {
    pub(super) fn insert(
        &mut self,
        name: &'static str,
        schema: Make,
        description: Option<String>,
        is_required: bool,
    ) {
        let schema = PropertySchema::OfType(schema);
        self.properties.push(Property { name, schema, description, is_required, header: None });
    }

    /// The argument that was inserted last is repeated in a header.
    pub(super) fn set_header(&mut self, header: &'static str) {
        self.properties.iter_mut().last().into_iter().for_each(|last| last.header = Some(header));
    }

    /// An argument that holds the content of a form, and may be left out.
    pub(super) fn insert_form(&mut self, name: &'static str, form: &Form) {
        let schema = PropertySchema::OfForm(form.clone());
        self.properties.push(Property {
            name,
            schema,
            description: None,
            is_required: false,
            header: None,
        });
    }

    /// All arguments are one value; `fields` are the members that it reads, if it reads no others.
    ///
    /// # Errors
    ///
    /// If another argument says the same.
    pub(super) fn set_all(&mut self, schema: Make, fields: Fields) -> Result<(), ArgumentsError> {
        match self.all.replace((schema, fields)) {
            None => Ok(()),
            Some(_) => Err(ArgumentsError::Beside),
        }
    }

    /// A schema of the author's.
    pub(super) fn set_verbatim(&mut self, schema: String) {
        self.verbatim = Some(schema);
    }

    /// The schema as JSON text; `properties` is there even if it is empty (`reports.md B08`).
    ///
    /// # Errors
    ///
    /// If all arguments are one value that is no object, or that is not alone.
    pub(super) fn json(&self) -> Result<String, ArgumentsError> {
        match (&self.verbatim, self.all) {
            (Some(schema), _) => Ok(schema.clone()),
            (None, None) => Ok(self.of_properties().to_string()),
            (None, Some(_)) if !self.properties.is_empty() => Err(ArgumentsError::Beside),
            (None, Some((make, fields))) => {
                of_value(make, fields.is_some()).map(|schema| schema.to_string())
            }
        }
    }

    /// Whether a value of all arguments has more names than its schema says, as aliases are.
    pub(super) fn has_aliases(&self) -> bool {
        let Some((make, Some(fields))) = self.all else { return false };
        let schema = make(&mut SchemaGenerator::new(settings()));
        let known = schema.as_value()["properties"].as_object().map_or(0, Map::len);
        fields.len() > known
    }

    fn of_properties(&self) -> Value {
        let mut generator = SchemaGenerator::new(settings());
        let (mut properties, mut required) = (Map::new(), Vec::new());
        for property in &self.properties {
            properties.insert(property.name.to_owned(), property.schema(&mut generator));
            if property.is_required {
                required.push(property.name.into());
            }
        }
        let mut root = Map::new();
        root.insert("type".to_owned(), "object".into());
        root.insert("properties".to_owned(), Value::Object(properties));
        if !required.is_empty() {
            root.insert("required".to_owned(), Value::Array(required));
        }
        root.insert("additionalProperties".to_owned(), false.into());
        let mut definitions = generator.take_definitions(false);
        if !definitions.is_empty() {
            clean_each(&mut definitions);
            root.insert("$defs".to_owned(), Value::Object(definitions));
        }
        Value::Object(root)
    }
}

impl Property {
    fn schema(&self, generator: &mut SchemaGenerator) -> Value {
        let make = match &self.schema {
            PropertySchema::OfType(make) => make,
            PropertySchema::OfForm(form) => {
                return serde_json::from_str(form.requested_schema()).unwrap_or_default();
            }
        };
        let mut schema = make(generator);
        clean(&mut schema);
        if !self.is_required {
            drop_null(&mut schema);
        }
        if let Some(description) = &self.description {
            schema.insert("description".to_owned(), description.clone().into());
        }
        if let Some(header) = self.header {
            schema.insert(KEYWORD.to_owned(), header.into());
        }
        schema.into()
    }
}

/// Definitions stand at the root, so that every reference resolves from there (`reports.md B05`).
fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| settings.meta_schema = None)
}

/// The schema of a type, with its own keywords at the root (`reports.md B06`).
fn root(make: Make, settings: SchemaSettings) -> Schema {
    let mut root = make(&mut SchemaGenerator::new(settings));
    // The name of a Rust type is nobody else's matter.
    root.remove("title");
    clean(&mut root);
    root
}

/// The schema of a value that is all arguments.
fn of_value(make: Make, is_closed: bool) -> Result<Value, ArgumentsError> {
    let mut root = root(make, settings());
    // Clients and models refuse the whole list for a union at the root (`reports.md B07`).
    if ["oneOf", "anyOf", "$ref"].iter().any(|keyword| root.get(*keyword).is_some()) {
        return Err(ArgumentsError::Union);
    }
    if root.get("type") != Some(&Value::from("object")) {
        return Err(ArgumentsError::NotAnObject);
    }
    let required: Vec<Value> = match root.get("required") {
        Some(Value::Array(names)) => names.clone(),
        _ => Vec::new(),
    };
    let root = root.ensure_object();
    let properties = root.entry("properties").or_insert_with(|| Value::Object(Map::new()));
    for (name, property) in properties.as_object_mut().into_iter().flatten() {
        if let (Ok(property), false) =
            (<&mut Schema>::try_from(property), required.contains(&Value::from(&**name)))
        {
            drop_null(property);
        }
    }
    if is_closed {
        root.entry("additionalProperties").or_insert(Value::Bool(false));
    }
    Ok(Value::Object(root.clone()))
}

/// The schema of what a tool returns, as JSON text, and whether every value of it is an object. It says
/// how the type is written, which need not be how it is read (`modern.md M-TOOL-9`).
pub(super) fn output(make: Make) -> (String, bool) {
    let root = root(make, settings().for_serialize());
    let is_object = root.get("type") == Some(&Value::from("object"));
    (Value::from(root).to_string(), is_object)
}

fn clean_each(definitions: &mut Map<String, Value>) {
    for definition in definitions.values_mut() {
        if let Ok(schema) = definition.try_into() {
            clean(schema);
        }
    }
}

/// Drops formats that only Rust knows, and says "anything" with an object, everywhere
/// (`reports.md B03`, B23): there are clients to which a schema is an object.
fn clean(schema: &mut Schema) {
    if schema.as_bool() == Some(true) {
        schema.ensure_object();
    }
    if let Some(Value::String(format)) = schema.get("format") {
        let bounds = bounds(format);
        if !FORMATS.contains(&&**format) {
            schema.remove("format");
        }
        for (keyword, bound) in ["minimum", "maximum"].into_iter().zip(bounds.into_iter().flatten())
        {
            schema.ensure_object().entry(keyword).or_insert(bound.into());
        }
    }
    transform_subschemas(&mut clean, schema);
    // Said of a map, that any value will do says nothing.
    if schema.get("additionalProperties").is_some_and(|any| *any == json!({})) {
        schema.remove("additionalProperties");
    }
}

/// The range of a Rust integer of up to 32 bits. The ends of wider ones are beyond 2^53: a reader that
/// keeps numbers as floats would round them, to one that is out of range.
fn bounds(format: &str) -> Option<[i64; 2]> {
    match format {
        "int8" => Some([i8::MIN.into(), i8::MAX.into()]),
        "int16" => Some([i16::MIN.into(), i16::MAX.into()]),
        "int32" => Some([i32::MIN.into(), i32::MAX.into()]),
        "uint8" => Some([0, u8::MAX.into()]),
        "uint16" => Some([0, u16::MAX.into()]),
        "uint32" => Some([0, u32::MAX.into()]),
        _ => None,
    }
}

/// Makes an optional argument scalar: it may be left out instead (`reports.md B01`).
fn drop_null(schema: &mut Schema) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if let Some(Value::Array(branches)) = schema.get_mut("anyOf") {
        branches.retain(|branch| *branch != json!({"type": "null"}));
        if let [Value::Object(only)] = branches.as_slice() {
            let only = only.clone();
            schema.remove("anyOf");
            for (keyword, value) in only {
                schema.ensure_object().entry(keyword).or_insert(value);
            }
        }
    }
    if schema.get("default").is_some_and(Value::is_null) {
        schema.remove("default");
    }
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;

    use super::*;

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct Filter {
        depth: u8,
        next: Option<Box<Self>>,
    }

    fn of<T: JsonSchema>(required: bool) -> Value {
        let mut input = InputSchema::default();
        input.insert("x", SchemaGenerator::subschema_for::<T>, None, required);
        serde_json::from_str(&input.json().unwrap()).unwrap()
    }

    /// B01, B03.
    #[test]
    fn optional_arguments_are_scalar_and_not_required() {
        let schema = of::<Option<u32>>(false);
        assert_eq!(
            schema,
            json!({"type": "object", "properties": {"x": {"type": "integer", "minimum": 0, "maximum": u32::MAX}}, "additionalProperties": false})
        );
    }

    /// B08.
    #[test]
    fn a_tool_without_arguments_has_empty_properties() {
        let input = InputSchema::default();
        assert_eq!(
            input.json().unwrap(),
            r#"{"type":"object","properties":{},"additionalProperties":false}"#
        );
    }

    /// B03, B05, B24.
    #[test]
    fn recursive_types_refer_to_definitions_at_the_root() {
        let schema = of::<Vec<Filter>>(true);
        assert_eq!(schema["properties"]["x"]["items"]["$ref"], "#/$defs/Filter");
        assert!(schema["$defs"]["Filter"]["properties"]["next"].is_object());
        assert!(!schema.to_string().contains("uint8"), "{schema}");
        assert_eq!(schema["required"], json!(["x"]));
    }
}

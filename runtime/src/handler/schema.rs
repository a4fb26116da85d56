//! The `inputSchema` of a tool, from the types of its parameters.
//!
//! It knows JSON Schema and what clients stumble over; it does not know forms, which are far more
//! restricted.

use schemars::{
    Schema, SchemaGenerator, generate::SchemaSettings, transform::transform_subschemas,
};
use serde_json::{Map, Value, json};

/// `format` values that are Rust's and nobody else's (`reports.md B03`).
const RUST_FORMATS: [&str; 16] = [
    "int8", "int16", "int32", "int64", "int128", "int", "uint8", "uint16", "uint32", "uint64",
    "uint128", "uint", "float", "double", "isize", "usize",
];

/// An object schema that grows by a property per argument, in order of declaration.
#[derive(Debug)]
pub(super) struct InputSchema {
    generator: SchemaGenerator,
    properties: Map<String, Value>,
    required: Vec<Value>,
}

/// Definitions stand at the root, so that every reference resolves from there (`reports.md B05`).
pub(super) fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| settings.meta_schema = None)
}

impl InputSchema {
    pub(super) fn new(generator: SchemaGenerator) -> Self {
        Self { generator, properties: Map::new(), required: Vec::new() }
    }

    pub(super) fn insert(
        &mut self,
        name: &'static str,
        schema: fn(&mut SchemaGenerator) -> Schema,
        description: Option<String>,
        required: bool,
    ) {
        let mut schema = schema(&mut self.generator);
        clean(&mut schema);
        if !required {
            drop_null(&mut schema);
        }
        if let Some(description) = description {
            schema.insert("description".to_owned(), description.into());
        }
        self.properties.insert(name.to_owned(), schema.into());
        if required {
            self.required.push(name.into());
        }
    }

    /// The schema as JSON text; `properties` is there even if it is empty (`reports.md B08`).
    pub(super) fn json(&self) -> String {
        let mut root = Map::new();
        root.insert("type".to_owned(), "object".into());
        root.insert("properties".to_owned(), Value::Object(self.properties.clone()));
        if !self.required.is_empty() {
            root.insert("required".to_owned(), Value::Array(self.required.clone()));
        }
        root.insert("additionalProperties".to_owned(), false.into());
        let mut definitions = self.generator.definitions().clone();
        if !definitions.is_empty() {
            definitions.values_mut().for_each(|definition| {
                if let Ok(schema) = definition.try_into() {
                    clean(schema);
                }
            });
            root.insert("$defs".to_owned(), Value::Object(definitions));
        }
        Value::Object(root).to_string()
    }
}

/// Drops formats that only Rust knows, everywhere.
fn clean(schema: &mut Schema) {
    let format = schema.get("format").and_then(Value::as_str);
    if format.is_some_and(|format| RUST_FORMATS.contains(&format)) {
        schema.remove("format");
    }
    transform_subschemas(&mut clean, schema);
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
        let mut input = InputSchema::new(SchemaGenerator::new(settings()));
        input.insert("x", SchemaGenerator::subschema_for::<T>, None, required);
        serde_json::from_str(&input.json()).unwrap()
    }

    /// B01, B03.
    #[test]
    fn optional_arguments_are_scalar_and_not_required() {
        let schema = of::<Option<u32>>(false);
        assert_eq!(
            schema,
            json!({"type": "object", "properties": {"x": {"type": "integer", "minimum": 0}}, "additionalProperties": false})
        );
    }

    /// B08.
    #[test]
    fn a_tool_without_arguments_has_empty_properties() {
        let input = InputSchema::new(SchemaGenerator::new(settings()));
        assert_eq!(
            input.json(),
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

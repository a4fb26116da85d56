//! From schemars' output to a form: what a form can say is kept, what would change its meaning is
//! refused, and the rest is dropped.
//!
//! It is total: whatever the schema, the answer is a form or an error that names the field.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Map, Number, Value};

use super::{
    FormError,
    schema::{Format, Kind, Property, Variant, Width},
};

/// The largest integer that every JSON reader keeps, 2^53 - 1.
const MAX_SAFE: i128 = 9_007_199_254_740_991;

/// Keywords that say nothing about which answers are right.
const ANNOTATIONS: [&str; 9] = [
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "$comment",
    "$schema",
];

type Object = Map<String, Value>;

/// The properties of `T`'s form, in order of declaration.
pub(super) fn properties<T: JsonSchema>() -> Result<Vec<Property>, FormError> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = true;
    });
    let schema = Value::from(settings.into_generator().into_root_schema_for::<T>());
    let Value::Object(root) = schema else { return Err(not_an_object("no properties")) };
    check_root(&root)?;
    let required: Vec<&str> = array(&root, "required").filter_map(Value::as_str).collect();
    let empty = Object::new();
    let properties = root.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    properties
        .iter()
        .map(|(name, schema)| property(name, schema, required.contains(&&**name)))
        .collect()
}

fn check_root(root: &Object) -> Result<(), FormError> {
    if root.get("type") != Some(&"object".into()) {
        return Err(not_an_object("no `type: object`"));
    }
    if root.get("additionalProperties").is_some_and(|value| *value != Value::Bool(false)) {
        return Err(not_an_object("properties with names of the user's"));
    }
    let known = ["type", "properties", "required", "additionalProperties"];
    let foreign =
        root.keys().find(|key| !known.contains(&&***key) && !ANNOTATIONS.contains(&&***key));
    match foreign {
        Some(keyword) => Err(not_an_object(&format!("`{keyword}`"))),
        None => Ok(()),
    }
}

fn not_an_object(what: &str) -> FormError {
    FormError::NotAnObject(what.to_owned())
}

fn property(name: &str, schema: &Value, required: bool) -> Result<Property, FormError> {
    let not_flat = || FormError::NotFlat(name.to_owned());
    let schema = schema.as_object().map(without_null).ok_or_else(not_flat)?;
    let text = |keyword: &str| schema.get(keyword).and_then(Value::as_str).map(str::to_owned);
    let kind = kind(name, &schema)?;
    Ok(Property {
        name: name.to_owned(),
        title: text("title"),
        description: text("description"),
        default: default(name, &schema, &kind)?,
        required,
        kind,
        enum_names: schema.contains_key("enumNames"),
    })
}

/// The default, which is an answer that fits its field (`modern.md M-ELI-4`).
fn default(name: &str, schema: &Object, kind: &Kind) -> Result<Option<Value>, FormError> {
    let Some(default) = schema.get("default").filter(|value| !value.is_null()) else {
        return Ok(None);
    };
    match kind.write(&default.to_string(), &mut String::new()) {
        Ok(()) => Ok(Some(default.clone())),
        Err(rule) => Err(FormError::Default { field: name.to_owned(), rule }),
    }
}

/// An optional field is one that need not be there; there is no null in a form.
fn without_null(schema: &Object) -> Object {
    let mut schema = schema.clone();
    if let Some(Value::Array(branches)) = schema.get("anyOf") {
        let mut branches = branches.iter().filter(|branch| branch["type"] != "null");
        if let (Some(Value::Object(only)), None) = (branches.next(), branches.next()) {
            let mut merged = only.clone();
            schema.remove("anyOf");
            // What is said of the field wins over what is said of its type.
            merged.extend(schema);
            schema = merged;
        }
    }
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    for keyword in ["enum", "oneOf"] {
        if let Some(Value::Array(values)) = schema.get_mut(keyword) {
            values.retain(|value| !value.is_null() && value["type"] != "null");
        }
    }
    schema
}

fn kind(name: &str, schema: &Object) -> Result<Kind, FormError> {
    let not_flat = || FormError::NotFlat(name.to_owned());
    if let Some(variants) = variants(schema) {
        check_keywords(name, schema, &["type", "enum", "oneOf", "const", "enumNames"])?;
        return named(name, schema, variants).map(Kind::Choice);
    }
    let length = |keyword: &str| schema.get(keyword).and_then(Value::as_u64);
    match schema.get("type").and_then(Value::as_str).ok_or_else(not_flat)? {
        "string" => {
            check_keywords(name, schema, &["type", "minLength", "maxLength", "format"])?;
            let (min, max) = (length("minLength"), length("maxLength"));
            Ok(Kind::String { min, max, format: string_format(name, schema)? })
        }
        "integer" => {
            check_keywords(name, schema, &["type", "minimum", "maximum", "format"])?;
            let (min, max) = integer_range(name, schema)?;
            Ok(Kind::Integer { min, max })
        }
        "number" => {
            check_keywords(name, schema, &["type", "minimum", "maximum", "format"])?;
            check_number_format(name, schema)?;
            let is_single = schema.get("format").is_some_and(|format| format == "float");
            let width = if is_single { Width::Single } else { Width::Double };
            let (min, max) = (number(schema, "minimum"), number(schema, "maximum"));
            Ok(Kind::Number { min, max, width })
        }
        "array" => {
            // That a set has no value twice is so for every list of choices.
            check_keywords(
                name,
                schema,
                &["type", "items", "minItems", "maxItems", "uniqueItems"],
            )?;
            let items = schema.get("items").and_then(Value::as_object).ok_or_else(not_flat)?;
            let variants = variants(items).ok_or_else(not_flat)?;
            check_keywords(name, items, &["type", "enum", "oneOf", "const"])?;
            Ok(Kind::Choices { variants, min: length("minItems"), max: length("maxItems") })
        }
        "boolean" => {
            check_keywords(name, schema, &["type"])?;
            Ok(Kind::Boolean)
        }
        _ => Err(not_flat()),
    }
}

/// The titles that stand in `enumNames`, for clients that know no others.
fn named(
    name: &str,
    schema: &Object,
    mut variants: Vec<Variant>,
) -> Result<Vec<Variant>, FormError> {
    let Some(names) = schema.get("enumNames") else { return Ok(variants) };
    let names = names.as_array().filter(|names| names.len() == variants.len());
    let names = names.ok_or_else(|| refused(name, "enumNames of another number".to_owned()))?;
    for (variant, name) in variants.iter_mut().zip(names) {
        variant.title = name.as_str().map(str::to_owned);
    }
    Ok(variants)
}

fn check_keywords(name: &str, schema: &Object, known: &[&str]) -> Result<(), FormError> {
    let foreign = schema
        .keys()
        .find(|keyword| !known.contains(&&***keyword) && !ANNOTATIONS.contains(&&***keyword));
    match foreign {
        Some(keyword) => Err(refused(name, keyword.clone())),
        None => Ok(()),
    }
}

fn refused(name: &str, keyword: String) -> FormError {
    FormError::Keyword { field: name.to_owned(), keyword }
}

fn string_format(name: &str, schema: &Object) -> Result<Option<Format>, FormError> {
    let Some(text) = schema.get("format").and_then(Value::as_str) else { return Ok(None) };
    let known = Format::ALL.into_iter().find(|format| format.name() == text);
    known.map(Some).ok_or_else(|| refused(name, format!("format: {text}")))
}

/// The values of an enum, however schemars has written it; `None` where it is none.
fn variants(schema: &Object) -> Option<Vec<Variant>> {
    if let Some(Value::Array(branches)) = schema.get("oneOf") {
        let nested: Option<Vec<_>> =
            branches.iter().map(|branch| variants(branch.as_object()?)).collect();
        return nested.map(|nested| nested.into_iter().flatten().collect());
    }
    if let Some(value) = schema.get("const") {
        let title = ["title", "description"].iter().find_map(|word| schema.get(*word)?.as_str());
        let value = value.as_str()?.to_owned();
        return Some(vec![Variant { value, title: title.map(str::to_owned) }]);
    }
    let Value::Array(values) = schema.get("enum")? else { return None };
    values
        .iter()
        .map(|value| Some(Variant { value: value.as_str()?.to_owned(), title: None }))
        .collect()
}

fn number(schema: &Object, keyword: &str) -> Option<Number> {
    schema.get(keyword).and_then(Value::as_number).cloned()
}

fn check_number_format(name: &str, schema: &Object) -> Result<(), FormError> {
    match schema.get("format").and_then(Value::as_str) {
        None | Some("float" | "double") => Ok(()),
        Some(format) => Err(refused(name, format!("format: {format}"))),
    }
}

/// What an integer's answer may be. A range of the author's wins over the safe one of a wide type,
/// and never goes beyond what a narrow type can hold.
fn integer_range(name: &str, schema: &Object) -> Result<(Option<i128>, Option<i128>), FormError> {
    // A bound between two integers is one for the integer within it.
    let min = number(schema, "minimum").and_then(|min| integer(&min, f64::ceil));
    let max = number(schema, "maximum").and_then(|max| integer(&max, f64::floor));
    let Some(format) = schema.get("format").and_then(Value::as_str) else { return Ok((min, max)) };
    let (least, most) = bounds(format).ok_or_else(|| refused(name, format!("format: {format}")))?;
    let (min, max) = (min.unwrap_or(least), max.unwrap_or(most));
    if most == MAX_SAFE {
        return Ok((Some(min), Some(max)));
    }
    Ok((Some(min.max(least)), Some(max.min(most))))
}

fn integer(number: &Number, round: fn(f64) -> f64) -> Option<i128> {
    #[expect(clippy::cast_possible_truncation, reason = "what is too large is cut to the largest")]
    let rounded = |float: f64| round(float) as i128;
    number.as_i128().or_else(|| number.as_f64().map(rounded))
}

/// The range of a Rust integer, as far as every JSON reader keeps it.
fn bounds(format: &str) -> Option<(i128, i128)> {
    Some(match format {
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "uint8" => (0, u8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "uint" | "uint64" | "uint128" => (0, MAX_SAFE),
        "int" | "int64" | "int128" => (-MAX_SAFE, MAX_SAFE),
        _ => return None,
    })
}

fn array<'a>(schema: &'a Object, keyword: &str) -> impl Iterator<Item = &'a Value> {
    schema.get(keyword).and_then(Value::as_array).into_iter().flatten()
}

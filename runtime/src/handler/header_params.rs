//! Arguments of a tool that clients repeat in headers, where proxies can see them
//! (`modern.md` part 12).
//!
//! It holds headers against arguments; how headers are read is not known.

use std::{borrow::Cow, collections::HashMap};

use serde_json::{Value, value::RawValue};

use crate::{
    error::ArgumentsError,
    wire::{Fields, Header, JsonType, Mismatch},
};

/// The keyword in a schema.
pub(super) const KEYWORD: &str = "x-mcp-header";

/// What stands in front of the name of every such header.
const PREFIX: &str = "Mcp-Param-";

/// Keywords with schemas by name, which a header cannot reach.
const OF_NAMED: [&str; 4] = ["$defs", "definitions", "patternProperties", "dependentSchemas"];

/// Keywords with a schema or an array of them, which a header cannot reach.
const OF_ONE_OR_SEVERAL: [&str; 14] = [
    "items",
    "prefixItems",
    "contains",
    "additionalProperties",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "oneOf",
    "anyOf",
    "allOf",
    "not",
    "if",
    "then",
    "else",
];

/// The annotated arguments of a tool.
#[derive(Debug, Default)]
pub(crate) struct HeaderParams(Vec<HeaderParam>);

#[derive(Debug)]
struct HeaderParam {
    header: String,
    /// From the root of the arguments.
    path: Vec<String>,
    is: Is,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Is {
    String,
    Integer,
    Boolean,
}

impl HeaderParams {
    /// The annotations of an input schema.
    ///
    /// # Errors
    ///
    /// One that would make clients drop the tool (`modern.md M-XH-2`).
    pub(super) fn of(schema: &str) -> Result<Self, ArgumentsError> {
        let mut params = Self::default();
        if schema.contains(KEYWORD) {
            let schema: Value =
                serde_json::from_str(schema).map_err(|_| ArgumentsError::NotASchema)?;
            params.collect(&schema, Some(&mut Vec::new()))?;
        }
        Ok(params)
    }

    /// Whether there are any.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Notes the annotations below a schema; `path` is `None` where a header cannot reach.
    fn collect(
        &mut self,
        schema: &Value,
        path: Option<&mut Vec<String>>,
    ) -> Result<(), ArgumentsError> {
        let Some(members) = schema.as_object() else { return Ok(()) };
        if let Some(name) = members.get(KEYWORD) {
            self.note(name, &schema["type"], path.as_deref())?;
        }
        let mut path = path;
        for (keyword, value) in members {
            if keyword == "properties" {
                for (name, schema) in value.as_object().into_iter().flatten() {
                    path.iter_mut().for_each(|path| path.push(name.clone()));
                    self.collect(schema, path.as_deref_mut())?;
                    path.iter_mut().for_each(|path| drop(path.pop()));
                }
            } else if OF_NAMED.contains(&&**keyword) {
                let named = value.as_object().into_iter().flat_map(|named| named.values());
                named.into_iter().try_for_each(|schema| self.collect(schema, None))?;
            } else if OF_ONE_OR_SEVERAL.contains(&&**keyword) {
                let several = value.as_array().into_iter().flatten();
                several.chain([value]).try_for_each(|schema| self.collect(schema, None))?;
            }
        }
        Ok(())
    }

    fn note(
        &mut self,
        name: &Value,
        kind: &Value,
        path: Option<&Vec<String>>,
    ) -> Result<(), ArgumentsError> {
        let path = path.filter(|path| !path.is_empty()).ok_or(ArgumentsError::HeaderPlace)?;
        let name = name.as_str().filter(|name| is_token(name)).ok_or(ArgumentsError::HeaderName)?;
        let header = format!("{PREFIX}{name}");
        if self.0.iter().any(|param| param.header.eq_ignore_ascii_case(&header)) {
            return Err(ArgumentsError::HeaderTwice);
        }
        let is = match kind.as_str() {
            Some("string") => Is::String,
            Some("integer") => Is::Integer,
            Some("boolean") => Is::Boolean,
            _ => return Err(ArgumentsError::HeaderType),
        };
        self.0.push(HeaderParam { header, path: path.clone(), is });
        Ok(())
    }

    /// Holds the headers against the arguments of a call (`modern.md M-XH-3`, M-XH-4).
    ///
    /// # Errors
    ///
    /// The first header that does not agree, and why.
    pub(crate) fn check(
        &self,
        arguments: Option<&str>,
        fields: &dyn Fields,
    ) -> Result<(), (&str, Mismatch)> {
        self.0.iter().try_for_each(|param| {
            let header = fields.field(&param.header);
            let agrees = match param.value(arguments) {
                Some(value) => param.is.agrees(value, header),
                None if matches!(header, Header::Absent) => Ok(()),
                None => Err(Mismatch::Different),
            };
            agrees.map_err(|why| (&*param.header, why))
        })
    }
}

impl HeaderParam {
    /// The argument as JSON text, unless it is absent or null. What is no object on the way to it is all
    /// that there is: serde reads a struct from an array too.
    fn value<'a>(&self, arguments: Option<&'a str>) -> Option<&'a str> {
        let mut text = arguments?;
        for name in &self.path {
            if JsonType::of(text) != JsonType::Object {
                break;
            }
            let members: HashMap<Cow<'_, str>, &RawValue> = serde_json::from_str(text).ok()?;
            text = members.get(&**name)?.get();
        }
        Some(text).filter(|text| *text != "null")
    }
}

impl Is {
    /// A value of another type is compared as it stands: what is wrong with it is told later.
    fn agrees(self, value: &str, header: Header<'_>) -> Result<(), Mismatch> {
        match self {
            Self::String => match serde_json::from_str::<String>(value) {
                Ok(text) => header.decodes_to(&text),
                Err(_) => header.decodes_to(value),
            },
            Self::Integer => {
                let sent = header.decoded()?;
                // `modern.md M-XH-5`.
                let equal = integer(&sent).is_some_and(|sent| integer(value) == Some(sent));
                if equal || *sent == *value { Ok(()) } else { Err(Mismatch::Different) }
            }
            Self::Boolean => header.decodes_to(value),
        }
    }
}

/// A whole number, also one with zeros behind its point.
fn integer(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_whole = !fraction.is_empty() && fraction.bytes().all(|byte| byte == b'0');
    is_whole.then(|| whole.parse().ok())?
}

/// RFC 9110, 5.6.2.
fn is_token(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(properties: &str) -> Result<usize, ArgumentsError> {
        let schema = format!("{{\"type\":\"object\",\"properties\":{properties}}}");
        HeaderParams::of(&schema).map(|params| params.0.len())
    }

    /// M-XH-2.
    #[test]
    fn annotations_that_clients_drop_are_refused() {
        let region = r#"{"type":"string","x-mcp-header":"Region"}"#;
        assert_eq!(of(&format!(r#"{{"a":{region}}}"#)), Ok(1));
        assert_eq!(
            of(&format!(r#"{{"a":{{"type":"object","properties":{{"b":{region}}}}}}}"#)),
            Ok(1)
        );
        // It is a name, and no keyword.
        let named = r#"{"a":{"type":"array","items":{"properties":{"x-mcp-header":{}}}}}"#;
        assert_eq!(of(named), Ok(0));
        assert_eq!(of(r#"{"x-mcp-header":{"type":"string"}}"#), Ok(0));
        assert_eq!(of(r#"{"a":{"const":{"x-mcp-header":1}}}"#), Ok(0));
        for (properties, error) in [
            (
                format!(r#"{{"a":{{"type":"array","items":{region}}}}}"#),
                ArgumentsError::HeaderPlace,
            ),
            (format!(r#"{{"a":{{"anyOf":[{region}]}}}}"#), ArgumentsError::HeaderPlace),
            (format!(r#"{{"a":{{"not":{region}}}}}"#), ArgumentsError::HeaderPlace),
            (
                format!(r#"{{"a":{{"patternProperties":{{"x":{region}}}}}}}"#),
                ArgumentsError::HeaderPlace,
            ),
            (
                r#"{"a":{"type":"number","x-mcp-header":"A"}}"#.to_owned(),
                ArgumentsError::HeaderType,
            ),
            (r#"{"a":{"x-mcp-header":"A"}}"#.to_owned(), ArgumentsError::HeaderType),
            (r#"{"a":{"type":"string","x-mcp-header":""}}"#.to_owned(), ArgumentsError::HeaderName),
            (
                r#"{"a":{"type":"string","x-mcp-header":"a b"}}"#.to_owned(),
                ArgumentsError::HeaderName,
            ),
            (r#"{"a":{"type":"string","x-mcp-header":7}}"#.to_owned(), ArgumentsError::HeaderName),
            (
                format!(r#"{{"a":{region},"b":{{"type":"string","x-mcp-header":"REGION"}}}}"#),
                ArgumentsError::HeaderTwice,
            ),
        ] {
            assert_eq!(of(&properties), Err(error), "{properties}");
        }
    }

    /// A schema may come from anywhere: its depth costs its depth.
    #[test]
    fn a_deep_schema_is_looked_through_once() {
        let mut schema = r#"{"x-mcp-header":"A","type":"string"}"#.to_owned();
        for _ in 0..60 {
            schema = format!("{{\"items\":{schema}}}");
        }
        assert_eq!(of(&format!("{{\"a\":{schema}}}")), Err(ArgumentsError::HeaderPlace));
    }

    /// M-XH-5.
    #[test]
    fn integers_are_compared_by_value() {
        for (text, right) in [
            ("42", Some(42)),
            ("42.0", Some(42)),
            ("-7", Some(-7)),
            ("42.5", None),
            ("42.", None),
            ("4.2e1", None),
            ("1e2", None),
            ("", None),
        ] {
            assert_eq!(integer(text), right, "{text}");
        }
    }
}

//! The protocol's JSON schema as a judge, by the typed definition of each message.

use std::{collections::HashMap, path::Path, sync::LazyLock};

use jsonschema::Validator;
use serde_json::{Value, json};

/// The definitions that a server's messages are held against.
const DEFINITIONS: [&str; 8] = [
    "CallToolResult",
    "DiscoverResult",
    "HeaderMismatchError",
    "InputRequiredResult",
    "JSONRPCErrorResponse",
    "ListToolsResult",
    "MissingRequiredClientCapabilityError",
    "UnsupportedProtocolVersionError",
];

static VALIDATORS: LazyLock<HashMap<&str, Validator>> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/2026-07-28.json");
    let text = std::fs::read_to_string(&path).expect("the schema stands in the repository");
    let schema: Value = serde_json::from_str(&text).expect("it is JSON");
    DEFINITIONS.into_iter().map(|name| (name, validator(&schema, name))).collect()
});

fn validator(schema: &Value, definition: &str) -> Validator {
    let root = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": schema["$defs"],
        "$ref": format!("#/$defs/{definition}"),
    });
    jsonschema::validator_for(&root).expect("it is a schema")
}

/// Holds a server's answer to `method` against the schema.
pub fn check(method: &str, answer: &Value) {
    assert_eq!(answer["jsonrpc"], "2.0", "{answer}");
    match answer.get("result") {
        Some(result) => fits(result_definition(method, result), result),
        None => fits(error_definition(&answer["error"]["code"]), answer),
    }
}

fn result_definition(method: &str, result: &Value) -> &'static str {
    match (method, result["resultType"].as_str()) {
        ("tools/call", Some("input_required")) => {
            // The schema lets a result pass that has neither (`modern.md A-11`).
            assert!(!result["inputRequests"].is_null() || !result["requestState"].is_null());
            assert!(result["ttlMs"].is_null() && result["cacheScope"].is_null(), "{result}");
            "InputRequiredResult"
        }
        ("tools/call", Some("complete")) => "CallToolResult",
        ("tools/list", Some("complete")) => "ListToolsResult",
        ("server/discover", Some("complete")) => "DiscoverResult",
        other => panic!("no such result: {other:?} {result}"),
    }
}

fn error_definition(code: &Value) -> &'static str {
    match code.as_i64() {
        Some(-32020) => "HeaderMismatchError",
        Some(-32021) => "MissingRequiredClientCapabilityError",
        Some(-32022) => "UnsupportedProtocolVersionError",
        Some(-32700 | -32600 | -32601 | -32602 | -32603) => "JSONRPCErrorResponse",
        other => panic!("no code of this revision: {other:?}"),
    }
}

fn fits(definition: &str, value: &Value) {
    let errors: Vec<String> =
        VALIDATORS[definition].iter_errors(value).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{definition}: {errors:?}\n{value}");
}

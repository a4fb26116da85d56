//! The protocol's JSON schemas as judges, by revision and by the typed definition of each message.

use std::{
    collections::HashMap,
    path::Path,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::PROTOCOL_VERSION;

type Validators = HashMap<(String, String), Arc<Validator>>;

static VALIDATORS: LazyLock<Mutex<Validators>> = LazyLock::new(Mutex::default);

fn validator(revision: &str, definition: &str) -> Arc<Validator> {
    let mut validators = VALIDATORS.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (revision.to_owned(), definition.to_owned());
    Arc::clone(validators.entry(key).or_insert_with(|| Arc::new(build(revision, definition))))
}

fn build(revision: &str, definition: &str) -> Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schema/{revision}.json"));
    let text = std::fs::read_to_string(&path).expect("the schema stands in the repository");
    let mut schema: Value = serde_json::from_str(&text).expect("it is JSON");
    // The older ones call their definitions otherwise.
    let name = if schema.get("$defs").is_some() { "$defs" } else { "definitions" };
    assert!(schema[name].get(definition).is_some(), "{revision} has no {definition}");
    schema["$ref"] = json!(format!("#/{name}/{definition}"));
    jsonschema::validator_for(&schema).expect("it is a schema")
}

/// Holds a notification on a modern connection against the schema; returns its params.
#[expect(clippy::must_use_candidate, reason = "it is called for what it asserts")]
pub fn check_notification<'m>(method: &str, message: &'m Value) -> &'m Value {
    assert_eq!(message["method"], method, "{message}");
    let definition = match method {
        "notifications/progress" => "ProgressNotification",
        "notifications/message" => "LoggingMessageNotification",
        "notifications/cancelled" => "CancelledNotification",
        "notifications/subscriptions/acknowledged" => "SubscriptionsAcknowledgedNotification",
        "notifications/tools/list_changed" => "ToolListChangedNotification",
        "notifications/prompts/list_changed" => "PromptListChangedNotification",
        "notifications/resources/list_changed" => "ResourceListChangedNotification",
        "notifications/resources/updated" => "ResourceUpdatedNotification",
        other => panic!("a server does not send {other}: {message}"),
    };
    fits(PROTOCOL_VERSION, definition, message);
    check_meta(message);
    &message["params"]
}

/// Holds a server's answer to `method` against the schema.
pub fn check(method: &str, answer: &Value) {
    assert_eq!(answer["jsonrpc"], "2.0", "{answer}");
    check_meta(answer);
    match answer.get("result") {
        Some(result) => fits(PROTOCOL_VERSION, result_definition(method, result), result),
        None => fits(PROTOCOL_VERSION, error_definition(&answer["error"]["code"]), answer),
    }
}

/// `modern.md M-META-6`, M-META-7: nothing of ours is in `_meta` but what the protocol puts there.
fn check_meta(message: &Value) {
    match message {
        Value::Array(items) => items.iter().for_each(check_meta),
        Value::Object(members) => {
            for (name, value) in members {
                if name == "_meta" {
                    let known = ["serverInfo", "subscriptionId"];
                    let is_known = |key: &str| {
                        let name = key.strip_prefix("io.modelcontextprotocol/");
                        name.is_some_and(|name| known.contains(&name))
                    };
                    let keys = value.as_object().expect("`_meta` is an object").keys();
                    keys.for_each(|key| assert!(is_known(key), "{key} in {message}"));
                }
                check_meta(value);
            }
        }
        _ => {}
    }
}

fn result_definition(method: &str, result: &Value) -> &'static str {
    match (method, result["resultType"].as_str()) {
        ("tools/call" | "prompts/get" | "resources/read", Some("input_required")) => {
            // The schema lets a result pass that has neither (`modern.md A-11`).
            assert!(!result["inputRequests"].is_null() || !result["requestState"].is_null());
            assert!(result["ttlMs"].is_null() && result["cacheScope"].is_null(), "{result}");
            // `modern.md M-MRTR-4`: a question is no message of its own.
            for question in result["inputRequests"].as_object().into_iter().flatten() {
                let (_, question) = question;
                assert!(
                    question.get("id").is_none() && question.get("jsonrpc").is_none(),
                    "{result}"
                );
            }
            "InputRequiredResult"
        }
        ("tools/call", Some("complete")) => "CallToolResult",
        ("tools/list", Some("complete")) => "ListToolsResult",
        ("prompts/list", Some("complete")) => "ListPromptsResult",
        ("prompts/get", Some("complete")) => "GetPromptResult",
        ("resources/list", Some("complete")) => "ListResourcesResult",
        ("resources/templates/list", Some("complete")) => "ListResourceTemplatesResult",
        ("resources/read", Some("complete")) => "ReadResourceResult",
        ("server/discover", Some("complete")) => "DiscoverResult",
        ("completion/complete", Some("complete")) => "CompleteResult",
        ("subscriptions/listen", Some("complete")) => "SubscriptionsListenResult",
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

/// Holds a message of a handshake session against the schema of its revision, and against what no
/// such revision has (B75). `method` is the request's that it answers, or its own.
pub fn check_handshake(revision: &str, method: &str, message: &Value) {
    let text = message.to_string();
    for newer in ["resultType", "ttlMs", "cacheScope", "io.modelcontextprotocol/", "inputRequests"]
    {
        assert!(!text.contains(newer), "{newer} on {revision}: {text}");
    }
    assert_eq!(message["jsonrpc"], "2.0", "{message}");
    if let Some(error) = message.get("error") {
        let code = error["code"].as_i64().expect("a code");
        assert!([-32700, -32600, -32601, -32602, -32603, -32002].contains(&code), "{message}");
        let newest = revision == "2025-11-25";
        return fits(
            revision,
            if newest { "JSONRPCErrorResponse" } else { "JSONRPCError" },
            message,
        );
    }
    let Some(result) = message.get("result") else {
        let definition = match method {
            "elicitation/create" => "ElicitRequest",
            "sampling/createMessage" => "CreateMessageRequest",
            "roots/list" => "ListRootsRequest",
            "notifications/cancelled" => "CancelledNotification",
            "notifications/elicitation/complete" => "ElicitationCompleteNotification",
            "notifications/progress" => "ProgressNotification",
            "notifications/message" => "LoggingMessageNotification",
            "notifications/tools/list_changed" => "ToolListChangedNotification",
            "notifications/prompts/list_changed" => "PromptListChangedNotification",
            "notifications/resources/list_changed" => "ResourceListChangedNotification",
            "notifications/resources/updated" => "ResourceUpdatedNotification",
            other => panic!("a server does not send {other}: {message}"),
        };
        return fits(revision, definition, message);
    };
    let definition = match method {
        "initialize" => "InitializeResult",
        "tools/list" => "ListToolsResult",
        "tools/call" => "CallToolResult",
        "prompts/list" => "ListPromptsResult",
        "prompts/get" => "GetPromptResult",
        "resources/list" => "ListResourcesResult",
        "resources/templates/list" => "ListResourceTemplatesResult",
        "resources/read" => "ReadResourceResult",
        "completion/complete" => "CompleteResult",
        "ping" | "logging/setLevel" | "resources/subscribe" | "resources/unsubscribe" => {
            "EmptyResult"
        }
        other => panic!("{other} has no result: {message}"),
    };
    fits(revision, definition, result);
}

fn fits(revision: &str, definition: &str, value: &Value) {
    let validator = validator(revision, definition);
    let errors: Vec<String> = validator.iter_errors(value).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{revision} {definition}: {errors:?}\n{value}");
}

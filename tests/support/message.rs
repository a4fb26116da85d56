//! Messages of a client on revision 2026-07-28.

use serde_json::{Map, Value, json};

pub const PROTOCOL_VERSION: &str = "2026-07-28";

/// A call of a handler that a test changes as it needs.
#[derive(Clone, Debug)]
pub struct Call {
    pub method: &'static str,
    pub id: Value,
    pub params: Map<String, Value>,
}

impl Call {
    /// A `tools/call` without arguments from a client that can show forms.
    #[must_use]
    pub fn new(tool: &str) -> Self {
        Self::of("tools/call", json!({"name": tool, "arguments": {}, "_meta": meta()}))
    }

    /// A `prompts/get`.
    #[must_use]
    pub fn prompt(name: &str, arguments: Value) -> Self {
        let params = json!({"name": name, "arguments": arguments, "_meta": meta()});
        Self::of("prompts/get", params)
    }

    /// A `resources/read`.
    #[must_use]
    pub fn read(uri: &str) -> Self {
        Self::of("resources/read", json!({"uri": uri, "_meta": meta()}))
    }

    fn of(method: &'static str, params: Value) -> Self {
        let Value::Object(params) = params else { unreachable!("it is an object") };
        Self { method, id: json!(1), params }
    }

    #[must_use]
    pub fn id(mut self, id: Value) -> Self {
        self.id = id;
        self
    }

    /// Sets a member of `params`.
    #[must_use]
    pub fn with(mut self, member: &str, value: Value) -> Self {
        self.params.insert(member.to_owned(), value);
        self
    }

    #[must_use]
    pub fn arguments(self, arguments: Value) -> Self {
        self.with("arguments", arguments)
    }

    /// Sets a member of `_meta`.
    #[must_use]
    pub fn meta(mut self, member: &str, value: Value) -> Self {
        self.params["_meta"][member] = value;
        self
    }

    /// The call of a client that asked for progress.
    #[must_use]
    pub fn progress(self, token: Value) -> Self {
        self.meta("progressToken", token)
    }

    /// The call of a client that wants log messages from `level` on.
    #[must_use]
    pub fn logs(self, level: &str) -> Self {
        self.meta("io.modelcontextprotocol/logLevel", level.into())
    }

    #[must_use]
    pub fn capabilities(mut self, capabilities: Value) -> Self {
        self.params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = capabilities;
        self
    }

    /// The call as a client repeats it after `asked`, with these answers.
    #[must_use]
    pub fn retry(&self, asked: &Value, responses: Value) -> Self {
        let result = &asked["result"];
        assert_eq!(result["resultType"], "input_required", "{asked}");
        let id = self.id.as_i64().unwrap_or_default() + 1;
        self.clone()
            .id(json!(id))
            .with("inputResponses", responses)
            .with("requestState", result["requestState"].clone())
    }

    #[must_use]
    pub fn json(&self) -> Value {
        json!({"jsonrpc": "2.0", "id": self.id, "method": self.method, "params": self.params})
    }
}

fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": PROTOCOL_VERSION,
        "io.modelcontextprotocol/clientInfo": {"name": "suite", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
    })
}

/// Any other request.
#[must_use]
pub fn request(method: &str, mut params: Value) -> Value {
    params["_meta"] = meta();
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

/// An accepted form.
#[must_use]
pub fn accept(content: Value) -> Value {
    json!({"action": "accept", "content": content})
}

/// The params of the one question that is asked under `key`.
#[must_use]
pub fn question<'a>(asked: &'a Value, key: &str) -> &'a Value {
    let request = &asked["result"]["inputRequests"][key];
    assert_eq!(request["method"], "elicitation/create", "{key} in {asked}");
    &request["params"]
}

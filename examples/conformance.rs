//! The server that the official conformance suite is run against, written as users write.
//!
//! It has the fixtures of what is built so far. `cargo run --bin conformance -- --http 127.0.0.1:8000`

use std::time::Duration;

use askback::{Sample, prelude::*};

/// Says a fixed text.
#[tool]
async fn test_simple_text() -> &'static str {
    "This is a simple text response for testing."
}

/// Always fails.
#[tool]
async fn test_error_handling() -> Result<String, &'static str> {
    Err("This tool intentionally returns an error for testing")
}

/// Asks the client's model.
#[tool]
async fn test_sampling(cx: &Context, prompt: String) -> String {
    let said = cx.sample(&Sample::new(prompt).max_tokens(100)).key("answer").await;
    format!("LLM response: {}", said.text())
}

/// Who is there.
#[ask]
struct Contact {
    /// User's response
    username: String,
    /// User's email address
    email: String,
}

/// Asks the user for a name and an address.
#[tool]
async fn test_elicitation(cx: &Context, message: String) -> String {
    match cx.ask::<Contact>(message).key("contact").await {
        Answer::Accepted(Contact { username, email }) => {
            format!("User response: {username} <{email}>")
        }
        Answer::Declined => "User response: declined".into(),
        Answer::Cancelled => "User response: cancelled".into(),
    }
}

/// An applicant.
#[ask]
struct Applicant {
    #[serde(default = "john")]
    name: String,
    #[serde(default = "thirty")]
    age: i64,
    #[serde(default = "good")]
    score: f64,
    #[serde(default)]
    status: Status,
    #[serde(default = "yes")]
    verified: bool,
}

fn john() -> String {
    "John Doe".into()
}

fn thirty() -> i64 {
    30
}

fn good() -> f64 {
    95.5
}

fn yes() -> bool {
    true
}

#[choice]
#[serde(rename_all = "lowercase")]
#[derive(Default, Debug)]
enum Status {
    #[default]
    Active,
    Inactive,
    Pending,
}

/// Asks with a default for every field.
#[tool]
async fn test_elicitation_sep1034_defaults(cx: &Context) -> String {
    match cx.ask::<Applicant>("Please review your data").key("applicant").await {
        Answer::Accepted(Applicant { name, age, score, status, verified }) => format!(
            "Elicitation completed: action=accept, content={{{name}, {age}, {score}, {status:?}, \
             {verified}}}"
        ),
        Answer::Declined | Answer::Cancelled => "Elicitation completed: no".into(),
    }
}

/// Every way to write a choice.
#[ask]
#[serde(rename_all = "camelCase")]
struct Choices {
    untitled_single: Plain,
    titled_single: Titled,
    #[schemars(extend("enumNames" = ["Option One", "Option Two", "Option Three"]))]
    legacy_enum: Legacy,
    untitled_multi: Vec<Plain>,
    titled_multi: Vec<Titled>,
}

#[choice]
#[serde(rename_all = "lowercase")]
#[derive(Debug)]
enum Plain {
    Option1,
    Option2,
    Option3,
}

#[choice]
#[serde(rename_all = "lowercase")]
#[derive(Debug)]
enum Titled {
    /// First option
    Value1,
    /// Second option
    Value2,
    /// Third option
    Value3,
}

#[choice]
#[serde(rename_all = "lowercase")]
#[derive(Debug)]
enum Legacy {
    Opt1,
    Opt2,
    Opt3,
}

/// Asks for choices of every kind.
#[tool]
async fn test_elicitation_sep1330_enums(cx: &Context) -> String {
    match cx.ask::<Choices>("Please choose").key("choices").await {
        Answer::Accepted(choices) => {
            let Choices { untitled_single, titled_single, legacy_enum, .. } = &choices;
            let (many, titled) = (&choices.untitled_multi, &choices.titled_multi);
            format!(
                "Elicitation completed: action=accept, content={{{untitled_single:?}, \
                 {titled_single:?}, {legacy_enum:?}, {many:?}, {titled:?}}}"
            )
        }
        Answer::Declined | Answer::Cancelled => "Elicitation completed: no".into(),
    }
}

/// How to reach somebody, by a schema that is written by hand.
#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Reach {
    name: Option<String>,
    address: Option<Address>,
    contact_method: Option<String>,
    phone: Option<String>,
    email: Option<String>,
}

#[derive(serde::Deserialize)]
struct Address {
    street: Option<String>,
    city: Option<String>,
}

impl schemars::JsonSchema for Reach {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Reach".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "$defs": {
                "address": {
                    "$anchor": "addressDef",
                    "type": "object",
                    "properties": {"street": {"type": "string"}, "city": {"type": "string"}}
                }
            },
            "properties": {
                "name": {"type": "string"},
                "address": {"$ref": "#/$defs/address"},
                "contactMethod": {"type": "string", "enum": ["phone", "email"]},
                "phone": {"type": "string"},
                "email": {"type": "string"}
            },
            "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
            "if": {
                "properties": {"contactMethod": {"const": "phone"}},
                "required": ["contactMethod"]
            },
            "then": {"required": ["phone"]},
            "else": {"required": ["email"]},
            "additionalProperties": false
        })
    }
}

/// Takes what its schema says.
#[tool]
async fn json_schema_2020_12_tool(reach: Args<Reach>) -> String {
    let Reach { name, address, contact_method, phone, email } = reach.0;
    let place = address.map(|Address { street, city }| (street, city));
    format!("{name:?} {place:?} {contact_method:?} {phone:?} {email:?}")
}

/// Lets the client go, and has its answer when it comes back.
#[tool]
async fn test_reconnection(cx: &Context) -> &'static str {
    cx.release_stream();
    tokio::time::sleep(Duration::from_millis(300)).await;
    "Reconnection test completed successfully."
}

/// Needs the client's model.
#[tool]
async fn test_missing_capability(cx: &Context) -> String {
    cx.sample(&Sample::new("Say anything.")).key("anything").await.text().to_owned()
}

#[askback::main]
async fn main() -> askback::Result<()> {
    let server = Server::new("conformance", "1.0.0")
        .tool(test_simple_text)
        .tool(test_error_handling)
        .tool(test_sampling)
        .tool(test_elicitation)
        .tool(test_elicitation_sep1034_defaults)
        .tool(test_elicitation_sep1330_enums)
        .tool(json_schema_2020_12_tool)
        .tool(test_reconnection)
        .tool(test_missing_capability);
    askback_examples::serve(server).await
}

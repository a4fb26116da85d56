//! Forms with defaults and with every way to write a choice, and a schema that is written by hand.

use askback::prelude::*;

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
pub(crate) async fn test_elicitation_sep1034_defaults(cx: &Context) -> String {
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
pub(crate) async fn test_elicitation_sep1330_enums(cx: &Context) -> String {
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
pub(crate) async fn json_schema_2020_12_tool(reach: Args<Reach>) -> String {
    let Reach { name, address, contact_method, phone, email } = reach.0;
    let place = address.map(|Address { street, city }| (street, city));
    format!("{name:?} {place:?} {contact_method:?} {phone:?} {email:?}")
}

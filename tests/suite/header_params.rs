//! Arguments that clients repeat in headers (`modern.md` part 12).

use askback::{ArgumentsError, BuildError, ToolBuilder, prelude::*};
use askback_tests::{Call, Piped, Served, check, handshake::Session, request};
use serde_json::{Value, json};

/// Routes a query.
#[tool]
async fn query(
    #[arg(header = "Region")] region: String,
    #[arg(header = "Shard")] shard: Option<u32>,
    #[arg(name = "dry", header = "Dry-Run")] dry_run: Option<bool>,
    text: Option<String>,
) -> String {
    format!("{region} {shard:?} {dry_run:?} {text:?}")
}

fn server() -> Server {
    let nested = ToolBuilder::new("nested")
        .input_schema(
            r#"{"type":"object","properties":{"place":{"type":"object","properties":
               {"country":{"type":"string","x-mcp-header":"Country"}}}}}"#,
        )
        .handler(|_, _: Value| Box::pin(async { "Done." }));
    Server::new("s", "1").tool(query).tool(nested)
}

fn sent(served: &Served, call: &Call, headers: &[(&str, &str)]) -> Result<String, i64> {
    let mut request = served.post(&call.json());
    for (name, value) in headers {
        request = request.header(name, value);
    }
    let reply = request.send();
    match reply.status {
        200 => Ok(reply.json()["result"]["content"][0]["text"].as_str().unwrap().to_owned()),
        400 => Err(reply.code()),
        other => panic!("{other}: {}", reply.body),
    }
}

/// M-XH-1: the list says which.
#[test]
fn the_list_names_the_headers() {
    let served = Served::start(server());
    let list = served.post(&request("tools/list", json!({}))).send().json();
    check("tools/list", &list);
    let properties = &list["result"]["tools"][0]["inputSchema"]["properties"];
    for (property, header, kind) in [
        ("region", "Region", "string"),
        ("shard", "Shard", "integer"),
        ("dry", "Dry-Run", "boolean"),
    ] {
        assert_eq!(properties[property]["x-mcp-header"], header);
        assert_eq!(properties[property]["type"], kind);
    }
    assert!(properties["text"].get("x-mcp-header").is_none());
}

/// M-XH-3 to M-XH-5.
#[test]
fn headers_are_held_against_the_arguments() {
    let served = Served::start(server());
    let wrong = Err(-32020);
    let full = json!({"region": "Büro", "shard": 42, "dry": true});
    let region = ("Mcp-Param-Region", "=?base64?QsO8cm8=?=");
    let (shard, dry) = (("Mcp-Param-Shard", "42"), ("Mcp-Param-Dry-Run", "true"));
    for (arguments, headers, right) in [
        (full.clone(), vec![region, shard, dry], Ok("Büro Some(42) Some(true) None".to_owned())),
        (
            full.clone(),
            vec![region, ("mcp-param-SHARD", "42.0"), dry],
            Ok("Büro Some(42) Some(true) None".to_owned()),
        ),
        (full.clone(), vec![shard, dry], wrong.clone()),
        (full.clone(), vec![region, dry], wrong.clone()),
        (full.clone(), vec![region, shard], wrong.clone()),
        (full.clone(), vec![region, ("Mcp-Param-Shard", "4.2e1"), dry], wrong.clone()),
        (full.clone(), vec![region, ("Mcp-Param-Shard", "43"), dry], wrong.clone()),
        (full.clone(), vec![region, shard, ("Mcp-Param-Dry-Run", "TRUE")], wrong.clone()),
        (full.clone(), vec![region, region, shard, dry], wrong.clone()),
        (full, vec![("Mcp-Param-Region", "=?base64?QsO8cm8?="), shard, dry], wrong.clone()),
        (
            json!({"region": "eu"}),
            vec![("Mcp-Param-Region", " eu ")],
            Ok("eu None None None".to_owned()),
        ),
        (
            json!({"region": "eu", "shard": null}),
            vec![("Mcp-Param-Region", "eu")],
            Ok("eu None None None".to_owned()),
        ),
        // A header without its argument.
        (json!({"region": "eu"}), vec![("Mcp-Param-Region", "eu"), shard], wrong.clone()),
        (json!({"region": "eu"}), vec![("Mcp-Param-Region", "us")], wrong.clone()),
    ] {
        let call = Call::new("query").arguments(arguments.clone());
        assert_eq!(sent(&served, &call, &headers), right, "{arguments} {headers:?}");
    }
    let nested = Call::new("nested").arguments(json!({"place": {"country": "PT"}}));
    assert_eq!(sent(&served, &nested, &[("Mcp-Param-Country", "PT")]), Ok("Done.".to_owned()));
    assert_eq!(sent(&served, &nested, &[]), wrong);
    // serde reads a struct from an array too.
    let array = Call::new("nested").arguments(json!({"place": ["PT"]}));
    assert_eq!(sent(&served, &array, &[]), wrong);
    let without = Call::new("nested").arguments(json!({"place": {}}));
    assert_eq!(sent(&served, &without, &[]), Ok("Done.".to_owned()));
}

/// M-XH-7, and sessions, which have no such headers.
#[test]
fn other_transports_and_revisions_have_none() {
    let call = Call::new("query").arguments(json!({"region": "eu"}));
    let mut piped = Piped::start(server());
    let answer = piped.answer(&call.json());
    assert_eq!(answer["result"]["content"][0]["text"], "eu None None None");
    let served = Served::start(server());
    let session = Session::open(&served, "2025-11-25", json!({}));
    let call = askback_tests::handshake::plain_call(1, "query", json!({"region": "eu"}));
    assert_eq!(session.answer(&call)["result"]["content"][0]["text"], "eu None None None");
}

/// M-XH-2: a tool that clients would drop is refused.
#[test]
fn a_tool_that_clients_would_drop_is_refused() {
    /// A number is no header.
    #[tool]
    async fn weigh(#[arg(header = "Weight")] weight: f64) -> String {
        weight.to_string()
    }
    /// Twice the same.
    #[tool]
    async fn twice(#[arg(header = "A")] a: String, #[arg(header = "a")] b: String) -> String {
        a + &b
    }
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct Query {
        #[serde(alias = "area")]
        #[schemars(extend("x-mcp-header" = "Region"))]
        region: String,
    }
    /// A value under another name would have no header.
    #[tool]
    async fn aliased(Args(query): Args<Query>) -> String {
        query.region
    }
    /// What the server holds is no argument.
    #[tool]
    async fn held(first: String, #[arg(header = "Held")] held: State<u8>) -> String {
        format!("{first} {}", *held)
    }
    for (server, right) in [
        (Server::new("s", "1").with_state(7_u8).tool(held), ArgumentsError::NoArgument),
        (Server::new("s", "1").tool(aliased), ArgumentsError::HeaderAlias),
        (Server::new("s", "1").tool(weigh), ArgumentsError::HeaderType),
        (Server::new("s", "1").tool(twice), ArgumentsError::HeaderTwice),
    ] {
        match server.build() {
            Err(BuildError::Arguments { error, .. }) => assert_eq!(error, right),
            other => panic!("{other:?}"),
        }
    }
}

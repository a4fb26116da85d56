//! Bad input over both transports: a clear error, and the next request is served.

use askback::prelude::*;
use askback_tests::{Call, Piped, Served, check, request};
use serde_json::{Value, json};

/// Says what it was given.
#[tool]
async fn echo(text: Option<String>, any: Option<Vec<Vec<i64>>>) -> String {
    format!("{} {any:?}", text.unwrap_or_default())
}

fn server() -> Server {
    Server::new("s", "1").tool(echo)
}

fn nested(levels: usize) -> String {
    format!("{}{}", "[".repeat(levels), "]".repeat(levels))
}

/// A whole request whose `params` are this text.
fn raw(params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{params}}}"#)
}

fn meta() -> String {
    request("m", json!({}))["params"]["_meta"].to_string()
}

/// Bodies that are no message of the protocol, with the code, the status and the id of the answer.
fn bad_messages() -> Vec<(String, i64, u16, Option<Value>)> {
    let x = || Some(json!("x"));
    let with = |members: &str| raw(&format!(r#"{{"name":"echo","_meta":{},{members}}}"#, meta()));
    let deep = nested(100_000);
    vec![
        ("{bad json".to_owned(), -32700, 400, None),
        ("not json".to_owned(), -32700, 400, None),
        ("[]".to_owned(), -32600, 400, None),
        (format!("[{}]", Call::new("echo").json()), -32600, 400, None),
        (r#"{"jsonrpc":"2.0","id":1}"#.to_owned(), -32600, 400, Some(json!(1))),
        (r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#.to_owned(), -32600, 400, None),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}"#.to_owned(), -32600, 400, None),
        (r#"{"jsonrpc":"2.0","id":{},"method":"tools/list"}"#.to_owned(), -32600, 400, None),
        (raw("[]"), -32602, 400, x()),
        (raw("7"), -32602, 400, x()),
        (raw("{}"), -32602, 400, x()),
        (raw(r#"{"name":"echo","_meta":"x"}"#), -32602, 400, x()),
        (raw(r#"{"name":"echo","_meta":{}}"#), -32602, 400, x()),
        (with(r#""name":"echo""#), -32602, 400, x()),
        (with(r#""arguments":[]"#), -32602, 400, x()),
        (with(&format!(r#""arguments":{{"any":{deep}}}"#)), -32602, 400, x()),
        (with(&format!(r#""inputResponses":{{"a":{deep}}}"#)), -32602, 400, x()),
        (with(&format!(r#""extra":{deep}"#)), -32602, 400, x()),
        (deep, -32600, 400, None),
    ]
}

/// M-BASE-2, M-BASE-4, M-BASE-12, B68, B69, B94, B107.
#[test]
fn http_answers_every_bad_message_and_goes_on() {
    let served = Served::start(server());
    for (body, code, status, id) in bad_messages() {
        let shown: String = body.chars().take(120).collect();
        let reply = served.post(&Call::new("echo").json()).body(body).send();
        assert_eq!((reply.code(), reply.status), (code, status), "{shown}: {}", reply.body);
        assert_eq!(reply.json().get("id"), id.as_ref(), "{shown}");
        assert_eq!(served.call(&Call::new("echo"))["id"], 1);
    }
}

/// M-BASE-1.
#[test]
fn a_body_that_is_not_utf_8_is_a_parse_error() {
    let served = Served::start(server());
    let body = b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}";
    let reply = served.post(&Call::new("echo").json()).body(*body).send();
    assert_eq!((reply.code(), reply.status), (-32700, 400));
}

/// M-STDIO-6, B68, B70, B97.
#[test]
fn stdio_answers_every_bad_message_and_goes_on() {
    let mut piped = Piped::start(server());
    for (line, code, _, id) in bad_messages() {
        let shown: String = line.chars().take(120).collect();
        piped.write(format!("{line}\n"));
        let answer = piped.receive();
        check("", &answer);
        // Without its metadata a request belongs to a session, and there is none (A-4).
        let is_bare = id.is_some() && code == -32602 && !line.contains("protocolVersion");
        let code = if is_bare { -32600 } else { code };
        assert_eq!(answer["error"]["code"], code, "{shown}: {answer}");
        assert_eq!(answer.get("id"), id.as_ref(), "{shown}");
        let fine = piped.answer(&Call::new("echo").json());
        assert_eq!(fine["result"]["resultType"], "complete", "after {shown}");
    }
    piped.write(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\xfe\"}\n");
    assert_eq!(piped.receive()["error"]["code"], -32700);
    piped.write("\u{feff}");
    assert_eq!(piped.answer(&Call::new("echo").json())["id"], 1);
    assert!(piped.close().is_empty());
}

/// B107: odd but valid ids come back exactly.
#[test]
fn b107_ids_come_back_exactly_as_they_were_sent() {
    let served = Served::start(server());
    let long = format!("\"{}\"", "i".repeat(100_000));
    for id in ["\"\"", "0", "-7", "18446744073709551616", "9007199254740993", "\"7\"", &long] {
        let body =
            Call::new("echo").json().to_string().replace("\"id\":1,", &format!("\"id\":{id},"));
        let reply = served.post(&Call::new("echo").json()).body(body).send();
        assert_eq!(reply.status, 200);
        assert!(reply.body.contains(&format!("\"id\":{id},")), "{id:.40}");
    }
}

/// M-BASE-13: what is unknown is ignored.
#[test]
fn unknown_members_are_ignored() {
    let served = Served::start(server());
    let mut call = Call::new("echo").with("xyz", json!({"a": [1]}));
    call.params["_meta"]["com.example/trace"] = json!(["x"]);
    call.params["_meta"]["traceparent"] = json!("garbage");
    assert_eq!(served.call(&call)["result"]["resultType"], "complete");
    let mut body = call.json();
    body["extra"] = json!(1);
    assert_eq!(served.post(&call.json()).body(body.to_string()).send().status, 200);
}

/// Arguments that hold brackets in strings, or many shallow values, are not deep.
#[test]
fn the_nesting_limit_counts_levels() {
    let served = Served::start(server());
    let shallow: Vec<Vec<i64>> = (0..500).map(|n| vec![n]).collect();
    let call = Call::new("echo").arguments(json!({"text": "[{".repeat(500), "any": shallow}));
    assert!(served.call(&call)["result"]["isError"].is_null());
}

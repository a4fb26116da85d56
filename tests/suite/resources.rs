//! Resources and templates: lists, URIs, contents and questions, on every revision.

use askback::{InputRequired, Reply, ResourceContents, prelude::*};
use askback_tests::{
    Call, Piped, Served, accept, check, check_handshake,
    handshake::{HANDSHAKES, forms, plain, respond},
    request,
};
use serde_json::{Value, json};

/// Initials.
#[ask(key = "pin", message = "Your initials?")]
struct Pin {
    initials: String,
}

/// The settings.
#[resource("config://app", title = "Settings", mime_type = "text/plain", size = 13)]
async fn config() -> &'static str {
    "colour = true"
}

/// A picture.
#[resource("pictures://logo", mime_type = "image/png")]
async fn logo() -> Vec<u8> {
    vec![0, 1, 2]
}

/// Values.
#[resource("data://numbers")]
async fn numbers() -> Json<Vec<u8>> {
    Json(vec![1, 2])
}

/// Asks first.
#[resource("books://closed", mime_type = "text/plain")]
async fn closed(#[ask] pin: Pin) -> String {
    format!("closed by {}", pin.initials)
}

/// A year's book, of which some are closed.
#[resource_template("books://{year}/{+page}", name = "books")]
async fn book(cx: &Context, year: u16, page: String) -> Option<Vec<ResourceContents>> {
    if year < 2000 {
        return None;
    }
    let pin = cx.ask::<Pin>(format!("Initials for {year}?")).key("pin").await;
    let initials = pin.accepted().map_or("nobody".to_owned(), |pin| pin.initials);
    Some(vec![
        ResourceContents::text(format!("{year} {page} {initials}")),
        ResourceContents::bytes([255]).uri("books://cover").mime_type("image/png"),
    ])
}

/// Returns what it asks.
#[resource_template("notes://{id}")]
async fn note(cx: &Context, id: u32) -> Reply<Option<String>> {
    match cx.answers().elicit::<Pin>("pin") {
        Some(Answer::Accepted(pin)) => Reply::Done(Some(format!("{id} {}", pin.initials))),
        Some(_) => Reply::Done(None),
        None => InputRequired::new().elicit::<Pin>("pin", "Your initials?").into(),
    }
}

fn server() -> Server {
    Server::new("s", "1")
        .resource(config)
        .resource(logo)
        .resource(numbers)
        .resource(closed)
        .resource_template(book)
        .resource_template(note)
}

fn pin() -> Value {
    json!({"pin": accept(json!({"initials": "IL"}))})
}

/// M-RES-1, M-RES-2, M-CACHE-1.
#[test]
fn resources_and_templates_are_listed() {
    let served = Served::start(server());
    let list = served.post(&request("resources/list", json!({}))).send().json();
    check("resources/list", &list);
    assert_eq!(
        list["result"]["resources"][0],
        json!({
            "name": "config",
            "uri": "config://app",
            "title": "Settings",
            "description": "The settings.",
            "mimeType": "text/plain",
            "size": 13,
        })
    );
    let list = served.post(&request("resources/templates/list", json!({}))).send().json();
    check("resources/templates/list", &list);
    let template = &list["result"]["resourceTemplates"][0];
    assert_eq!(template["uriTemplate"], "books://{year}/{+page}");
    assert_eq!(template["name"], "books");
    for revision in HANDSHAKES {
        let mut piped = Piped::start(server());
        let opened = piped.open(revision, json!({}));
        assert_eq!(opened["result"]["capabilities"]["resources"], json!({}));
        for (id, method) in [(1, "resources/list"), (2, "resources/templates/list")] {
            let list = piped.answer(&plain(json!(id), method, json!({})));
            check_handshake(revision, method, &list);
        }
    }
    // Who has templates alone has an empty list of resources, and the reverse.
    let served = Served::start(Server::new("s", "1").resource_template(note));
    let list = served.post(&request("resources/list", json!({}))).send().json();
    assert_eq!(list["result"]["resources"], json!([]));
}

/// M-RES-2, M-RES-6: texts, bytes and values, each with its URI and MIME type.
#[test]
fn contents_have_a_uri_and_a_mime_type() {
    let served = Served::start(server());
    for (uri, contents) in [
        ("config://app", json!({"mimeType": "text/plain", "text": "colour = true"})),
        ("pictures://logo", json!({"mimeType": "image/png", "blob": "AAEC"})),
        ("data://numbers", json!({"mimeType": "application/json", "text": "[1,2]"})),
    ] {
        let answer = served.call(&Call::read(uri));
        let mut expected = contents;
        expected["uri"] = json!(uri);
        assert_eq!(answer["result"]["contents"], json!([expected]));
        assert_eq!(answer["result"]["cacheScope"], "private");
        assert_eq!(answer["result"]["ttlMs"], 0);
    }
}

/// M-MRTR-1, M-CACHE-4: wire example 21, in all three styles.
#[test]
fn resources_ask_in_every_style_on_the_newest_revision() {
    let served = Served::start(server());
    for (uri, text) in [
        ("books://closed", "closed by IL"),
        ("books://2025/a/b", "2025 a/b IL"),
        ("notes://7", "7 IL"),
    ] {
        let call = Call::read(uri);
        let asked = served.call(&call);
        assert_eq!(asked["result"]["inputRequests"]["pin"]["method"], "elicitation/create");
        // The state of one URI is no state of another.
        let other = Call::read("notes://8").retry(&asked, pin());
        assert_eq!(served.post(&other.json()).send().code(), -32602);
        let done = served.call(&call.retry(&asked, pin()));
        assert_eq!(done["result"]["contents"][0]["text"], text);
        assert_eq!(done["result"]["contents"][0]["uri"], uri);
    }
    let call = Call::read("books://2025/x");
    let done = served.call(&call.retry(&served.call(&call), pin()));
    let cover = json!({"uri": "books://cover", "mimeType": "image/png", "blob": "/w=="});
    assert_eq!(done["result"]["contents"][1], cover);
}

#[test]
fn resources_ask_in_every_style_on_the_handshake_revisions() {
    for revision in ["2025-06-18", "2025-11-25"] {
        let mut piped = Piped::start(server());
        piped.open(revision, forms(revision));
        for uri in ["books://closed", "books://2025/a", "notes://7"] {
            piped.send(&plain(json!(uri), "resources/read", json!({"uri": uri})));
            let asked = piped.asked(revision);
            let done = piped.answer(&respond(&asked, pin()["pin"].clone()));
            check_handshake(revision, "resources/read", &done);
            assert!(done["result"]["contents"][0]["text"].as_str().unwrap().ends_with("IL"));
        }
        assert!(piped.close().is_empty());
    }
}

/// M-RES-3, M-RES-6, L-ERR-1: wire example 24. The code differs by era, the rest does not.
#[test]
fn what_is_not_there_is_not_found() {
    let served = Served::start(server());
    let uris = [
        "config://other",
        "books://1899/x",
        "books://2025/../../etc/passwd",
        "books://2025/%2e%2e/x",
        "",
    ];
    for uri in uris {
        let reply = served.post(&Call::read(uri).json()).send();
        let answer = reply.json();
        check("resources/read", &answer);
        assert_eq!((reply.status, reply.code()), (200, -32602), "{answer}");
        assert_eq!(answer["error"]["message"], "Resource not found");
        assert_eq!(answer["error"]["data"]["uri"], uri);
    }
    // A variable that cannot be read is told.
    let reply = served.post(&Call::read("notes://seven").json()).send();
    assert_eq!(reply.code(), -32602);
    assert!(reply.body.contains("argument `id`: `seven` is not a whole number"), "{}", reply.body);
    // A no to the question.
    let asked = served.call(&Call::read("notes://7"));
    let no = json!({"pin": {"action": "decline"}});
    assert_eq!(
        served.post(&Call::read("notes://7").retry(&asked, no).json()).send().code(),
        -32602
    );
    for revision in HANDSHAKES {
        let mut piped = Piped::start(server());
        piped.open(revision, json!({}));
        let read = plain(json!(1), "resources/read", json!({"uri": "config://other"}));
        let answer = piped.answer(&read);
        check_handshake(revision, "resources/read", &answer);
        assert_eq!(answer["error"]["code"], -32002);
        assert_eq!(answer["error"]["data"]["uri"], "config://other");
    }
}

#[test]
fn a_server_with_a_wrong_uri_is_not_built() {
    /// No scheme, which a macro cannot see.
    fn built(uri: &str) -> askback::BuildError {
        use askback::__private::{Meta, Replied, registered};
        struct Service(String);
        impl askback::Handlers for Service {
            fn handlers(self: std::sync::Arc<Self>) -> Vec<askback::__private::Registered> {
                vec![registered(Meta::resource("x", &*self.0), |_, _| {
                    Box::pin(std::future::pending::<Result<Replied, _>>())
                })]
            }
        }
        Server::new("s", "1").handlers(Service(uri.to_owned())).build().unwrap_err()
    }
    assert_eq!(
        built("app.conf").to_string(),
        "`app.conf` is no URI: begin it with a scheme, as in `config://app`"
    );
    let twice = Server::new("s", "1").resource(config).resource(config).build().unwrap_err();
    assert!(twice.to_string().starts_with("the resource `config://app` is there twice"));
}

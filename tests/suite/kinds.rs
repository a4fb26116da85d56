//! The other kinds of questions: the client's model and its roots, on both eras.

use askback::{Sample, prelude::*};
use askback_tests::{
    Call, Piped, Served, check, check_handshake,
    handshake::{HANDSHAKES, plain_call, respond},
};
use serde_json::{Value, json};

/// Asks the model and the roots at once.
#[tool]
async fn survey(cx: &Context, topic: String) -> String {
    let said = cx.sample(&Sample::new(format!("About {topic}?")).max_tokens(100)).key("said");
    let (said, roots) = tokio::join!(said, cx.roots().key("roots"));
    let names: Vec<&str> = roots.iter().filter_map(|root| root.name()).collect();
    format!("{} says {:?} in {names:?}", said.model(), said.text())
}

/// Asks the model, under no key.
#[tool]
async fn quiz(cx: &Context) -> String {
    cx.sample(&Sample::new("Capital of France?")).await.text().to_owned()
}

fn server() -> Server {
    Server::new("s", "1").tool(survey).tool(quiz)
}

fn capabilities() -> Value {
    json!({"sampling": {}, "roots": {"listChanged": true}})
}

fn call() -> Call {
    Call::new("survey").arguments(json!({"topic": "ice"})).capabilities(capabilities())
}

fn said() -> Value {
    json!({"role": "assistant", "content": {"type": "text", "text": "cold"}, "model": "m-1"})
}

fn roots() -> Value {
    json!({"roots": [{"uri": "file:///ice", "name": "ice"}, {"uri": "http://no", "name": "no"}]})
}

const DONE: &str = "m-1 says \"cold\" in [\"ice\"]";

/// M-SAMP-1, M-ROOT-1, M-ROOT-3, B34: wire examples 11, 13 and 14.
#[test]
fn the_model_and_the_roots_are_asked_in_one_round() {
    let served = Served::start(server());
    let asked = served.call(&call());
    let requests = &asked["result"]["inputRequests"];
    assert_eq!(requests["said"]["method"], "sampling/createMessage");
    assert_eq!(
        requests["said"]["params"],
        json!({
            "messages": [{"role": "user", "content": {"type": "text", "text": "About ice?"}}],
            "maxTokens": 100,
        })
    );
    assert_eq!(requests["roots"]["method"], "roots/list");
    let done = served.call(&call().retry(&asked, json!({"said": said(), "roots": roots()})));
    assert_eq!(done["result"]["content"][0]["text"], DONE);
    // One of them, and then the other.
    let more = served.call(&call().retry(&asked, json!({"roots": roots()})));
    let open = more["result"]["inputRequests"].as_object().unwrap();
    assert_eq!(open.keys().collect::<Vec<_>>(), ["said"]);
    let done = served.call(&call().retry(&more, json!({"said": said()})));
    assert_eq!(done["result"]["content"][0]["text"], DONE);
}

/// M-SAMP-7, B33: what is no answer of its kind is asked again.
#[test]
fn an_answer_of_another_kind_is_none() {
    let served = Served::start(server());
    let call = Call::new("quiz").capabilities(json!({"sampling": {}}));
    let asked = served.call(&call);
    let label = "sampling_1";
    assert_eq!(asked["result"]["inputRequests"][label]["method"], "sampling/createMessage");
    for wrong in [
        json!({"action": "accept", "content": {"text": "Paris"}}),
        json!({"role": "assistant", "content": {"type": "text"}, "model": "m"}),
        json!({"roots": []}),
        json!("Paris"),
        json!(null),
    ] {
        let again = served.call(&call.retry(&asked, json!({label: wrong})));
        assert_eq!(again["result"]["inputRequests"], asked["result"]["inputRequests"], "{wrong}");
    }
    let several = json!([{"type": "text", "text": "Pa"}, {"type": "text", "text": "ris"}]);
    let several = json!({"role": "assistant", "content": several, "model": "m"});
    let done = served.call(&call.retry(&asked, json!({label: several})));
    assert_eq!(done["result"]["content"][0]["text"], "Paris");
}

/// M-META-4, M-ERR-5, B57: all that is missing, at once.
#[test]
fn what_the_client_did_not_declare_is_named_exactly() {
    let served = Served::start(server());
    for (declared, missing) in [
        (json!({}), json!({"sampling": {}, "roots": {}})),
        (json!({"sampling": {}}), json!({"roots": {}})),
        (json!({"roots": {}, "elicitation": {}}), json!({"sampling": {}})),
    ] {
        let reply = served.post(&call().capabilities(declared).json()).send();
        assert_eq!((reply.status, reply.code()), (400, -32021));
        let answer = reply.json();
        check("tools/call", &answer);
        assert_eq!(answer["error"]["data"]["requiredCapabilities"], missing);
    }
}

/// L-SRQ-1, L-SRQ-2, L-SRQ-4: on every handshake revision, by real requests.
#[test]
fn every_handshake_revision_has_them() {
    for revision in HANDSHAKES {
        let mut piped = Piped::start(server());
        piped.open(revision, capabilities());
        let call = plain_call(1, "survey", json!({"topic": "ice"}));
        piped.send(&call);
        let (first, second) = (piped.asked(revision), piped.asked(revision));
        assert_eq!(first["method"], "sampling/createMessage");
        assert_eq!(second["method"], "roots/list");
        piped.send(&respond(&second, roots()));
        let answer = piped.answer(&respond(&first, said()));
        check_handshake(revision, "tools/call", &answer);
        assert_eq!(answer["result"]["content"][0]["text"], DONE);
        // The user may say no to what the model is asked.
        piped.send(&call);
        let (first, second) = (piped.asked(revision), piped.asked(revision));
        let no = json!({"code": -1, "message": "User rejected sampling request"});
        piped.send(&json!({"jsonrpc": "2.0", "id": first["id"], "error": no}));
        assert_eq!(piped.asked(revision)["params"]["requestId"], second["id"]);
        let refused = piped.receive();
        check_handshake(revision, "tools/call", &refused);
        assert_eq!(refused["result"]["isError"], true);
        assert!(refused["result"]["content"][0]["text"].as_str().unwrap().contains("rejected"));

        let mut piped = Piped::start(server());
        piped.open(revision, json!({"sampling": {}}));
        let refused = piped.answer(&call);
        assert!(refused["result"]["content"][0]["text"].as_str().unwrap().contains("needs roots"));
        assert!(piped.close().is_empty());
    }
}

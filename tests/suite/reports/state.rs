//! The state of a call, and who may bring it back.

use askback::{
    BindError, BindValue, CallParts, HttpOptions, Key, Principal, RequestState, RequestStateBinder,
    testing::Client,
};
use askback_tests::{Call, Served, accept};
use http::Request;
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tower_service::Service;

use super::{asks, delete_a, pair, server, text, yes};
use askback::prelude::*;

fn state() -> RequestState {
    RequestState::new(Key::new([7; 32]).unwrap())
}

fn with(state: RequestState) -> Served {
    Served::start(server().request_state(state))
}

#[track_caller]
fn refused(answer: &Value) {
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    assert_eq!(answer["error"]["data"]["reason"], "invalid_request_state", "{answer}");
}

#[test]
fn b38_state_of_one_call_does_not_approve_another() {
    let served = with(state());
    let retry = delete_a().retry(&served.call(&delete_a()), yes());
    refused(&served.call(&retry.clone().arguments(json!({"path": "/etc"}))));
    assert_eq!(text(&served.call(&retry)), "deleted /tmp/a");
}

#[test]
fn b39_state_of_one_tool_or_server_is_none_of_another() {
    /// Erases a file, after the same yes.
    #[tool]
    async fn erase(
        path: String,
        #[ask(key = "confirm", confirm, message = "Sure?")] _sure: Confirmed,
    ) -> String {
        format!("erased {path}")
    }
    let served = Served::start(server().tool(erase).request_state(state()));
    let retry = delete_a().retry(&served.call(&delete_a()), yes());
    refused(&served.call(&retry.clone().with("name", json!("erase"))));
    let other = Server::new("other name", "1").tool(super::delete).request_state(state());
    refused(&Served::start(other).call(&retry));
}

/// Sends a call through the tower service, as `who`.
async fn sent(service: &mut askback::HttpService, call: &Call, who: Option<&str>) -> Value {
    let mut request = Request::post("http://localhost/mcp")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/call")
        .header("mcp-name", call.params["name"].as_str().unwrap())
        .body(Full::<bytes::Bytes>::from(call.json().to_string()))
        .unwrap();
    if let Some(who) = who {
        request.extensions_mut().insert(Principal::new().with_subject(who));
    }
    let body = service.call(request).await.unwrap().into_body().collect().await.unwrap();
    serde_json::from_slice(&body.to_bytes()).unwrap()
}

#[tokio::test]
async fn b40_nobody_redeems_the_question_of_another() {
    let mut service = server().request_state(state()).into_service(HttpOptions::new()).unwrap();
    let asked = sent(&mut service, &delete_a(), Some("ada")).await;
    let retry = delete_a().retry(&asked, yes());
    refused(&sent(&mut service, &retry, Some("eve")).await);
    refused(&sent(&mut service, &retry, None).await);
    assert_eq!(text(&sent(&mut service, &retry, Some("ada")).await), "deleted /tmp/a");
}

/// In the handler the caller is readable in both rounds, and absent without a panic.
#[tokio::test]
async fn b120_a_handler_knows_its_caller_in_every_round() {
    /// Says who calls, before and after its question.
    #[tool]
    async fn caller(cx: &Context) -> String {
        let name = || cx.principal().and_then(Principal::subject).unwrap_or("nobody").to_owned();
        let before = name();
        cx.confirm(format!("Are you {before}?")).key("confirm").await;
        format!("{before} {}", name())
    }
    let server = Server::new("s", "1").tool(caller);
    let mut service = server.into_service(HttpOptions::new()).unwrap();
    for (who, said) in [(Some("ada"), "ada ada"), (None, "nobody nobody")] {
        let asked = sent(&mut service, &Call::new("caller"), who).await;
        let retry = Call::new("caller").retry(&asked, yes());
        assert_eq!(text(&sent(&mut service, &retry, who).await), said);
    }
}

/// Two tokens without a subject are never one user, and have no state.
#[tokio::test]
async fn b121_a_caller_without_a_subject_is_nobody() {
    let mut service = server().request_state(state()).into_service(HttpOptions::new()).unwrap();
    let asked = sent(&mut service, &delete_a(), Some("")).await;
    refused(&sent(&mut service, &delete_a().retry(&asked, yes()), Some("")).await);
}

#[test]
fn b42_a_null_state_is_absent_and_anything_else_that_is_none_is_refused() {
    let served = with(state());
    let retry = delete_a().retry(&served.call(&delete_a()), yes());
    asks(&served.call(&retry.clone().with("requestState", json!(null))), &["confirm"]);
    refused(&served.call(&retry.clone().with("requestState", json!(""))));
    for wrong in [json!(7), json!({}), json!([])] {
        let reply = served.post(&retry.clone().with("requestState", wrong).json()).send();
        assert_eq!(reply.code(), -32602);
    }
}

#[test]
fn b66_an_encrypted_state_shows_nothing_and_a_signed_one_is_readable() {
    use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
    let read = |state: RequestState| {
        let served = with(state);
        let asked = served.call(&Call::new("pair"));
        let answer = json!({"a": accept(json!({"confirm": true}))});
        let again = served.call(&Call::new("pair").retry(&asked, answer));
        let state = again["result"]["requestState"].as_str().unwrap().to_owned();
        let data = URL_SAFE_NO_PAD.decode(state.split('.').nth(2).unwrap()).unwrap();
        String::from_utf8_lossy(&data).contains("accept")
    };
    assert!(!read(state()));
    assert!(read(state().signed()));
}

#[test]
fn b67_a_binding_that_fails_lets_nothing_through() {
    /// Fails where there is no path any more.
    struct Failing(&'static str);
    impl RequestStateBinder for Failing {
        fn bind(
            &self,
            call: &CallParts<'_>,
            _: Option<&Principal>,
        ) -> Result<BindValue, BindError> {
            match self.0 {
                "fails" => Err(BindError::new("the directory is down")),
                "loose" => Ok(BindValue::new(call.target())),
                other => Ok(BindValue::new(other)),
            }
        }
    }
    let retry = |minting: &Served| delete_a().retry(&minting.call(&delete_a()), yes());
    let (bound, loose) = (with(state()), with(state().binder(Failing("loose"))));
    let fails = with(state().binder(Failing("fails")));
    // An error in round two; a binding that is switched off; one that is switched on.
    refused(&fails.call(&retry(&bound)));
    refused(&loose.call(&retry(&bound)));
    refused(&bound.call(&retry(&loose)));
    refused(&fails.call(&delete_a()));
}

#[test]
fn b96_a_call_goes_on_when_the_process_that_asked_is_gone() {
    let first = with(state());
    let asked = first.call(&Call::new("pair"));
    drop(first);
    let second = with(state());
    let a = json!({"a": accept(json!({"confirm": true}))});
    let asked = second.call(&Call::new("pair").retry(&asked, a));
    drop(second);
    let b = json!({"b": accept(json!({"confirm": true}))});
    assert_eq!(text(&with(state()).call(&Call::new("pair").retry(&asked, b))), "true true");
}

/// The other half of B43: a key of the process's own is none of another's.
#[tokio::test]
async fn b43_a_server_without_a_key_makes_one_up() {
    let (one, two) = (Served::start(server()), Served::start(server()));
    let asked = one.call(&delete_a());
    refused(&two.call(&delete_a().retry(&asked, yes())));
    let client = Client::new(Server::new("s", "1").tool(pair));
    let yes = json!({"confirm": true});
    let reply = client.answer("a", yes.clone()).answer("b", yes).call("pair", ()).await;
    assert_eq!(reply.text(), "true true");
}

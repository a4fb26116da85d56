//! Whose a session is (L-SESS-3, B40): one function says it, the same that binds states.

use std::time::Duration;

use askback::{
    HttpOptions, HttpService, Key, Notifier, OriginatingRequest, Principal, RequestState, State,
    prelude::*,
};
use askback_tests::{
    Call, PROTOCOL_VERSION, accept,
    handshake::{initialize, initialized, plain, plain_call},
    request,
};
use bytes::Bytes;
use http::{Method, Request};
use http_body_util::{BodyExt as _, Full};
use serde_json::{Value, json};
use tower_service::Service as _;

const NEWEST: &str = "2025-11-25";

/// Pays.
#[tool]
async fn pay(amount: u32, #[ask(confirm, message = "Pay?")] _ok: Confirmed) -> String {
    format!("paid {amount}")
}

/// Changes what is watched.
#[tool]
async fn touch(notifier: State<Notifier>) -> &'static str {
    notifier.resource_updated("config://app");
    "touched"
}

/// What is watched.
#[resource("config://app")]
async fn config() -> &'static str {
    "x"
}

/// A server that tells users apart by `subject`.
fn service(subject: OriginatingRequest) -> HttpService {
    let notifier = Notifier::new();
    let state = RequestState::new(Key::new([7; 32]).unwrap()).binder(subject);
    Server::new("shop", "1")
        .tool(pay)
        .tool(touch)
        .resource(config)
        .with_state(notifier.clone())
        .notifier(&notifier)
        .may_subscribe(|who, _| who.is_none_or(|who| who.claim("fired").is_none()))
        .request_state(state)
        .into_service(HttpOptions::new())
        .unwrap()
}

fn by_mail() -> OriginatingRequest {
    OriginatingRequest::default().subject(|who| {
        assert_ne!(who.claim("mail"), Some("panic"), "a subject that panics");
        who.claim("mail").map(str::to_owned)
    })
}

/// Somebody of the same application, whom only `mail` tells from others.
fn mail(mail: &str) -> Principal {
    Principal::new().with_issuer("https://id").with_client("app").with_claim("mail", mail)
}

/// A session as somebody uses it.
#[derive(Clone)]
struct Caller {
    service: HttpService,
    who: Option<Principal>,
    session: Option<String>,
}

/// A status, and what came within a moment.
struct Reply {
    status: u16,
    session: Option<String>,
    text: String,
    /// An open stream.
    body: askback::HttpBody,
}

impl Caller {
    fn new(service: &HttpService, who: Option<Principal>) -> Self {
        Self { service: service.clone(), who, session: None }
    }

    /// Opens a session.
    async fn open(service: &HttpService, who: Option<Principal>) -> Self {
        let mut caller = Self::new(service, who);
        let capabilities = json!({"elicitation": {}});
        let opened = caller.post(&initialize(NEWEST, capabilities)).await;
        assert_eq!(opened.status, 200, "{}", opened.text);
        caller.session = opened.session;
        assert_eq!(caller.post(&initialized()).await.status, 202);
        caller
    }

    /// The same session in the hands of `who`.
    fn but(&self, who: Option<Principal>) -> Self {
        Self { who, ..self.clone() }
    }

    async fn post(&self, message: &Value) -> Reply {
        self.send(Method::POST, &[], message.to_string()).await
    }

    async fn get(&self, last_event: Option<&str>) -> Reply {
        let last: Vec<_> = last_event.map(|id| ("Last-Event-ID", id)).into_iter().collect();
        self.send(Method::GET, &last, String::new()).await
    }

    async fn send(&self, method: Method, headers: &[(&str, &str)], body: String) -> Reply {
        let mut request = Request::builder()
            .method(method)
            .uri("/mcp")
            .header("Host", "localhost")
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(session) = &self.session {
            request = request.header("Mcp-Session-Id", session);
        }
        let mut request = request.body(Full::<Bytes>::from(body)).unwrap();
        self.who.clone().map(|who| request.extensions_mut().insert(who));
        let (parts, body) = self.service.clone().call(request).await.unwrap().into_parts();
        let session = parts.headers.get("mcp-session-id");
        let session = session.map(|id| id.to_str().unwrap().to_owned());
        let mut reply = Reply { status: parts.status.as_u16(), session, text: String::new(), body };
        reply.listen().await;
        reply
    }
}

impl Reply {
    /// What comes within a moment.
    async fn listen(&mut self) -> &str {
        let moment = Duration::from_millis(150);
        while let Ok(Some(Ok(frame))) = tokio::time::timeout(moment, self.body.frame()).await {
            let data = frame.into_data().unwrap();
            self.text.push_str(std::str::from_utf8(&data).unwrap());
        }
        &self.text
    }

    /// The first event id.
    fn event(&self) -> &str {
        self.text.lines().find_map(|line| line.strip_prefix("id: ")).unwrap()
    }
}

fn yes(id: u64) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "result": accept(json!({"confirm": true}))})
}

fn watch(id: u64) -> Value {
    plain(json!(id), "resources/subscribe", json!({"uri": "config://app"}))
}

/// Everything that can be done with a session's id, by everybody whom it does not belong to.
#[tokio::test]
async fn f07_a_session_is_of_whom_the_configured_subject_names() {
    let sub = |issuer: &str, sub: &str| {
        Principal::new().with_issuer(issuer).with_client("app").with_subject(sub)
    };
    let default = OriginatingRequest::default;
    let ada = sub("https://id", "ada");
    for (binder, owner, strangers) in [
        (
            by_mail(),
            Some(mail("ada@x")),
            vec![
                None,
                Some(mail("eve@x")),
                Some(mail("")),
                Some(mail("panic")),
                Some(Principal::new()),
                Some(mail("ada@x").with_issuer("https://other")),
                Some(mail("ada@x").with_client("other")),
                Some(ada.clone()),
            ],
        ),
        (
            default(),
            Some(ada.clone()),
            vec![
                None,
                Some(sub("https://id", "eve")),
                Some(sub("https://id", "").with_claim("sub", "ada")),
                Some(sub("https://other", "ada")),
                Some(ada.clone().with_client("other")),
                Some(Principal::new().with_subject("ada")),
            ],
        ),
        (default(), None, vec![Some(Principal::new()), Some(ada.clone())]),
    ] {
        let service = service(binder);
        let own = Caller::open(&service, owner.clone()).await;
        let asked = own.post(&plain_call(5, "pay", json!({"amount": 7}))).await;
        assert!(asked.text.contains("elicitation/create"), "{}", asked.text);
        let event = asked.event().to_owned();
        drop(asked);
        for stranger in strangers {
            let their = own.but(stranger);
            let who = &their.who;
            for message in [
                yes(1),
                plain_call(6, "touch", json!({})),
                plain(json!(7), "ping", json!({})),
                watch(8),
                json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
                       "params": {"requestId": 5}}),
            ] {
                assert_eq!(their.post(&message).await.status, 404, "{who:?} {message}");
            }
            assert_eq!(their.get(None).await.status, 404, "{who:?}");
            assert_eq!(their.get(Some(&event)).await.status, 404, "{who:?}");
            let deleted = their.send(Method::DELETE, &[], String::new()).await;
            assert_eq!(deleted.status, 404, "{who:?}");
        }
        // Claims that name nobody may change meanwhile, as they do when a token is refreshed.
        let own = own.but(owner.map(|owner| owner.with_claim("at", "2")));
        let mut rest = own.get(Some(&event)).await;
        assert!(rest.text.contains("Pay?") && !rest.text.contains("paid"), "{}", rest.text);
        assert_eq!(own.post(&yes(1)).await.status, 202);
        assert!(rest.listen().await.contains("paid 7"), "{}", rest.text);
        assert_eq!(own.send(Method::DELETE, &[], String::new()).await.status, 204);
    }
}

/// Who is nobody can own nothing, is told so, and can call where nothing is owned.
#[tokio::test]
async fn f07_who_has_no_name_opens_no_session() {
    let default = OriginatingRequest::default;
    for (binder, who) in [
        (default(), Principal::new()),
        (default(), mail("ada@x")),
        (by_mail(), mail("")),
        (by_mail(), Principal::new().with_subject("ada")),
        (by_mail(), mail("panic")),
    ] {
        let nameless = Caller::new(&service(binder), Some(who));
        let refused = nameless.post(&initialize(NEWEST, json!({}))).await;
        assert_eq!((refused.status, &refused.session), (403, &None), "{}", refused.text);
        assert!(refused.text.contains("a session belongs to a user"), "{}", refused.text);
        let modern = Call::new("touch").json();
        let headers = [
            ("MCP-Protocol-Version", PROTOCOL_VERSION),
            ("Mcp-Method", "tools/call"),
            ("Mcp-Name", "touch"),
        ];
        let called = nameless.send(Method::POST, &headers, modern.to_string()).await;
        assert_eq!(called.status, 200, "{}", called.text);
    }
    // Without principals at all everybody is the same anonymous caller, as before.
    let anonymous = Caller::open(&service(by_mail()), None).await;
    assert_eq!(anonymous.post(&plain(json!(1), "ping", json!({}))).await.status, 200);
}

/// What somebody may watch is asked of who they are now, and not of who they were when they began.
#[tokio::test]
async fn f07_a_subscription_is_judged_by_who_it_is_of_now() {
    let service = service(by_mail());
    let ada = Caller::open(&service, Some(mail("ada@x"))).await;
    let mut events = ada.get(None).await;
    assert_eq!(ada.post(&watch(1)).await.status, 200);
    let touch = plain_call(2, "touch", json!({}));
    let heard = |text: &str| text.matches("notifications/resources/updated").count();
    let _ = ada.post(&touch).await;
    assert_eq!(heard(events.listen().await), 1, "{}", events.text);
    let fired = ada.but(Some(mail("ada@x").with_claim("fired", "yes")));
    let _ = fired.post(&touch).await;
    assert_eq!(heard(events.listen().await), 1, "{}", events.text);
    assert!(fired.post(&watch(3)).await.text.contains("-32002"));
    let _ = ada.post(&touch).await;
    assert_eq!(heard(events.listen().await), 2, "{}", events.text);
}

/// A modern subscription is of its own request's principal alone.
#[tokio::test]
async fn f07_who_listens_is_who_asked_to() {
    let service = service(by_mail());
    let listen = |who| {
        let filter = json!({"resourceSubscriptions": ["config://app"]});
        let headers =
            [("MCP-Protocol-Version", PROTOCOL_VERSION), ("Mcp-Method", "subscriptions/listen")];
        let message = request("subscriptions/listen", json!({"notifications": filter}));
        let caller = Caller::new(&service, who);
        async move { caller.send(Method::POST, &headers, message.to_string()).await }
    };
    for (who, hears) in [
        (None, true),
        (Some(mail("ada@x")), true),
        (Some(Principal::new()), true),
        (Some(mail("eve@x").with_claim("fired", "yes")), false),
    ] {
        let mut listening = listen(who.clone()).await;
        assert!(listening.text.contains("acknowledged"), "{}", listening.text);
        let owner = Caller::open(&service, Some(mail("ada@x"))).await;
        let _ = owner.post(&plain_call(2, "touch", json!({}))).await;
        let heard = listening.listen().await.contains("notifications/resources/updated");
        assert_eq!(heard, hears, "{who:?} {}", listening.text);
    }
}

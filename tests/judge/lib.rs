//! rmcp's client, which shares no line with askback, against a server of askback's: both eras, on a
//! socket that is framed like stdio.
#![cfg(all(test, unix))]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{os::unix::net::UnixStream, thread};

use askback::prelude::*;
use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt, ErrorData, RoleClient,
    model::{
        CallToolRequestParams, ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult,
        ElicitationAction, ElicitationCapability, FormElicitationCapability, Implementation,
        ProtocolVersion,
    },
    service::{RequestContext, RunningService},
};
use serde_json::json;

/// Who to greet.
#[ask(key = "who", message = "Your name?")]
struct Name {
    name: String,
}

/// Greets someone by name, twice as politely.
#[tool]
async fn greet(cx: &Context, #[ask] who: Answer<Name>) -> String {
    let Answer::Accepted(Name { name }) = who else { return "Hello, stranger!".into() };
    let title = cx.ask::<Name>(format!("And your title, {name}?")).key("title").await;
    match title {
        Answer::Accepted(title) => format!("Hello, {} {name}!", title.name),
        _ => format!("Hello, {name}!"),
    }
}

/// A user who answers everything, or nothing.
#[derive(Clone)]
struct User {
    answers: Option<[&'static str; 2]>,
    has_forms: bool,
}

impl ClientHandler for User {
    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams { message, .. } = request else {
            return Err(ErrorData::invalid_params("a form was expected", None));
        };
        let Some([name, title]) = self.answers else {
            return Ok(ElicitResult::new(ElicitationAction::Decline));
        };
        let said = if message.contains("title") { title } else { name };
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(json!({"name": said})))
    }

    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        if self.has_forms {
            let mut elicitation = ElicitationCapability::default();
            elicitation.form = Some(FormElicitationCapability::default());
            capabilities.elicitation = Some(elicitation);
        }
        ClientConfig::new(capabilities, Implementation::new("judge", "1"))
    }
}

async fn connect(user: User, modern: bool) -> RunningService<RoleClient, User> {
    let (ours, theirs) = UnixStream::pair().unwrap();
    thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let server = Server::new("greeter", "1.0.0").tool(greet);
        let serving = server.serve_stdio_on(ours.try_clone().unwrap(), ours);
        runtime.block_on(serving).unwrap();
    });
    theirs.set_nonblocking(true).unwrap();
    let (read, write) = tokio::net::UnixStream::from_std(theirs).unwrap().into_split();
    let lifecycle = if modern {
        ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
    } else {
        ClientLifecycleMode::Initialize
    };
    user.serve_with_lifecycle((read, write), lifecycle).await.unwrap()
}

async fn call(user: User, modern: bool) -> Result<(String, bool), String> {
    let client = connect(user, modern).await;
    assert_eq!(client.list_all_tools().await.unwrap().len(), 1);
    let result = client.call_tool(CallToolRequestParams::new("greet")).await;
    let result = result.map_err(|error| format!("{error:?}"))?;
    let text = result.content[0].as_text().unwrap().text.clone();
    client.cancel().await.unwrap();
    Ok((text, result.is_error.unwrap_or_default()))
}

#[tokio::test(flavor = "multi_thread")]
async fn both_eras_ask_twice_and_greet() {
    for modern in [false, true] {
        let user = User { answers: Some(["Ada", "Countess"]), has_forms: true };
        assert_eq!(call(user, modern).await.unwrap(), ("Hello, Countess Ada!".to_owned(), false));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_no_is_an_answer_on_both_eras() {
    for modern in [false, true] {
        let user = User { answers: None, has_forms: true };
        assert_eq!(call(user, modern).await.unwrap(), ("Hello, stranger!".to_owned(), false));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_cannot_be_asked_is_told_as_its_era_tells_it() {
    let user = User { answers: None, has_forms: false };
    let (text, is_error) = call(user.clone(), false).await.unwrap();
    assert!(is_error && text.contains("elicitation"), "{text}");
    let error = call(user, true).await.unwrap_err();
    assert!(error.contains("-32021"), "{error}");
}

//! Pages that the user opens: consent, completion, and the id that ties them to a call (M-ELI-6 to
//! M-ELI-8, L-ELI-4, B60).

use std::{
    collections::HashSet,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use askback::{
    Capability, Revision,
    prelude::*,
    testing::{Client, Response},
};
use askback_tests::{
    Call, Piped, Served, check,
    handshake::{plain_call, respond},
    question,
};
use serde_json::{Value, json};

/// Asks for consent alone.
#[tool]
async fn visit(cx: &Context) -> &'static str {
    let page = cx.open_url("Visit us.", |id| format!("https://x.example/visit/{id}"));
    match page.key("page").await {
        Answer::Accepted(()) => "agreed",
        Answer::Declined => "declined",
        Answer::Cancelled => "cancelled",
    }
}

fn server() -> Server {
    Server::new("s", "1").tool(visit)
}

fn pages() -> Value {
    json!({"elicitation": {"url": {}}})
}

fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

/// M-ELI-6: mode, message and URL, and no `elicitationId` in this revision; wire example 12.
#[test]
fn a_page_is_asked_for_by_its_url() {
    let served = Served::start(server());
    let call = Call::new("visit").capabilities(pages());
    let asked = served.call(&call);
    let params = question(&asked, "page");
    assert_eq!((&params["mode"], &params["message"]), (&json!("url"), &json!("Visit us.")));
    assert_eq!(params.get("elicitationId"), None);
    let url = params["url"].as_str().unwrap();
    let id = url.strip_prefix("https://x.example/visit/").unwrap();
    assert!(id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()), "{url}");
    for (answer, said) in [
        (json!({"action": "accept"}), "agreed"),
        (json!({"action": "accept", "content": {"x": 1}}), "agreed"),
        (json!({"action": "decline"}), "declined"),
        (json!({"action": "cancel"}), "cancelled"),
    ] {
        assert_eq!(text(&served.call(&call.retry(&asked, json!({"page": answer})))), said);
    }
    // Asked again, it is the same page.
    let again = served.call(&call.retry(&asked, json!({"page": 7})));
    assert_eq!(question(&again, "page")["url"], url);
    // Every call has its own.
    assert_ne!(question(&served.call(&call), "page")["url"], url);
}

/// M-ELI-2, M-META-4: pages need a declaration of their own.
#[test]
fn who_can_show_forms_alone_is_not_sent_to_a_page() {
    let served = Served::start(server());
    for capabilities in [json!({"elicitation": {}}), json!({"elicitation": {"form": {}}})] {
        let reply = served.post(&Call::new("visit").capabilities(capabilities).json()).send();
        assert_eq!((reply.status, reply.code()), (400, -32021));
        let answer = reply.json();
        check("tools/call", &answer);
        let missing = &answer["error"]["data"]["requiredCapabilities"];
        assert_eq!(*missing, json!({"elicitation": {"url": {}}}));
    }
}

/// L-ELI-4, L-SRQ-1: 2025-11-25 has pages with an id, and nothing before it has any.
#[test]
fn handshake_revisions_have_pages_since_2025_11_25() {
    let mut piped = Piped::start(server());
    piped.open("2025-11-25", pages());
    piped.send(&plain_call(1, "visit", json!({})));
    let asked = piped.asked("2025-11-25");
    let params = &asked["params"];
    assert_eq!(params["mode"], "url");
    let id = params["elicitationId"].as_str().unwrap();
    assert!(params["url"].as_str().unwrap().ends_with(id), "{params}");
    assert_eq!(text(&piped.answer(&respond(&asked, json!({"action": "accept"})))), "agreed");
    for revision in ["2025-06-18", "2025-03-26", "2024-11-05"] {
        let mut piped = Piped::start(server());
        piped.open(revision, json!({"elicitation": {"form": {}, "url": {}}}));
        let refused = piped.answer(&plain_call(1, "visit", json!({})));
        assert_eq!(refused["result"]["isError"], true);
        assert!(text(&refused).contains("url elicitation") && text(&refused).contains(revision));
    }
}

/// What the page of the test has been used for.
static USED: Mutex<Option<HashSet<String>>> = Mutex::new(None);
static CHECKS: AtomicUsize = AtomicUsize::new(0);

/// Links a bank account.
#[tool]
async fn link(cx: &Context) -> String {
    let page = cx
        .open_url("Link your bank.", |id| format!("https://bank.example/link/{id}"))
        .key("page")
        .until(|id| async move {
            CHECKS.fetch_add(1, Ordering::SeqCst);
            USED.lock().unwrap().as_ref().is_some_and(|used| used.contains(&id))
        });
    match page.await {
        Answer::Accepted(()) => "linked".into(),
        no => format!("{no:?}"),
    }
}

fn id_of(url: &str) -> String {
    url.rsplit('/').next().unwrap().to_owned()
}

fn use_page(id: String) {
    USED.lock().unwrap().get_or_insert_default().insert(id);
}

/// B60: consent is not completion. The user is not asked again, and the client comes back.
#[tokio::test(start_paused = true)]
async fn b60_consent_is_not_completion() {
    let client = Client::new(Server::new("bank", "1").tool(link)).capabilities([Capability::Url]);
    let client = client.answer_with("page", |question| {
        let id = id_of(question.params["url"].as_str().unwrap());
        // Much later than a round lasts.
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_secs(40)).await;
            use_page(id);
        });
        Response::agree()
    });
    let reply = client.call("link", ()).await;
    assert_eq!(reply.text(), "linked");
    assert_eq!(reply.asked(), ["page"], "the user is asked once");
    assert!((4..=6).contains(&reply.rounds().len()), "{}", reply.rounds().len());
    let quiet = &reply.rounds()[1].received["result"];
    assert_eq!(
        (&quiet["resultType"], quiet.get("inputRequests")),
        (&json!("input_required"), None)
    );
    assert!((40..=50).contains(&CHECKS.load(Ordering::SeqCst)));
}

/// A no needs no check, and a page that is used at once ends the call at once.
#[tokio::test]
async fn a_no_to_a_page_is_an_answer() {
    let client =
        || Client::new(Server::new("bank", "1").tool(link)).capabilities([Capability::Url]);
    for revision in [Revision::V2025_11_25, Revision::V2026_07_28] {
        let reply = client().revision(revision).decline("page").call("link", ()).await;
        assert_eq!(reply.text(), "Declined", "{revision}");
        let quick = client().revision(revision).answer_with("page", |question| {
            use_page(id_of(question.params["url"].as_str().unwrap()));
            Response::agree()
        });
        let reply = quick.call("link", ()).await;
        assert_eq!((reply.text(), reply.rounds().len()), ("linked", 2), "{revision}");
    }
}

/// A URL that is none is the author's mistake, and nobody is sent anywhere.
#[tokio::test]
async fn a_page_without_a_url_is_a_fault() {
    /// Goes wrong.
    #[tool]
    async fn wrong(cx: &Context) -> String {
        format!("{:?}", cx.open_url("x", |id| format!("javascript:{id}")).await)
    }
    let client = Client::new(Server::new("s", "1").tool(wrong)).capabilities([Capability::Url]);
    assert_eq!(client.call("wrong", ()).await.error_code(), Some(-32603));
}

/// L-ELI-4: the client that was asked is told when the page has been used, where there is a word for
/// it, and before it has the result.
#[test]
fn a_page_that_was_used_is_told_of_on_2025_11_25() {
    let mut piped = Piped::start(Server::new("bank", "1").tool(link).tool(visit));
    piped.open("2025-11-25", pages());
    piped.send(&plain_call(1, "link", json!({})));
    let asked = piped.asked("2025-11-25");
    let id = asked["params"]["elicitationId"].as_str().unwrap();
    use_page(id.to_owned());
    piped.send(&respond(&asked, json!({"action": "accept"})));
    let told = piped.asked("2025-11-25");
    assert_eq!(told["method"], "notifications/elicitation/complete");
    assert_eq!((told.get("id"), &told["params"]), (None, &json!({"elicitationId": id})));
    assert_eq!(text(&piped.receive()), "linked");
    // Consent alone is none.
    piped.send(&plain_call(2, "visit", json!({})));
    let asked = piped.asked("2025-11-25");
    assert_eq!(text(&piped.answer(&respond(&asked, json!({"action": "accept"})))), "agreed");
}

/// Asks for a page by returning it, beside a form.
#[tool]
async fn deposit(cx: &Context) -> Reply<String> {
    let answers = cx.answers();
    match (answers.open_url("pay"), answers.confirm("sure")) {
        (Some(Answer::Accepted(())), Some(sure)) => Reply::Done(format!("{}", sure.is_accepted())),
        (Some(no), _) if !no.is_accepted() => Reply::Done(format!("{no:?}")),
        _ => InputRequired::new()
            .open_url("pay", "Pay.", |id| format!("https://pay.example/{id}"))
            .confirm("sure", "Sure?")
            .into(),
    }
}

/// Asks for a page that is none.
#[tool]
async fn no_page(_cx: &Context) -> Reply<String> {
    InputRequired::new().open_url("pay", "Pay.", |id| format!("ftp://{id}")).into()
}

#[tokio::test]
async fn a_page_can_be_returned() {
    let server = || Server::new("s", "1").tool(deposit).tool(no_page);
    let both = [Capability::Url, Capability::Form];
    for revision in [Revision::V2025_11_25, Revision::V2026_07_28] {
        let client = || Client::new(server()).revision(revision).capabilities(both);
        let yes = client().answer_with("pay", |_| Response::agree()).confirm("sure");
        assert_eq!(yes.call("deposit", ()).await.text(), "true", "{revision}");
        let no = client().decline("pay").confirm("sure").call("deposit", ()).await;
        assert_eq!(no.text(), "Declined", "{revision}");
        let wrong = client().call("no_page", ()).await;
        assert_eq!(wrong.error_code(), Some(-32603), "{revision}");
    }
}

/// The page of a call stays the same while it is asked again.
#[test]
fn a_returned_page_keeps_its_id() {
    let served = Served::start(Server::new("s", "1").tool(deposit));
    let call = Call::new("deposit").capabilities(json!({"elicitation": {"url": {}, "form": {}}}));
    let asked = served.call(&call);
    let url = question(&asked, "pay")["url"].clone();
    assert!(url.as_str().unwrap().starts_with("https://pay.example/"));
    let again = served.call(&call.retry(&asked, json!({"pay": {"action": "perhaps"}})));
    assert_eq!(question(&again, "pay")["url"], url);
    assert_ne!(question(&served.call(&call), "pay")["url"], url);
}

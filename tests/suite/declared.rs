//! Declared questions of every kind, and what stands beside them: `when`, `with` and `argument`.
//!
//! A handler with declared questions runs once, on every revision, however many rounds it takes.

use std::sync::atomic::{AtomicUsize, Ordering};

use askback::{
    Capability, Revision, Root, Sample, Sampled,
    prelude::*,
    testing::{Client, Reply as Replied, Response},
};
use askback_tests::{Call, Served, request};
use serde_json::{Value, json};

const ERAS: [Revision; 2] = [Revision::V2025_11_25, Revision::V2026_07_28];

/// A release.
#[ask(key = "release", message = "Which release?")]
struct Release {
    version: String,
    major: bool,
}

static RUNS: AtomicUsize = AtomicUsize::new(0);

/// Asks for everything there is, most of it in one round.
#[tool]
async fn publish(
    repo: String,
    #[ask] release: Release,
    #[ask(roots)] folders: Vec<Root>,
    #[ask(
        url = |id| format!("https://x.example/{repo}/{id}"),
        message = format!("Sign in to {repo}."),
    )]
    page: Answer<()>,
    #[ask(sample = Sample::new(format!("Notes for {repo} {}", release.version)).max_tokens(50))]
    notes: Sampled,
    #[ask(confirm, when = release.major, message = format!("Really {}?", release.version))]
    sure: Option<Confirmed>,
) -> String {
    RUNS.fetch_add(1, Ordering::SeqCst);
    format!(
        "{repo} {} {} folders, page {}, {:?}, sure {}",
        release.version,
        folders.len(),
        page.is_accepted(),
        notes.text(),
        sure.is_some(),
    )
}

fn client(major: bool) -> Client {
    Client::new(Server::new("s", "1").tool(publish))
        .capabilities([Capability::Form, Capability::Url, Capability::Sampling, Capability::Roots])
        .answer("release", json!({"version": "2.0", "major": major}))
        .answer_with("folders", |_| Response::roots(["file:///a", "file:///b"]))
        .answer_with("page", |_| Response::agree())
        .answer_with("notes", |_| Response::sampled("new things"))
}

fn rounds(reply: &Replied) -> Vec<Vec<String>> {
    let keys = |round: &askback::testing::Round| {
        round.questions().iter().map(|question| question.key.clone()).collect()
    };
    let rounds = reply.rounds().iter().map(keys);
    rounds.filter(|keys: &Vec<String>| !keys.is_empty()).collect()
}

#[tokio::test]
async fn every_kind_can_be_declared_and_the_body_runs_once() {
    for revision in ERAS {
        let before = RUNS.load(Ordering::SeqCst);
        let yes = client(true).revision(revision).confirm("sure");
        let reply = yes.call("publish", json!({"repo": "r"})).await;
        assert_eq!(reply.text(), "r 2.0 2 folders, page true, \"new things\", sure true");
        // What uses an answer is asked one round after it.
        let second: &[&str] = &["notes", "sure"];
        assert_eq!(rounds(&reply), [&["release", "folders", "page"][..], second], "{revision}");
        assert_eq!(RUNS.load(Ordering::SeqCst), before + 1, "{revision}");

        let minor = client(false).revision(revision).call("publish", json!({"repo": "r"})).await;
        assert_eq!(minor.text(), "r 2.0 2 folders, page true, \"new things\", sure false");
        assert_eq!(minor.asked(), ["release", "folders", "page", "notes"], "{revision}");

        let no = client(true).revision(revision).decline("sure");
        let reply = no.call("publish", json!({"repo": "r"})).await;
        assert_eq!(reply.text(), "r 2.0 2 folders, page true, \"new things\", sure false");
    }
}

/// M-META-4: the whole round is checked before anything of it is asked.
#[test]
fn a_round_that_lacks_a_capability_names_all_that_is_missing() {
    let served = Served::start(Server::new("s", "1").tool(publish));
    let call = Call::new("publish").arguments(json!({"repo": "r"}));
    let reply = served.post(&call.capabilities(json!({"elicitation": {}})).json()).send();
    assert_eq!(reply.code(), -32021);
    let required = &reply.json()["error"]["data"]["requiredCapabilities"];
    assert_eq!(required, &json!({"elicitation": {"url": {}}, "roots": {}}));
}

/// Waits for a page to be used.
#[tool]
async fn pay(
    cx: &Context,
    #[ask(
        url = |id| format!("https://pay.example/{id}"),
        until = |id| async move { PAID.fetch_add(1, Ordering::SeqCst) > 0 && id.len() == 32 },
        message = "Pay.",
    )]
    page: (),
) -> String {
    let () = page;
    format!("paid, {}", cx.is_retry())
}

static PAID: AtomicUsize = AtomicUsize::new(0);

#[tokio::test(start_paused = true)]
async fn a_page_can_be_waited_for() {
    for revision in ERAS {
        PAID.store(0, Ordering::SeqCst);
        let client = Client::new(Server::new("s", "1").tool(pay)).capabilities([Capability::Url]);
        let client = client.revision(revision).answer_with("page", |_| Response::agree());
        let reply = client.call("pay", json!({})).await;
        assert!(reply.text().starts_with("paid"), "{revision}");
        assert_eq!(PAID.load(Ordering::SeqCst), 2, "{revision}");
        let no = Client::new(Server::new("s", "1").tool(pay)).capabilities([Capability::Url]);
        let reply = no.revision(revision).cancel("page").call("pay", json!({})).await;
        assert!(reply.is_error(), "{revision}: {}", reply.text());
        assert_eq!(PAID.load(Ordering::SeqCst), 2, "{revision}");
    }
}

/// An account.
#[derive(Debug, PartialEq)]
struct Account(String);

/// Looks an account up, and asks where there are several.
async fn account_of(cx: &Context, user: &str) -> Result<Account, String> {
    match user {
        "nobody" => Err("nobody has no account".into()),
        "ann" => Ok(Account("a1".into())),
        _ => {
            let chosen = cx.choose(format!("Which of {user}'s?"), ["b1", "b2"]).key("account");
            let chosen = chosen.await.accepted().ok_or("no account was chosen")?;
            Ok(Account(chosen))
        }
    }
}

/// A limit that is there at once.
async fn limit() -> u32 {
    7
}

/// Opens an account.
#[tool]
async fn open(
    cx: &Context,
    user: String,
    #[ask(with = account_of(cx, &user))] account: Account,
    #[ask(with = limit(), when = user != "ann")] limit: Option<u32>,
    #[ask(confirm, message = format!("Open {}?", account.0))] _ok: Confirmed,
) -> String {
    let _ = cx;
    format!("{user} opened {} {limit:?}", account.0)
}

#[tokio::test]
async fn a_function_may_find_the_answer_or_ask_for_it() {
    let server = || Server::new("s", "1").tool(open);
    for revision in ERAS {
        let client = || Client::new(server()).revision(revision).confirm("ok");
        let ann = client().call("open", json!({"user": "ann"})).await;
        assert_eq!((ann.text(), ann.asked()), ("ann opened a1 None", vec!["ok".to_owned()]));
        let bob = client().answer("account", json!({"choice": "b2"}));
        let bob = bob.call("open", json!({"user": "bob"})).await;
        assert_eq!(bob.text(), "bob opened b2 Some(7)", "{revision}");
        assert_eq!(bob.asked(), ["account", "ok"], "{revision}");
        for (client, user, reason) in [
            (client(), "nobody", "nobody has no account"),
            (client().decline("account"), "bob", "no account was chosen"),
        ] {
            let refused = client.call("open", json!({"user": user})).await;
            assert!(refused.is_error() && !refused.asked().contains(&"ok".to_owned()));
            assert_eq!(refused.text(), reason, "{revision}");
        }
    }
}

/// Ships to an address, which the client may know.
#[tool]
async fn ship(
    #[ask(argument, key = "where", message = "Where to?")] to: Answer<Address>,
) -> String {
    match to {
        Answer::Accepted(Address { street, floor }) => format!("{street} {floor:?}"),
        Answer::Declined | Answer::Cancelled => "kept".into(),
    }
}

/// An address.
#[ask]
struct Address {
    #[schemars(length(min = 2))]
    street: String,
    floor: Option<u8>,
}

#[tokio::test]
async fn an_answer_may_be_an_argument_and_is_held_against_its_form() {
    let server = || Server::new("s", "1").tool(ship);
    let served = Served::start(server());
    let list = served.post(&request("tools/list", json!({}))).send().json();
    let schema = &list["result"]["tools"][0]["inputSchema"];
    assert_eq!(schema["properties"]["to"]["properties"]["street"]["minLength"], 2);
    assert_eq!(schema.get("required"), None);
    for revision in ERAS {
        let client = || Client::new(server()).revision(revision);
        let given = client().call("ship", json!({"to": {"street": "Elm", "floor": 3.0}})).await;
        assert_eq!((given.text(), given.asked().len()), ("Elm Some(3)", 0), "{revision}");
        for absent in [json!({}), json!({"to": null})] {
            let asked = client().answer("where", json!({"street": "Oak"}));
            let asked = asked.call("ship", absent).await;
            assert_eq!((asked.text(), asked.asked().len()), ("Oak None", 1), "{revision}");
        }
        for (wrong, rule) in [
            (json!({"street": "E"}), "`street`"),
            (json!({}), "`street` is required"),
            (json!({"street": "Elm", "floor": 300}), "`floor`"),
            (json!("Elm"), "no fields"),
        ] {
            let refused = client().call("ship", json!({"to": wrong})).await;
            assert!(refused.is_error(), "{revision} {wrong}");
            let text = refused.text();
            assert!(text.starts_with("argument `to`: ") && text.contains(rule), "{text}");
        }
    }
}

/// M-MRTR-13: an argument is none of the answers, and an answer no argument.
#[test]
fn an_answer_by_its_key_without_a_state_is_asked_for() {
    let served = Served::start(Server::new("s", "1").tool(ship));
    let answers = json!({"where": askback_tests::accept(json!({"street": "Elm"}))});
    let call = Call::new("ship").with("inputResponses", answers);
    let asked: Value = served.call(&call);
    assert_eq!(asked["result"]["resultType"], "input_required");
}

/// A reason.
#[ask(key = "reason", message = "Why?")]
struct Reason {
    why: String,
}

static DELETED: AtomicUsize = AtomicUsize::new(0);

/// Deletes; a reason is needed to force it.
#[tool]
async fn delete(
    force: bool,
    #[ask(when = force, required)] reason: Option<Reason>,
    #[ask(confirm, key = "sure", when = force, required, message = "Really?")] _sure: Option<
        Confirmed,
    >,
    #[ask(key = "note", message = "Else?", when = force)] note: Option<Answer<Reason>>,
) -> String {
    DELETED.fetch_add(1, Ordering::SeqCst);
    let note = match note {
        None => "not asked",
        Some(Answer::Accepted(_)) => "a note",
        Some(_) => "no note",
    };
    format!("{:?} {note}", reason.map(|reason| reason.why))
}

/// With `when`, `None` is a no as well, unless a no is to end the call.
#[tokio::test]
async fn a_no_to_what_is_required_ends_the_call_and_asks_no_more() {
    for revision in ERAS {
        let client = || Client::new(Server::new("s", "1").tool(delete)).revision(revision);
        let answered = || client().answer("reason", json!({"why": "old"}));
        let before = DELETED.load(Ordering::SeqCst);
        let refused = client().decline("reason").confirm("sure").decline("note");
        let reply = refused.call("delete", json!({"force": true})).await;
        assert!(reply.failed() && reply.is_error(), "{revision}");
        assert_eq!(reply.text(), "not done: the user declined to answer `reason`");
        let refused = answered().decline("sure").decline("note");
        let reply = refused.call("delete", json!({"force": true})).await;
        assert_eq!(reply.text(), "not done: the user did not confirm `sure`");
        assert_eq!(DELETED.load(Ordering::SeqCst), before);

        let all = answered().confirm("sure").decline("note");
        let reply = all.call("delete", json!({"force": true})).await;
        assert_eq!((reply.text(), reply.failed()), ("Some(\"old\") no note", false));
        let reply = client().call("delete", json!({"force": false})).await;
        assert_eq!((reply.text(), reply.asked().len()), ("None not asked", 0));
        assert_eq!(DELETED.load(Ordering::SeqCst), before + 2);
        let reply = client().capabilities([]).call("delete", json!({"force": true})).await;
        assert!(reply.failed(), "{revision}");
        assert_eq!(DELETED.load(Ordering::SeqCst), before + 2);
    }
}

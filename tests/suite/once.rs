//! Effects that happen once: in every style and era, beside asks, and when the client goes away
//! (B45, B46, design.md part 1).

use std::{
    io::Write,
    net::TcpStream,
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use askback::{InputRequired, Reply, Revision, prelude::*, testing::Client};
use askback_tests::{
    Call, Piped, Served, accept,
    handshake::{Session, cancel, forms, plain_call},
};
use serde_json::{Value, json};

/// A text.
#[ask]
struct Text {
    text: String,
}

fn text(text: &str) -> Value {
    json!({"text": text})
}

/// A counter of a test's own: tests run side by side.
#[derive(Default)]
struct Effects(AtomicUsize);

impl Effects {
    const fn new() -> Self {
        Self(AtomicUsize::new(0))
    }

    /// Takes a moment, as effects do, and counts at its end.
    async fn happen(&self) -> usize {
        tokio::time::sleep(Duration::from_millis(5)).await;
        self.0.fetch_add(1, Ordering::SeqCst) + 1
    }

    fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

const ERAS: [Revision; 2] = [Revision::V2025_11_25, Revision::V2026_07_28];

/// Over three modern rounds and on a handshake revision the counter is 1.
#[tokio::test]
async fn b45_work_before_a_question_happens_once() {
    static EFFECTS: Effects = Effects::new();
    /// Reserves, and asks twice.
    #[tool]
    async fn reserve(cx: &Context) -> String {
        let number = cx.once("reserve", EFFECTS.happen()).await;
        let a = cx.ask::<Text>("A?").key("a").await.is_accepted();
        let b = cx.ask::<Text>(format!("B of {number}?")).key("b").await.is_accepted();
        format!("{number} {a} {b}")
    }
    for (round, revision) in (1..).zip(ERAS) {
        let client = Client::new(Server::new("s", "1").tool(reserve)).revision(revision);
        let reply = client.answer("a", text("x")).answer("b", text("y")).call("reserve", ()).await;
        assert_eq!(reply.text(), format!("{round} true true"), "{revision}");
        assert_eq!(EFFECTS.count(), round);
    }
}

/// Beside an ask the round does not end while the effect runs.
#[tokio::test]
async fn an_effect_beside_a_question_happens_once() {
    static EFFECTS: Effects = Effects::new();
    /// Looks something up while it asks.
    #[tool]
    async fn beside(cx: &Context) -> String {
        let (number, answer) =
            tokio::join!(cx.once("look", EFFECTS.happen()), cx.ask::<Text>("A?").key("a"));
        format!("{number} {}", answer.is_accepted())
    }
    for (round, revision) in (1..).zip(ERAS) {
        let client = Client::new(Server::new("s", "1").tool(beside)).revision(revision);
        let reply = client.answer("a", text("x")).call("beside", ()).await;
        assert_eq!((reply.text(), EFFECTS.count()), (&*format!("{round} true"), round));
    }
}

/// The returned style carries it as well.
#[tokio::test]
async fn an_effect_before_a_returned_question_happens_once() {
    static EFFECTS: Effects = Effects::new();
    /// Reserves, and returns its question.
    #[tool]
    async fn returned(cx: &Context) -> Reply<String> {
        let number = cx.once("reserve", EFFECTS.happen()).await;
        match cx.answers().elicit::<Text>("a") {
            None => InputRequired::new().elicit::<Text>("a", "A?").into(),
            Some(_) => Reply::Done(number.to_string()),
        }
    }
    for (round, revision) in (1..).zip(ERAS) {
        let client = Client::new(Server::new("s", "1").tool(returned)).revision(revision);
        let reply = client.answer("a", text("x")).call("returned", ()).await;
        assert_eq!((reply.text(), EFFECTS.count()), (&*round.to_string(), round));
    }
}

/// B46: several lookups before several questions, each of them once.
#[tokio::test]
async fn b46_lookups_before_each_question_happen_once_each() {
    static EFFECTS: Effects = Effects::new();
    /// Asks five times, and looks something up before each.
    #[tool]
    async fn wizard(cx: &Context) -> String {
        let mut said = String::new();
        for step in 0..5 {
            let number = cx.once(format!("look {step}"), EFFECTS.happen()).await;
            cx.ask::<Text>(format!("{step} of {number}?")).key(format!("q{step}")).await;
            said.push_str(&number.to_string());
        }
        said
    }
    let mut client = Client::new(Server::new("s", "1").tool(wizard));
    for step in 0..5 {
        client = client.answer(format!("q{step}"), text("x"));
    }
    assert_eq!(client.call("wizard", ()).await.text(), "12345");
    assert_eq!(EFFECTS.count(), 5);
}

/// A failure is not kept, and its error needs no JSON.
#[tokio::test]
async fn a_failed_effect_is_tried_again_and_a_good_one_is_not() {
    static EFFECTS: Effects = Effects::new();
    struct NoJson;
    /// Fails the first time.
    #[tool]
    async fn flaky(cx: &Context) -> String {
        let tried = cx.try_once("flaky", async {
            match EFFECTS.happen().await {
                1 => Err(NoJson),
                number => Ok(number),
            }
        });
        let number = tried.await.map_or("failed".to_owned(), |number| number.to_string());
        let a = cx.ask::<Text>("A?").key("a").await.is_accepted();
        let b = cx.ask::<Text>("B?").key("b").await.is_accepted();
        format!("{number} {a} {b}")
    }
    let client = Client::new(Server::new("s", "1").tool(flaky));
    let reply = client.answer("a", text("x")).answer("b", text("y")).call("flaky", ()).await;
    assert_eq!((reply.text(), EFFECTS.count()), ("2 true true", 2));
}

/// Mistakes fail the call, and say what is wrong.
#[tokio::test]
async fn mistakes_with_steps_are_faults() {
    /// Asks inside of a step.
    #[tool]
    async fn ask_inside(cx: &Context) -> String {
        cx.once("step", async { cx.ask::<Text>("A?").await.is_accepted() }).await.to_string()
    }
    /// Uses a key twice.
    #[tool]
    async fn twice(cx: &Context) -> String {
        let one: String = cx.once("step", async { "1".into() }).await;
        one + &cx.once("step", async { "2".to_owned() }).await
    }
    /// Nests steps.
    #[tool]
    async fn nested(cx: &Context) -> String {
        cx.once("outer", cx.once("inner", async { "1".to_owned() })).await
    }
    let server = || Server::new("s", "1").tool(ask_inside).tool(twice).tool(nested);
    for (tool, said) in [
        ("ask_inside", "inside of `once`"),
        ("twice", "two steps"),
        ("nested", "inside of another `once`"),
    ] {
        for revision in ERAS {
            let reply = Client::new(server()).revision(revision).call(tool, ()).await;
            let last = reply.rounds().last().unwrap();
            let message = last.received["error"]["message"].as_str().unwrap();
            assert!(message.contains(said), "{tool} on {revision}: {message}");
        }
    }
}

/// What was kept is no result any more, as after a new version of the server: no panic, and no effect.
#[tokio::test]
async fn a_result_of_another_type_is_refused() {
    /// The old version.
    #[tool(name = "t")]
    async fn old(cx: &Context) -> String {
        let number = cx.once("step", async { "text".to_owned() }).await;
        cx.ask::<Text>("A?").key("a").await;
        number
    }
    /// The new version.
    #[tool(name = "t")]
    async fn new(cx: &Context) -> String {
        let number = cx.once("step", async { 7_u64 }).await;
        cx.ask::<Text>("A?").key("a").await;
        number.to_string()
    }
    let key = || askback::RequestState::new(askback::Key::new([7; 32]).unwrap());
    let old = Served::start(Server::new("s", "1").tool(old).request_state(key()));
    let new = Served::start(Server::new("s", "1").tool(new).request_state(key()));
    let asked = old.call(&Call::new("t"));
    let retry = Call::new("t").retry(&asked, json!({"a": accept(text("x"))}));
    let refused = new.call(&retry);
    assert_eq!(refused["error"]["code"], -32603);
    assert!(refused["error"]["message"].as_str().unwrap().contains("`step`"), "{refused}");
    assert_eq!(old.call(&retry)["result"]["content"][0]["text"], "text");
}

/// A client that hangs up, or cancels, while the effect runs: it is finished, and what follows is not.
#[test]
fn an_effect_that_has_begun_is_finished_when_the_client_goes() {
    static EFFECTS: Effects = Effects::new();
    static AFTER: AtomicUsize = AtomicUsize::new(0);
    /// Takes its time.
    #[tool]
    async fn slow(cx: &Context) -> &'static str {
        cx.once("slow", async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            EFFECTS.happen().await
        })
        .await;
        AFTER.fetch_add(1, Ordering::SeqCst);
        "done"
    }
    /// Waits before its effect.
    #[tool]
    async fn late(cx: &Context) -> &'static str {
        tokio::time::sleep(Duration::from_millis(300)).await;
        cx.once("late", EFFECTS.happen()).await;
        AFTER.fetch_add(1, Ordering::SeqCst);
        "done"
    }
    let server = || Server::new("s", "1").tool(slow).tool(late);
    let wait_for = |count: usize| {
        let start = Instant::now();
        while EFFECTS.count() < count {
            assert!(start.elapsed() < Duration::from_secs(10), "the effect was cut");
            std::thread::sleep(Duration::from_millis(10));
        }
    };

    // Over HTTP, modern: a lost connection is a cancellation.
    let served = Served::start(server());
    for tool in ["slow", "late"] {
        let request = served.post(&Call::new(tool).json());
        let mut stream = TcpStream::connect(request.addr()).unwrap();
        stream.write_all(&request.bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(100));
    }
    wait_for(1);

    // On stdio: a cancellation.
    let mut piped = Piped::start(server());
    for (id, tool) in [(1, "slow"), (2, "late")] {
        piped.send(&Call::new(tool).id(json!(id)).json());
        std::thread::sleep(Duration::from_millis(100));
        piped.send(&cancel(id));
    }
    wait_for(2);
    assert!(piped.close().is_empty());

    // In a session: a cancellation too.
    let session = Session::open(&served, "2025-11-25", forms("2025-11-25"));
    std::thread::scope(|scope| {
        for (id, tool) in [(1, "slow"), (2, "late")] {
            let call = session.post(&plain_call(id, tool, json!({})));
            scope.spawn(move || call.send());
            std::thread::sleep(Duration::from_millis(100));
            assert_eq!(session.post(&cancel(id)).send().status, 202);
        }
    });
    wait_for(3);
    // And so is the end of the session.
    std::thread::scope(|scope| {
        let call = session.post(&plain_call(3, "slow", json!({})));
        scope.spawn(move || call.send());
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(session.delete().status, 204);
    });
    wait_for(4);
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(
        (EFFECTS.count(), AFTER.load(Ordering::SeqCst)),
        (4, 0),
        "nothing follows, late or not"
    );
}

/// One name for all rounds of a call, and another for every other call.
#[tokio::test]
async fn a_call_has_one_idempotency_key() {
    /// Names the call in each of its runs.
    #[tool]
    async fn named(cx: &Context) -> String {
        let first = cx.once("first", async { cx.idempotency_key() }).await;
        cx.ask::<Text>("A?").key("a").await;
        cx.ask::<Text>("B?").key("b").await;
        assert_eq!(first, cx.idempotency_key());
        first
    }
    for revision in ERAS {
        let client = Client::new(Server::new("s", "1").tool(named)).revision(revision);
        let client = client.answer("a", text("x")).answer("b", text("y"));
        let (one, two) = (client.call("named", ()).await, client.call("named", ()).await);
        assert_eq!(one.text().len(), 32);
        assert!(one.text().bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert_ne!(one.text(), two.text(), "{revision}");
    }
}

//! An answer counts for as long as a state does, from when it was given (F16; README, invariant 1).

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use askback::{
    Capability, Revision, Sample,
    prelude::*,
    testing::{Client, Response},
};
use serde_json::json;

const TTL: u64 = 600;

/// Two questions, one behind the other.
#[tool]
async fn chain(cx: &Context) -> String {
    let first = cx.confirm("First?").key("first").await;
    let second = cx.confirm("Second?").key("second").await;
    format!("{} {}", first.is_some(), second.is_some())
}

/// Lets the model speak, and then asks.
#[tool]
async fn model_and_user(cx: &Context) -> String {
    let said = cx.sample(&Sample::new("Hi")).key("said").await;
    let sure = cx.confirm("Sure?").key("second").await;
    format!("{} {}", said.text(), sure.is_some())
}

/// A client whose user takes `each` seconds for `second`, and at first gives `useless` answers; and
/// how old the answer to `first` was when the last one came.
fn client(each: u64, useless: u64) -> (Client, Arc<AtomicU64>) {
    let client = Client::new(Server::new("s", "1").tool(chain).tool(model_and_user));
    let clock = client.clock();
    let (age, tries) = (Arc::<AtomicU64>::default(), AtomicU64::new(0));
    let (of_first, of_second) = (Arc::clone(&age), Arc::clone(&age));
    let client = client
        .answer_with("first", move |_| {
            of_first.store(0, Ordering::SeqCst);
            Response::confirm()
        })
        .answer_with("second", move |_| {
            clock.advance(Duration::from_secs(each));
            of_second.fetch_add(each, Ordering::SeqCst);
            if tries.fetch_add(1, Ordering::SeqCst) < useless {
                Response::accept(json!({"confirm": "garbage"}))
            } else {
                Response::confirm()
            }
        });
    (client, age)
}

/// Whatever is answered in between, and however often: no yes counts that is ten minutes old.
#[tokio::test]
async fn f16_a_yes_is_not_kept_alive_by_empty_retries() {
    for (each, useless) in [(599, 7), (599, 1), (300, 1), (300, 2), (1, 5), (200, 3)] {
        let (client, age) = client(each, useless);
        let reply = client.call("chain", ()).await;
        let age = age.load(Ordering::SeqCst);
        if reply.text() == "true true" {
            assert!(age < TTL, "{each} s, {useless} times: a yes of {age} s ago counted");
        } else {
            assert!(reply.is_error() && each * (useless + 1) >= TTL, "{}", reply.text());
        }
    }
}

/// The question is asked again, and its new yes counts.
#[tokio::test]
async fn f16_an_old_yes_is_asked_for_again() {
    let (client, _) = client(400, 1);
    let reply = client.call("chain", ()).await;
    assert_eq!(reply.text(), "true true");
    let firsts = reply.asked().into_iter().filter(|key| key == "first").count();
    assert_eq!(firsts, 2, "{:?}", reply.asked());
}

/// Where the handler has gone on with it, the call ends.
#[tokio::test]
async fn f16_an_old_yes_ends_a_call_on_a_handshake_session() {
    for revision in [Revision::V2025_11_25, Revision::V2025_06_18] {
        let (young, _) = client(599, 0);
        assert_eq!(young.revision(revision).call("chain", ()).await.text(), "true true");
        for (each, useless) in [(600, 0), (300, 1)] {
            let (old, _) = client(each, useless);
            let reply = old.revision(revision).call("chain", ()).await;
            let text = "not done: the answer to `first` is too old by now; start anew";
            assert!(reply.is_error() && reply.text() == text, "{}", reply.text());
        }
    }
}

/// What the client's model said is nobody's consent, and does not grow old.
#[tokio::test]
async fn f16_what_no_person_answered_does_not_grow_old() {
    for revision in [Revision::LATEST, Revision::V2025_11_25] {
        let (client, _) = client(400, 2);
        let said =
            json!({"role": "assistant", "model": "m", "content": {"type": "text", "text": "Hi"}});
        let client = client
            .capabilities([Capability::Form, Capability::Sampling])
            .answer_with("said", move |_| Response::Raw(said.clone()))
            .revision(revision);
        assert_eq!(client.call("model_and_user", ()).await.text(), "Hi true");
    }
}

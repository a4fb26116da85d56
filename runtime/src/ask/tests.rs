//! The re-entry rule without a wire: which asks a round opens, and what a run finds in the ledger.

use std::{pin::pin, task::Poll, time::Duration};

use serde::Deserialize;

use super::*;
use crate::{
    form::{Elicit, Form, FormCell, FormError},
    guarded::Guarded,
};

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Text {
    text: String,
}

impl Elicit for Text {
    const KEY: Option<&'static str> = None;
    const MESSAGE: Option<&'static str> = None;

    fn form() -> Result<&'static Form, &'static FormError> {
        static FORM: FormCell = FormCell::new();
        FORM.of::<Self>()
    }
}

fn ask<'c>(ledger: &'c Ledger, message: &'c str) -> Ask<'c, Answer<Text>> {
    Ask::new(ledger, message.into(), Kind::form())
}

async fn said(ask: Ask<'_, Answer<Text>>) -> String {
    ask.await.accepted().map_or_else(|| "-".to_owned(), |content| content.text)
}

/// Runs a handler on a new ledger, or on one that has come back with answers by message.
async fn run<'l>(
    ledger: &'l Ledger,
    handler: impl Future<Output = String> + Send + 'l,
) -> Driven<String> {
    drive(ledger, Guarded::start(|| Box::pin(handler))).await
}

fn asked(driven: Driven<String>) -> Asked {
    match driven {
        Driven::Asked(asked) => asked,
        other => panic!("nothing was asked: {other:?}"),
    }
}

fn ready(driven: Driven<String>) -> String {
    match driven {
        Driven::Ready(text) => text,
        other => panic!("not ready: {other:?}"),
    }
}

/// The retry of a round: every question is answered with its own message.
fn answered(asked: &Asked) -> Ledger {
    let ledger = Ledger::restore(&asked.payload, Moment::default()).unwrap();
    let answers: serde_json::Map<_, _> = asked
        .requests
        .iter()
        .map(|request| {
            let answer =
                serde_json::json!({"action": "accept", "content": {"text": request.inquiry.as_ref().text()}});
            (request.label.to_string(), answer)
        })
        .collect();
    ledger.receive(&serde_json::to_string(&answers).unwrap()).unwrap();
    ledger
}

#[tokio::test]
async fn a_hundred_asks_of_one_collection_share_a_round() {
    async fn many(ledger: &Ledger) -> String {
        let messages: Vec<String> = (0..100).map(|n| format!("q{n}")).collect();
        let asks = messages.iter().map(|message| Box::pin(said(ask(ledger, message))));
        let mut asks: Vec<_> = asks.collect();
        let mut texts = vec![None; asks.len()];
        std::future::poll_fn(|cx| {
            for (ask, text) in asks.iter_mut().zip(&mut texts).filter(|(_, text)| text.is_none()) {
                if let Poll::Ready(said) = ask.as_mut().poll(cx) {
                    *text = Some(said);
                }
            }
            match texts.iter().all(Option::is_some) {
                true => Poll::Ready(()),
                false => Poll::Pending,
            }
        })
        .await;
        texts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
    let first = Ledger::default();
    let round = asked(run(&first, many(&first)).await);
    assert_eq!(round.requests.len(), 100);
    assert_eq!(&*round.requests[99].label, "elicitation_100");
    let second = answered(&round);
    let text = ready(run(&second, many(&second)).await);
    assert!(text.starts_with("q0 q1 q2 ") && text.ends_with(" q99"), "{text}");
}

/// A branch that becomes ready because another branch was polled is polled once more before the
/// round is over.
#[tokio::test]
async fn a_branch_that_wakes_itself_still_joins_the_round() {
    async fn handler(ledger: &Ledger) -> String {
        let late = async {
            tokio::task::yield_now().await;
            said(ask(ledger, "b")).await
        };
        let (a, b) = tokio::join!(said(ask(ledger, "a")), late);
        a + &b
    }
    let first = Ledger::default();
    let round = asked(run(&first, handler(&first)).await);
    assert_eq!(round.requests.len(), 2);
    let second = answered(&round);
    assert_eq!(ready(run(&second, handler(&second)).await), "ab");
}

#[tokio::test]
async fn what_runs_beside_an_open_ask_is_cut_and_starts_again() {
    async fn handler(ledger: &Ledger) -> String {
        let slow = async {
            tokio::time::sleep(Duration::from_millis(1)).await;
            said(ask(ledger, "b")).await
        };
        let (a, b) = tokio::join!(said(ask(ledger, "a")), slow);
        a + &b
    }
    let first = Ledger::default();
    let round = asked(run(&first, handler(&first)).await);
    assert_eq!(round.requests.len(), 1);
    let second = answered(&round);
    let round = asked(run(&second, handler(&second)).await);
    assert_eq!(round.requests[0].inquiry.as_ref().text(), "b");
    let third = answered(&round);
    assert_eq!(ready(run(&third, handler(&third)).await), "ab");
}

#[tokio::test]
async fn an_ask_that_was_never_polled_or_is_dropped_asks_nothing() {
    let ledger = Ledger::default();
    let handler = async {
        let unpolled = ask(&ledger, "never");
        drop(ask(&ledger, "dropped"));
        {
            let mut polled = pin!(ask(&ledger, "withdrawn"));
            let waker = std::task::Waker::noop();
            let pending = polled.as_mut().poll(&mut std::task::Context::from_waker(waker));
            assert!(pending.is_pending());
        }
        let text = said(ask(&ledger, "asked")).await;
        drop(unpolled);
        text
    };
    let round = asked(run(&ledger, handler).await);
    let messages: Vec<&str> = round.requests.iter().map(|r| r.inquiry.as_ref().text()).collect();
    assert_eq!(messages, ["asked"]);
}

/// A fault beats a handler that is ready.
#[tokio::test]
async fn a_fault_fails_the_call_even_if_the_handler_is_done() {
    let ledger = Ledger::default();
    let handler = async {
        let first = ask(&ledger, "a").key("k");
        let second = ask(&ledger, "b").key("k");
        let _ = tokio::time::timeout(Duration::ZERO, async { tokio::join!(first, second) }).await;
        "swallowed".to_owned()
    };
    assert!(matches!(run(&ledger, handler).await, Driven::Fault(_)));
}

/// An ask in a loop over `select!` may be polled when it is done; the call must not hang.
#[tokio::test]
async fn polling_an_ask_after_its_answer_fails_the_call() {
    async fn handler(ledger: &Ledger) -> String {
        let mut ask = ask(ledger, "a").key("k");
        let first = (&mut ask).await;
        let second = (&mut ask).await;
        format!("{first:?} {second:?}")
    }
    let first = Ledger::default();
    let second = answered(&asked(run(&first, handler(&first)).await));
    assert!(matches!(run(&second, handler(&second)).await, Driven::Fault(_)));
}

/// A task may be moved between threads while its handler waits.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_driven_handler_can_be_spawned() {
    let task = tokio::spawn(async {
        let ledger = Ledger::default();
        let handler = async {
            tokio::time::sleep(Duration::from_millis(5)).await;
            said(ask(&ledger, "a")).await
        };
        asked(run(&ledger, handler).await).requests.len()
    });
    assert_eq!(task.await.unwrap(), 1);
}

/// The payload of a state, as format version 1 of progress has it.
#[tokio::test]
async fn the_payload_of_a_state_is_stable() {
    async fn handler(ledger: &Ledger) -> String {
        let first = said(ask(ledger, "a").key("first")).await;
        first + &said(ask(ledger, "b")).await
    }
    let first = Ledger::default();
    let round = asked(run(&first, handler(&first)).await);
    let payload = String::from_utf8(round.payload.clone()).unwrap();
    let digest = "\"d\":\"";
    let at = payload.find(digest).unwrap() + digest.len();
    assert_eq!(
        payload.replace(&payload[at..at + 22], "D"),
        r#"{"n":1,"q":[{"k":"first","d":"D"}]}"#
    );
    let second = answered(&round);
    let round = asked(run(&second, handler(&second)).await);
    let payload = String::from_utf8(round.payload).unwrap();
    assert!(payload.starts_with(r#"{"n":2,"q":[{"k":"first","d":""#), "{payload}");
    assert!(
        payload
            .contains(r#""a":{"action":"accept","content":{"text":"a"}}},{"k":"elicitation_1","#)
    );
    assert!(payload.ends_with(r#","u":true}]}"#), "{payload}");
}

#[test]
fn a_payload_that_is_not_ours_restores_nothing() {
    for payload in [
        "",
        "{}",
        "[]",
        "null",
        r#"{"n":1}"#,
        r#"{"n":1,"q":[{"k":"a"}]}"#,
        "{\"n\":1,\"q\":[{\"k\":\"a\",\"d\":\"short\"}]}",
    ] {
        assert!(Ledger::restore(payload.as_bytes(), Moment::default()).is_none(), "{payload}");
    }
}

/// Runs a kept handler by hand: what it does next, without a runtime.
fn step<R>(run: &mut Run<'_, R>) -> Poll<Step<R>> {
    run.poll(&mut std::task::Context::from_waker(std::task::Waker::noop()))
}

fn answer_of(text: &str) -> String {
    serde_json::json!({"action": "accept", "content": {"text": text}}).to_string()
}

/// A handler that is kept goes on where it stands, and its questions go out as they open.
#[test]
fn a_kept_handler_goes_on_with_each_answer() {
    let ledger = Ledger::suspended();
    let handler = Guarded::start(|| {
        Box::pin(async {
            let (a, b) = tokio::join!(said(ask(&ledger, "a")), said(ask(&ledger, "b")));
            a + &b + &said(ask(&ledger, "c")).await
        })
    });
    let mut run = Run::new(&ledger, handler);
    assert!(matches!(step(&mut run), Poll::Ready(Step::RoundOver)));
    let out = ledger.take_unsent();
    assert_eq!(
        out.iter().map(|r| &*r.label).collect::<Vec<_>>(),
        ["elicitation_1", "elicitation_2"]
    );
    assert!(step(&mut run).is_pending());
    ledger.deliver(out[1].ticket, &answer_of("B"), Moment::default()).unwrap();
    assert!(step(&mut run).is_pending());
    ledger.deliver(out[0].ticket, &answer_of("A"), Moment::default()).unwrap();
    assert!(matches!(step(&mut run), Poll::Ready(Step::RoundOver)));
    let out = ledger.take_unsent();
    assert_eq!(&*out[0].label, "elicitation_3");
    // An answer that does not fit puts the question again, with the reason.
    ledger.deliver(out[0].ticket, "7", Moment::default()).unwrap();
    assert!(matches!(step(&mut run), Poll::Ready(Step::RoundOver)));
    let again = ledger.take_unsent();
    assert_eq!((again[0].ticket, again[0].fruitless), (out[0].ticket, 1));
    ledger.deliver(again[0].ticket, &answer_of("C"), Moment::default()).unwrap();
    assert!(matches!(step(&mut run), Poll::Ready(Step::Ready(text)) if text == "ABC"));
}

/// A collection polls an ask again only when its own waker is woken.
#[test]
fn an_answer_wakes_the_ask_that_waits_for_it() {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };
    #[derive(Default)]
    struct Woken(AtomicUsize);
    impl std::task::Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    let ledger = Ledger::suspended();
    let woken = Arc::<Woken>::default();
    let waker = Arc::clone(&woken).into();
    let mut asking = pin!(ask(&ledger, "a"));
    let mut cx = std::task::Context::from_waker(&waker);
    assert!(asking.as_mut().poll(&mut cx).is_pending());
    let out = ledger.take_unsent();
    assert_eq!(woken.0.load(Ordering::SeqCst), 0);
    ledger.deliver(out[0].ticket, &answer_of("A"), Moment::default()).unwrap();
    assert_eq!(woken.0.load(Ordering::SeqCst), 1);
    assert!(asking.as_mut().poll(&mut cx).is_ready());
}

/// What was asked and is given up is said, so that the client can be told.
#[test]
fn a_question_that_is_given_up_is_withdrawn() {
    let ledger = Ledger::suspended();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let handler = Guarded::start(|| {
        Box::pin(async {
            tokio::select! {
                _ = stopped => {}
                text = said(ask(&ledger, "a")) => return text,
            }
            said(ask(&ledger, "b")).await
        })
    });
    let mut run = Run::new(&ledger, handler);
    assert!(matches!(step(&mut run), Poll::Ready(Step::RoundOver)));
    let first = ledger.take_unsent()[0].ticket;
    stop.send(()).unwrap();
    assert!(matches!(step(&mut run), Poll::Ready(Step::Withdrawn(gone)) if gone == [first]));
    assert!(matches!(step(&mut run), Poll::Ready(Step::RoundOver)));
    assert_eq!(ledger.take_unsent()[0].inquiry.as_ref().text(), "b");
    // An answer to the one that was given up finds nobody.
    ledger.deliver(first, &answer_of("late"), Moment::default()).unwrap();
    assert!(step(&mut run).is_pending());
}

//! States that count once: `RequestState::single_use` and `#[tool(single_use)]` (M-MRTR-9, B37).

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use askback::{
    Claiming, InMemoryReplayGuard, Key, ReplayGuard, ReplayGuardError, RequestState, StateClaim,
    prelude::*,
};
use askback_tests::{Call, Served, accept, check};
use serde_json::{Value, json};

/// How often `pay` has run to its end, by its argument: tests run side by side.
static PAID: [AtomicUsize; 8] = [const { AtomicUsize::new(0) }; 8];

/// Pays, after a yes, and takes a moment.
#[tool]
async fn pay(
    amount: usize,
    #[ask(key = "sure", confirm, message = "Sure?")] _sure: Confirmed,
) -> String {
    tokio::time::sleep(Duration::from_millis(20)).await;
    format!("paid {}", PAID[amount].fetch_add(1, Ordering::SeqCst) + 1)
}

/// Pays, after a yes, once for each.
#[tool(single_use)]
async fn pay_once(
    amount: usize,
    #[ask(key = "sure", confirm, message = "Sure?")] _sure: Confirmed,
) -> String {
    tokio::time::sleep(Duration::from_millis(20)).await;
    format!("paid {}", PAID[amount].fetch_add(1, Ordering::SeqCst) + 1)
}

/// Asks twice.
#[tool]
async fn twice(cx: &Context) -> String {
    let one = cx.confirm("One?").key("one").await.is_some();
    let two = cx.confirm("Two?").key("two").await.is_some();
    format!("{one} {two}")
}

fn state() -> RequestState {
    RequestState::new(Key::new([7; 32]).unwrap())
}

fn served(state: RequestState) -> Served {
    let server = Server::new("bank", "1").tool(pay).tool(pay_once).tool(twice);
    Served::start(server.request_state(state))
}

fn yes(key: &str) -> Value {
    json!({key: accept(json!({"confirm": true}))})
}

fn call(tool: &str, amount: usize) -> Call {
    Call::new(tool).arguments(json!({"amount": amount}))
}

/// The answer to every state that does not count, byte for byte.
const REFUSED: &str = r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid or expired requestState","data":{"reason":"invalid_request_state"}}}"#;

/// Sends one retry to each of these servers at the same time; how many were not refused.
fn at_once(servers: &[&Served], retry: &Call) -> usize {
    let message = retry.json();
    thread::scope(|scope| {
        let calls: Vec<_> = servers
            .iter()
            .map(|served| {
                let request = served.post(&message);
                scope.spawn(move || request.send())
            })
            .collect();
        let replies = calls.into_iter().map(|call| call.join().unwrap());
        replies
            .filter(|reply| {
                check("tools/call", &reply.json());
                assert!(reply.body == REFUSED || reply.body.contains("paid"), "{}", reply.body);
                reply.body != REFUSED
            })
            .count()
    })
}

/// Of many redemptions at once exactly one runs, and later ones are refused like any other state.
#[test]
fn of_several_redemptions_at_once_one_counts() {
    let served = served(state().single_use(InMemoryReplayGuard::default()));
    let asked = served.call(&call("pay", 0));
    let retry = call("pay", 0).retry(&asked, yes("sure"));
    assert_eq!(at_once(&[&served; 8], &retry), 1);
    assert_eq!(served.post(&retry.json()).send().body, REFUSED);
    // Also with another answer.
    let other = call("pay", 0).retry(&asked, json!({"sure": {"action": "decline"}}));
    assert_eq!(served.post(&other.json()).send().body, REFUSED);
    assert_eq!(PAID[0].load(Ordering::SeqCst), 1);
}

/// Two processes that share their guard count as one.
#[test]
fn a_guard_is_shared_by_processes() {
    let guard = InMemoryReplayGuard::new(100);
    let one = served(state().single_use(guard.clone()));
    let two = served(state().single_use(guard));
    let asked = one.call(&call("pay", 1));
    let retry = call("pay", 1).retry(&asked, yes("sure"));
    assert_eq!(at_once(&[&one, &two, &one, &two, &one, &two], &retry), 1);
    assert_eq!(PAID[1].load(Ordering::SeqCst), 1);
}

/// One tool may be for single use among others that are not.
#[test]
fn a_tool_may_be_for_single_use_alone() {
    let served = served(state());
    let asked = served.call(&call("pay_once", 2));
    let retry = call("pay_once", 2).retry(&asked, yes("sure"));
    assert_eq!(at_once(&[&served; 4], &retry), 1);
    assert_eq!(PAID[2].load(Ordering::SeqCst), 1);
    let asked = served.call(&call("pay", 3));
    let retry = call("pay", 3).retry(&asked, yes("sure"));
    assert_eq!(at_once(&[&served; 4], &retry), 4);
    assert_eq!(PAID[3].load(Ordering::SeqCst), 4);
}

/// Every round is claimed: an older state of a chain is as used as its last.
#[test]
fn every_round_of_a_chain_counts_once() {
    let served = served(state().single_use(InMemoryReplayGuard::default()));
    let call = Call::new("twice");
    let first = served.call(&call);
    let retry = call.retry(&first, yes("one"));
    let second = served.call(&retry);
    let done = served.call(&call.retry(&second, yes("two")));
    assert_eq!(done["result"]["content"][0]["text"], "true true");
    for used in [&first, &second] {
        assert_eq!(served.post(&call.retry(used, yes("one")).json()).send().body, REFUSED);
    }
}

/// What never reaches the handler uses nothing up.
#[test]
fn a_malformed_retry_uses_nothing_up() {
    let served = served(state().single_use(InMemoryReplayGuard::default()));
    let asked = served.call(&call("pay", 4));
    let retry = call("pay", 4).retry(&asked, yes("sure"));
    let malformed = retry.clone().with("inputResponses", json!([1]));
    assert_eq!(served.post(&malformed.json()).send().code(), -32602);
    let twice = retry.json().to_string().replace(r#""sure":{"#, r#""sure":{},"sure":{"#);
    assert_eq!(served.post(&retry.json()).body(twice).send().code(), -32602);
    let other = retry.clone().arguments(json!({"amount": 5}));
    assert_eq!(served.post(&other.json()).send().body, REFUSED);
    assert_eq!(at_once(&[&served], &retry), 1);
    assert_eq!(PAID[4].load(Ordering::SeqCst), 1);
}

/// Two calls that are the same in the same second have two states, also where those are signed.
#[test]
fn two_calls_that_are_alike_are_two() {
    for state in [state(), state().signed()] {
        let served = served(state.single_use(InMemoryReplayGuard::default()));
        let retries: Vec<Call> = (0..3)
            .map(|_| Call::new("twice").retry(&served.call(&Call::new("twice")), yes("one")))
            .collect();
        for retry in retries {
            let answer = served.call(&retry);
            assert_eq!(answer["result"]["resultType"], "input_required", "{answer}");
        }
    }
}

/// A guard that fails, or is full, lets nothing through.
#[test]
fn a_guard_that_cannot_tell_refuses() {
    struct Down;
    impl ReplayGuard for Down {
        fn claim<'a>(&'a self, _: &'a StateClaim) -> Claiming<'a> {
            Box::pin(async { Err(ReplayGuardError::new("no connection")) })
        }
    }
    for state in [state().single_use(Down), state().single_use(InMemoryReplayGuard::new(0))] {
        let served = served(state);
        let asked = served.call(&call("pay", 6));
        let retry = call("pay", 6).retry(&asked, yes("sure"));
        assert_eq!(served.post(&retry.json()).send().body, REFUSED);
    }
    assert_eq!(PAID[6].load(Ordering::SeqCst), 0);
}

/// A guard may take its time, and sees each verified state and nothing else.
#[test]
fn a_guard_is_asked_once_for_each_verified_state() {
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    struct Slow;
    impl ReplayGuard for Slow {
        fn claim<'a>(&'a self, state: &'a StateClaim) -> Claiming<'a> {
            Box::pin(async {
                assert!(state.expires_at() > state.now());
                tokio::time::sleep(Duration::from_millis(5)).await;
                ASKED.fetch_add(1, Ordering::SeqCst);
                Ok(true)
            })
        }
    }
    let served = served(state().single_use(Slow));
    let asked = served.call(&call("pay", 7));
    let retry = call("pay", 7).retry(&asked, yes("sure"));
    let forged = retry.clone().with("requestState", json!("e1.AAAAAA.AAAA.AAAA"));
    assert_eq!(served.post(&forged.json()).send().body, REFUSED);
    assert_eq!(ASKED.load(Ordering::SeqCst), 0);
    assert_eq!(at_once(&[&served], &retry), 1);
    assert_eq!(ASKED.load(Ordering::SeqCst), 1);
}

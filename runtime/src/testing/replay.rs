//! The replay check: whether a handler may be entered again and again, as a client on the newest
//! revision makes it.
//!
//! The last run of a call has all answers and goes from the top to the end, as a run on an older
//! revision does. What the runs before it did must not differ from it.

use serde::Serialize;

use super::{Client, Reply, client::Run};

/// Calls a tool by script, and checks that its handler can be entered again.
///
/// It fails where
///
/// - an [`effect`](super::effect) happens in a run that only asks: it would happen once per round;
/// - the questions of the last run are not those that were asked, or a run meets them in another
///   order;
/// - an ask was given up, because it lost a `select!` or a time-out: on the newest revision the
///   other branch always wins or never.
///
/// ```
/// use askback::{prelude::*, testing::{self, Client}};
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
///
/// /// Charges, after a yes.
/// #[tool]
/// async fn pay(cx: &Context) -> &'static str {
///     if cx.confirm("Pay?").key("pay").await.is_none() {
///         return "Nothing was charged.";
///     }
///     testing::effect("charged");
///     "Paid."
/// }
///
/// let client = Client::new(Server::new("shop", "1").tool(pay)).confirm("pay");
/// let reply = testing::replay_check(&client, "pay", ()).await;
/// assert_eq!(reply.text(), "Paid.");
/// # });
/// ```
///
/// # Panics
///
/// If the check fails, and as [`Client::call`].
pub async fn replay_check(client: &Client, tool: &str, arguments: impl Serialize) -> Reply {
    let (reply, runs) = client.run(tool, arguments).await;
    for (number, run) in (1..).zip(&runs) {
        check_withdrawn(tool, number, run);
    }
    check_effects(tool, &runs);
    check_questions(tool, &reply, &runs);
    reply
}

fn check_withdrawn(tool: &str, number: usize, run: &Run) {
    if let Some(message) = run.journal.notes().withdrawn.first() {
        panic!(
            "`{tool}` gave up the question {message:?} in round {number}: it lost a `select!` or a \
             time-out. Await the ask on its own"
        );
    }
}

fn check_effects(tool: &str, runs: &[Run]) {
    let Some((_, asking)) = runs.split_last() else { return };
    for (number, run) in (1..).zip(asking) {
        if let Some(effect) = run.effects.first() {
            panic!(
                "`{tool}` did {effect:?} in round {number}, before it had its answer: it would do so \
                 once per round. Move it behind the last ask"
            );
        }
    }
}

/// Each run meets questions in the order of the last one, which meets all that were asked.
fn check_questions(tool: &str, reply: &Reply, runs: &[Run]) {
    let met = |run: &Run| -> Vec<String> {
        run.journal.notes().met.into_iter().map(|(_, message)| message).collect()
    };
    let Some(last) = runs.last().map(met) else { return };
    let questions = reply.rounds.iter().flat_map(super::Round::questions);
    let asked: Vec<String> = questions.map(super::Question::text).collect();
    assert!(
        sorted(&asked) == sorted(&last),
        "`{tool}` asked {asked:?}, and its last run met {last:?}: let what is asked follow from \
         arguments and answers alone"
    );
    for (number, run) in (1..).zip(runs) {
        let (met, mut rest) = (met(run), last.iter());
        assert!(
            met.iter().all(|message| rest.any(|other| other == message)),
            "`{tool}` met {met:?} in round {number}, and {last:?} in its last run: ask in the same \
             order every time"
        );
    }
}

fn sorted(messages: &[String]) -> Vec<&String> {
    let mut sorted: Vec<&String> = messages.iter().collect();
    sorted.sort();
    sorted
}

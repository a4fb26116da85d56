//! Several processes without shared memory: keys and modes change while calls are in flight
//! (B43, design.md part 3).

use std::time::Duration;

use askback::{
    BindError, BindValue, CallParts, Key, Principal, RequestState, RequestStateBinder, prelude::*,
};
use askback_tests::{Call, Served, accept};
use serde_json::{Value, json};

/// A text.
#[ask]
struct Text {
    text: String,
}

/// Asks twice, which takes three rounds.
#[tool]
async fn wizard(cx: &Context, number: u32) -> String {
    let text = |answer: Answer<Text>| answer.accepted().map_or("-".into(), |text| text.text);
    let one = text(cx.ask::<Text>(format!("One of {number}?")).key("one").await);
    let two = text(cx.ask::<Text>(format!("Two after {one}?")).key("two").await);
    format!("{number} {one} {two}")
}

fn key(byte: u8) -> Key {
    Key::new([byte; 32]).unwrap()
}

fn process(state: &RequestState) -> Served {
    Served::start(Server::new("wizards", "1").tool(wizard).request_state(state.clone()))
}

/// A call that stands before its next round.
struct InFlight {
    number: u32,
    asked: Option<Value>,
    rounds: usize,
}

impl InFlight {
    fn new(number: u32) -> Self {
        Self { number, asked: None, rounds: 0 }
    }

    /// The next round, on this process; the text once it is done.
    fn go_on(&mut self, process: &Served) -> Option<String> {
        let call = Call::new("wizard").arguments(json!({"number": self.number}));
        let call = match &self.asked {
            None => call,
            Some(asked) => {
                let answers = json!({
                    "one": accept(json!({"text": "a"})),
                    "two": accept(json!({"text": "b"})),
                });
                call.retry(asked, answers)
            }
        };
        let answer = process.call(&call);
        self.rounds += 1;
        assert!(answer.get("error").is_none(), "call {} failed: {answer}", self.number);
        if answer["result"]["resultType"] == "complete" {
            return Some(answer["result"]["content"][0]["text"].as_str().unwrap().to_owned());
        }
        self.asked = Some(answer);
        None
    }
}

/// The processes of a deployment, each replaced in turn; a balancer gives every round to the next one.
struct Deployment {
    processes: [Served; 2],
    next: usize,
}

impl Deployment {
    fn new(state: &RequestState) -> Self {
        Self { processes: [process(state), process(state)], next: 0 }
    }

    fn deploy(&mut self, position: usize, state: &RequestState) {
        self.processes[position] = process(state);
    }

    fn balanced(&mut self) -> &Served {
        self.next += 1;
        &self.processes[self.next % 2]
    }
}

/// Runs calls of three rounds, each round on the other process, while the steps are deployed one process
/// after the other; calls are in flight at every step.
fn roll_out(steps: &[RequestState], calls: u32) {
    let mut deployment = Deployment::new(&steps[0]);
    let deploys: Vec<(usize, &RequestState)> =
        steps[1..].iter().flat_map(|step| [(0, step), (1, step)]).collect();
    let every = calls / (deploys.len() as u32 + 1);
    let mut deploys = deploys.into_iter();
    let mut in_flight: Vec<InFlight> = Vec::new();
    let mut done = 0;
    for number in 0..calls {
        in_flight.push(InFlight::new(number));
        // Every call goes on by one round, so that each age of a call meets each deployment.
        in_flight.retain_mut(|call| match call.go_on(deployment.balanced()) {
            Some(text) => {
                assert_eq!((text, call.rounds), (format!("{} a b", call.number), 3));
                done += 1;
                false
            }
            None => true,
        });
        if number % every == every - 1
            && let Some((position, state)) = deploys.next()
        {
            deployment.deploy(position, state);
        }
    }
    while !in_flight.is_empty() {
        in_flight.retain_mut(|call| call.go_on(deployment.balanced()).is_none());
    }
    assert!(deploys.next().is_none(), "every step was deployed");
    assert!(done >= calls - 3);
}

/// 1,000 calls, three rounds each, during a key rotation: none fails.
#[test]
fn b43_a_key_is_rotated_without_a_failed_call() {
    let state = RequestState::new;
    let steps = [
        state(key(1)),
        state(key(1)).accepts(key(2)),
        state(key(2)).accepts(key(1)),
        state(key(2)),
    ];
    // The last step waits one time to live; here the calls that began before are done by then.
    roll_out(&steps[..3], 1000);
    roll_out(&steps[2..], 10);
}

/// The same for the switch from signed to encrypted states, and back.
#[test]
fn a_mode_is_switched_without_a_failed_call() {
    let state = || RequestState::new(key(1));
    roll_out(
        &[state().signed(), state().signed().accepts_encrypted(), state().accepts_signed()],
        60,
    );
    roll_out(&[state(), state().accepts_signed(), state().signed().accepts_encrypted()], 60);
}

/// Without the steps, calls in flight fail: the same test can.
#[test]
fn b43_two_processes_with_keys_of_their_own_refuse_each_other() {
    let (one, two) = (process(&RequestState::new(key(1))), process(&RequestState::new(key(2))));
    let mut call = InFlight::new(0);
    assert!(call.go_on(&one).is_none());
    let asked = call.asked.clone().unwrap();
    let retry = Call::new("wizard").arguments(json!({"number": 0})).retry(&asked, json!({}));
    assert_eq!(two.call(&retry)["error"]["data"]["reason"], "invalid_request_state");
}

/// A binder that is switched on refuses the calls in flight, and those after it are served.
#[test]
fn a_binder_that_is_switched_on_costs_the_calls_in_flight() {
    /// Binds to nothing but the tool.
    struct Loose;
    impl RequestStateBinder for Loose {
        fn bind(
            &self,
            call: &CallParts<'_>,
            _: Option<&Principal>,
        ) -> Result<BindValue, BindError> {
            Ok(BindValue::new(call.target()))
        }
    }
    let loose = process(&RequestState::new(key(1)).binder(Loose));
    let bound = process(&RequestState::new(key(1)));
    let mut call = InFlight::new(0);
    assert!(call.go_on(&loose).is_none());
    let retry = Call::new("wizard")
        .arguments(json!({"number": 0}))
        .retry(call.asked.as_ref().unwrap(), json!({}));
    assert_eq!(bound.call(&retry)["error"]["data"]["reason"], "invalid_request_state");
    let mut call = InFlight::new(1);
    while call.go_on(&bound).is_none() {}
    assert_eq!(call.rounds, 3);
}

/// B44: what travels grows with what was said, and with nothing else.
#[test]
fn b44_a_state_grows_by_its_answers_alone() {
    /// Asks ten times.
    #[tool]
    async fn ten(cx: &Context) -> String {
        for number in 0..10 {
            cx.ask::<Text>(format!("{number}?")).key(format!("k{number}")).await;
        }
        "done".into()
    }
    let served = Served::start(Server::new("s", "1").tool(ten));
    let call = Call::new("ten");
    let mut asked = served.call(&call);
    let mut sizes = Vec::new();
    for number in 0..9 {
        sizes.push(asked["result"]["requestState"].as_str().unwrap().len());
        let key = format!("k{number}");
        asked = served.call(&call.retry(&asked, json!({key: accept(json!({"text": "12345678"}))})));
    }
    let growth: Vec<usize> = sizes.windows(2).map(|pair| pair[1] - pair[0]).collect();
    // A key, a digest of 22 characters and the answer, times 4/3 for base64.
    assert!(growth.iter().all(|growth| (100..=150).contains(growth)), "{sizes:?}");
    assert!(growth.iter().max().unwrap() - growth.iter().min().unwrap() <= 4, "{sizes:?}");
    assert!(sizes[0] < 200, "{sizes:?}");
}

/// A call that waits longer than its time to live is refused, however often the key was rotated.
#[test]
fn a_rotation_does_not_prolong_a_state() {
    let state = |key| RequestState::new(key).ttl(Duration::from_secs(1));
    let one = process(&state(key(1)));
    let mut call = InFlight::new(0);
    assert!(call.go_on(&one).is_none());
    std::thread::sleep(Duration::from_millis(2100));
    let two = process(&state(key(2)).accepts(key(1)));
    let retry = Call::new("wizard")
        .arguments(json!({"number": 0}))
        .retry(call.asked.as_ref().unwrap(), json!({}));
    assert_eq!(two.call(&retry)["error"]["data"]["reason"], "invalid_request_state");
}

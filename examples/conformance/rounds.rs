//! Tools that need several rounds.

use askback::{Capability, Root, Sample, Sampled, prelude::*};

/// Who is there.
#[ask(key = "user_name", message = "What is your name?")]
pub(crate) struct Name {
    name: String,
}

/// Greets someone, whose name may come with the first call.
#[tool(unproven_answers)]
pub(crate) async fn test_input_required_result_elicitation(#[ask] user: Name) -> String {
    format!("Hello, {}!", user.name)
}

fn capital() -> Sample {
    Sample::new("What is the capital of France?").max_tokens(100)
}

/// Asks the client's model.
#[tool]
pub(crate) async fn test_input_required_result_sampling(
    #[ask(sample = capital())] capital_question: Sampled,
) -> String {
    capital_question.text().to_owned()
}

/// Asks for the client's roots.
#[tool]
pub(crate) async fn test_input_required_result_list_roots(
    #[ask(roots)] client_roots: Vec<Root>,
) -> String {
    client_roots.iter().map(Root::uri).collect::<Vec<_>>().join(", ")
}

/// Whether it is all right.
#[ask]
struct Okay {
    ok: bool,
}

/// Asks, and returns what it carried.
#[tool]
pub(crate) async fn test_input_required_result_request_state(cx: &Context) -> Reply<String> {
    match (cx.answers().elicit::<Okay>("confirm"), cx.carried::<String>()) {
        (Some(Answer::Accepted(Okay { ok })), Some(state)) => Reply::Done(format!("{state} {ok}")),
        (Some(_), _) => Reply::Done("not confirmed".into()),
        (None, _) => InputRequired::new()
            .elicit::<Okay>("confirm", "Please confirm")
            .carry(&"state-ok")
            .into(),
    }
}

/// Asks for three things at once.
#[tool]
pub(crate) async fn test_input_required_result_multiple_inputs(
    #[ask] user: Name,
    #[ask(sample = Sample::new("Generate a greeting").max_tokens(50))] greeting: Sampled,
    #[ask(roots)] client_roots: Vec<Root>,
) -> String {
    format!("{}, {} ({} roots)", greeting.text(), user.name, client_roots.len())
}

/// A colour.
#[ask]
pub(crate) struct Colour {
    color: String,
}

/// Asks for two things, one after the other.
#[tool]
pub(crate) async fn test_input_required_result_multi_round(
    #[ask(key = "step1", message = "Step 1: What is your name?")] first: Name,
    #[ask(key = "step2", message = format!("Step 2: {}, your favorite color?", first.name))]
    second: Colour,
) -> String {
    format!("{} likes {}.", first.name, second.color)
}

/// Asks, with a state that must come back as it was.
#[tool]
pub(crate) async fn test_input_required_result_tampered_state(cx: &Context) -> String {
    match cx.ask::<Okay>("Please confirm").key("confirm").await {
        Answer::Accepted(Okay { ok }) => format!("state-ok {ok}"),
        Answer::Declined | Answer::Cancelled => "not confirmed".into(),
    }
}

/// Asks for what the client can be asked for, and for nothing else.
#[tool]
pub(crate) async fn test_input_required_result_capabilities(cx: &Context) -> String {
    if cx.can_ask(Capability::Form).is_ok() {
        let name = cx.ask::<Name>("What is your name?").key("user_name").await.accepted();
        return name.map_or_else(|| "Hello!".into(), |name| format!("Hello, {}!", name.name));
    }
    cx.sample(&capital()).key("capital_question").await.text().to_owned()
}

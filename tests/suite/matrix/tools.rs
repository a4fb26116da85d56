//! One tool for each kind and style. Each says what it sees of the answer, in one word or two.

use askback::{Form, InputRequired, Reply, Root, Sample, SampleTool, Sampled, prelude::*};

#[ask]
struct Text {
    text: String,
}

#[choice]
enum Colour {
    Red,
    Blue,
}

#[ask]
struct Pick {
    choice: Colour,
}

fn view<T>(answer: Answer<T>, of: impl FnOnce(T) -> String) -> String {
    match answer {
        Answer::Accepted(value) => format!("accepted {}", of(value)),
        Answer::Declined => "declined".into(),
        Answer::Cancelled => "cancelled".into(),
    }
}

fn colour(pick: Pick) -> String {
    match pick.choice {
        Colour::Red => "Red".into(),
        Colour::Blue => "Blue".into(),
    }
}

fn colours() -> Form {
    let form = Form::builder().choice("choice", [("Red", "Red"), ("Blue", "Blue")]).build();
    form.unwrap()
}

fn page(id: &str) -> String {
    format!("https://page.example/{id}")
}

fn prompt() -> Sample {
    Sample::new("Capital of France?").max_tokens(10)
}

fn prompt_with_tools() -> Sample {
    prompt().tool(SampleTool::new("map", "Looks a place up."))
}

fn said(said: &Sampled) -> String {
    let uses: Vec<&str> = said.tool_uses().iter().map(|used| used.name()).collect();
    format!("{} {uses:?}", said.text())
}

fn uris(roots: &[Root]) -> String {
    roots.iter().map(Root::uri).collect::<Vec<_>>().join(" ")
}

fn yes(confirmed: bool) -> String {
    if confirmed { "yes" } else { "no" }.into()
}

/// Declared.
#[tool]
async fn form_declared(#[ask(key = "q", message = "Which?")] q: Answer<Text>) -> String {
    view(q, |q| q.text)
}

/// Inline.
#[tool]
async fn form_inline(cx: &Context) -> String {
    view(cx.ask::<Text>("Which?").key("q").await, |q| q.text)
}

/// Returned.
#[tool]
async fn form_returned(cx: &Context) -> Reply<String> {
    match (cx.answers().failed("q"), cx.answers().elicit::<Text>("q")) {
        (Some(_), _) => Reply::Done("failed".into()),
        (None, Some(q)) => Reply::Done(view(q, |q| q.text)),
        (None, None) => InputRequired::new().elicit::<Text>("q", "Which?").into(),
    }
}

/// Declared.
#[tool]
async fn confirm_declared(#[ask(confirm, key = "q", message = "Which?")] q: bool) -> String {
    yes(q)
}

/// Inline.
#[tool]
async fn confirm_inline(cx: &Context) -> String {
    yes(cx.confirm("Which?").key("q").await.is_some())
}

/// Returned.
#[tool]
async fn confirm_returned(cx: &Context) -> Reply<String> {
    match (cx.answers().failed("q"), cx.answers().confirm("q")) {
        (Some(_), _) => Reply::Done("failed".into()),
        (None, Some(q)) => Reply::Done(yes(q.is_accepted())),
        (None, None) => InputRequired::new().confirm("q", "Which?").into(),
    }
}

/// Declared.
#[tool]
async fn choose_declared(#[ask(key = "q", message = "Which?")] q: Answer<Pick>) -> String {
    view(q, colour)
}

/// Inline.
#[tool]
async fn choose_inline(cx: &Context) -> String {
    view(cx.choose("Which?", ["Red", "Blue"]).key("q").await, |q| q)
}

/// Returned.
#[tool]
async fn choose_returned(cx: &Context) -> Reply<String> {
    match (cx.answers().failed("q"), cx.answers().with_form("q", &colours())) {
        (Some(_), _) => Reply::Done("failed".into()),
        (None, Some(q)) => {
            Reply::Done(view(q, |q| q.text("choice").unwrap_or_default().to_owned()))
        }
        (None, None) => InputRequired::new().elicit_with("q", "Which?", &colours()).into(),
    }
}

/// Declared.
#[tool]
async fn url_declared(#[ask(url = page, key = "q", message = "Which?")] q: Answer<()>) -> String {
    view(q, |()| "page".into())
}

/// Inline.
#[tool]
async fn url_inline(cx: &Context) -> String {
    view(cx.open_url("Which?", page).key("q").await, |()| "page".into())
}

/// Returned.
#[tool]
async fn url_returned(cx: &Context) -> Reply<String> {
    match (cx.answers().failed("q"), cx.answers().open_url("q")) {
        (Some(_), _) => Reply::Done("failed".into()),
        (None, Some(q)) => Reply::Done(view(q, |()| "page".into())),
        (None, None) => InputRequired::new().open_url("q", "Which?", page).into(),
    }
}

/// Declared.
#[tool]
async fn sample_declared(#[ask(sample = prompt(), key = "q")] q: Sampled) -> String {
    said(&q)
}

/// Inline.
#[tool]
async fn sample_inline(cx: &Context) -> String {
    said(&cx.sample(&prompt()).key("q").await)
}

/// Returned.
#[tool]
async fn sample_returned(cx: &Context) -> Reply<String> {
    match (cx.answers().failed("q"), cx.answers().sample("q")) {
        (Some(_), _) => Reply::Done("failed".into()),
        (None, Some(q)) => Reply::Done(said(&q)),
        (None, None) => InputRequired::new().sample("q", &prompt()).into(),
    }
}

/// Declared.
#[tool]
async fn tools_declared(#[ask(sample = prompt_with_tools(), key = "q")] q: Sampled) -> String {
    said(&q)
}

/// Inline.
#[tool]
async fn tools_inline(cx: &Context) -> String {
    said(&cx.sample(&prompt_with_tools()).key("q").await)
}

/// Returned.
#[tool]
async fn tools_returned(cx: &Context) -> Reply<String> {
    match (cx.answers().failed("q"), cx.answers().sample("q")) {
        (Some(_), _) => Reply::Done("failed".into()),
        (None, Some(q)) => Reply::Done(said(&q)),
        (None, None) => InputRequired::new().sample("q", &prompt_with_tools()).into(),
    }
}

/// Declared.
#[tool]
async fn roots_declared(#[ask(roots, key = "q")] q: Vec<Root>) -> String {
    uris(&q)
}

/// Inline.
#[tool]
async fn roots_inline(cx: &Context) -> String {
    uris(&cx.roots().key("q").await)
}

/// Returned.
#[tool]
async fn roots_returned(cx: &Context) -> Reply<String> {
    match (cx.answers().failed("q"), cx.answers().roots("q")) {
        (Some(_), _) => Reply::Done("failed".into()),
        (None, Some(q)) => Reply::Done(uris(&q)),
        (None, None) => InputRequired::new().roots("q").into(),
    }
}

/// All of them.
pub(super) fn server() -> Server {
    Server::new("matrix", "1")
        .tool(form_declared)
        .tool(form_inline)
        .tool(form_returned)
        .tool(confirm_declared)
        .tool(confirm_inline)
        .tool(confirm_returned)
        .tool(choose_declared)
        .tool(choose_inline)
        .tool(choose_returned)
        .tool(url_declared)
        .tool(url_inline)
        .tool(url_returned)
        .tool(sample_declared)
        .tool(sample_inline)
        .tool(sample_returned)
        .tool(tools_declared)
        .tool(tools_inline)
        .tool(tools_returned)
        .tool(roots_declared)
        .tool(roots_inline)
        .tool(roots_returned)
}

//! The returned style needs no more than its types.

use askback::{InputRequired, Reply, prelude::*};

/// Who to greet.
#[ask]
struct Name {
    name: String,
}

/// Greets someone by name.
#[tool]
async fn greet(cx: &Context) -> Result<Reply<String>, String> {
    match cx.answers().elicit::<Name>("who") {
        Some(Answer::Accepted(Name { name })) => Ok(Reply::Done(format!("Hello, {name}!"))),
        Some(_) => Err("nobody to greet".into()),
        None => Ok(InputRequired::new().elicit::<Name>("who", "Your name?").into()),
    }
}

fn main() {
    let _ = Server::new("greeter", "1.0.0").tool(greet);
}

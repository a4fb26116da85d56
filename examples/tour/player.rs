//! The user: somebody at the terminal, or the command line in their place.
//!
//! It answers forms, whichever way they came.

use std::io::{self, BufRead, IsTerminal, Write};

use serde_json::{Value, json};

/// How questions are answered.
pub(crate) enum Player {
    /// Every field gets this text.
    Says(String),
    Declines,
    /// Whoever sits at the terminal; what they say once, they say again.
    Terminal,
}

impl Player {
    pub(crate) fn of(arguments: Vec<String>) -> io::Result<Self> {
        let mut arguments = arguments.into_iter();
        match (arguments.next().as_deref(), arguments.next(), arguments.next()) {
            (None, None, None) if io::stdin().is_terminal() => Ok(Self::Terminal),
            (None, None, None) => Ok(Self::Says("Ada".into())),
            (Some("--answer"), Some(name), None) => Ok(Self::Says(name)),
            (Some("--decline"), None, None) => Ok(Self::Declines),
            _ => Err(io::Error::other("usage: cargo tour [--answer TEXT | --decline]")),
        }
    }

    /// What the user says; `None` declines.
    fn answer(&mut self, question: &str) -> io::Result<Option<&str>> {
        if let Self::Terminal = self {
            eprint!("\n  {question} (an empty line declines) ");
            io::stderr().flush()?;
            let line = io::stdin().lock().lines().next().transpose()?.unwrap_or_default();
            *self = match line.trim() {
                "" => Self::Declines,
                text => Self::Says(text.to_owned()),
            };
        }
        Ok(match self {
            Self::Says(text) => Some(text),
            Self::Declines | Self::Terminal => None,
        })
    }
}

/// The answer to a form: every field gets what the player says.
pub(crate) fn respond(form: &Value, player: &mut Player) -> io::Result<Value> {
    let question = form["message"].as_str().unwrap_or_default();
    let Some(text) = player.answer(question)? else { return Ok(json!({"action": "decline"})) };
    let mut content = json!({});
    for field in form["requestedSchema"]["properties"].as_object().into_iter().flatten() {
        content[field.0] = json!(text);
    }
    Ok(json!({"action": "accept", "content": content}))
}

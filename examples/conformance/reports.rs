//! What a call tells while it runs, and changes.

use std::time::Duration;

use askback::{LogLevel, Notifier, Progress, State, prelude::*};

const STEP: Duration = Duration::from_millis(50);

/// Reports its progress.
#[tool]
pub(crate) async fn test_tool_with_progress(cx: &Context) -> &'static str {
    for percent in [0, 50, 100] {
        cx.progress(Progress::of(percent, 100));
        tokio::time::sleep(STEP).await;
    }
    "Progress was reported."
}

/// Logs what it does.
#[tool]
pub(crate) async fn test_tool_with_logging(cx: &Context) -> &'static str {
    for message in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
        cx.log(LogLevel::Info, message);
        tokio::time::sleep(STEP).await;
    }
    "Messages were logged."
}

/// Logs, to who wants to hear it.
#[tool]
pub(crate) async fn test_logging_tool(cx: &Context) -> &'static str {
    cx.log(LogLevel::Info, "The logging tool was called");
    "A message was logged."
}

/// Who is there.
#[ask]
struct Name {
    name: String,
}

/// Asks while it reports.
#[tool]
pub(crate) async fn test_streaming_elicitation(cx: &Context) -> String {
    cx.progress(Progress::at(1));
    let name = cx.ask::<Name>("What is your name?").key("user_name").await.accepted();
    format!("Hello, {}!", name.map_or_else(|| "stranger".to_owned(), |name| name.name))
}

/// Says that the list of tools has changed.
#[tool]
pub(crate) async fn test_trigger_tool_change(notifier: State<Notifier>) -> &'static str {
    notifier.tools_changed();
    "Said."
}

/// Says that the list of prompts has changed.
#[tool]
pub(crate) async fn test_trigger_prompt_change(notifier: State<Notifier>) -> &'static str {
    notifier.prompts_changed();
    "Said."
}

//! Prompts.

use askback::{Content, PromptMessage, ResourceContents, prelude::*};

use super::contents::PNG;

/// A fixed text.
#[prompt]
pub(crate) async fn test_simple_prompt() -> &'static str {
    "This is a simple prompt for testing."
}

/// Words to begin with.
#[complete]
async fn word() -> [&'static str; 3] {
    ["test1", "test2", "other"]
}

/// A text with two arguments.
#[prompt]
pub(crate) async fn test_prompt_with_arguments(
    /// The first one
    #[arg(complete = word)]
    arg1: String,
    /// The second one
    arg2: String,
) -> String {
    format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'")
}

/// A resource and a text.
#[prompt]
pub(crate) async fn test_prompt_with_embedded_resource(
    /// What to embed
    #[arg(name = "resourceUri")]
    resource_uri: String,
) -> Vec<PromptMessage> {
    let resource = ResourceContents::text("Embedded resource content for testing.")
        .uri(resource_uri)
        .mime_type("text/plain");
    vec![
        PromptMessage::user(Content::resource(resource)),
        PromptMessage::user("Please process the embedded resource above."),
    ]
}

/// A picture and a text.
#[prompt]
pub(crate) async fn test_prompt_with_image() -> Vec<PromptMessage> {
    vec![
        PromptMessage::user(Content::image(PNG, "image/png")),
        PromptMessage::user("Please analyze the image above."),
    ]
}

/// What the prompt is about.
#[ask(key = "user_context", message = "What context should the prompt use?")]
struct UserContext {
    context: String,
}

/// Asks for its context.
#[prompt(unproven_answers)]
pub(crate) async fn test_input_required_result_prompt(#[ask] user: UserContext) -> String {
    format!("Use this context: {}", user.context)
}

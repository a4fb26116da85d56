//! The server that the official conformance suite is run against, written as users write.
//!
//! It has the fixtures of what is built so far. `cargo run --bin conformance -- --http 127.0.0.1:8000`

mod contents;
mod forms;
mod prompts;
mod reports;
mod resources;
mod rounds;

use std::time::Duration;

use askback::{Notifier, Sample, prelude::*};

/// Says a fixed text.
#[tool]
async fn test_simple_text() -> &'static str {
    "This is a simple text response for testing."
}

/// Always fails.
#[tool]
async fn test_error_handling() -> Result<String, &'static str> {
    Err("This tool intentionally returns an error for testing")
}

/// Asks the client's model.
#[tool]
async fn test_sampling(cx: &Context, prompt: String) -> String {
    let said = cx.sample(&Sample::new(prompt).max_tokens(100)).key("answer").await;
    format!("LLM response: {}", said.text())
}

/// Who is there.
#[ask]
struct Contact {
    /// User's response
    username: String,
    /// User's email address
    email: String,
}

/// Asks the user for a name and an address.
#[tool]
async fn test_elicitation(cx: &Context, message: String) -> String {
    match cx.ask::<Contact>(message).key("contact").await {
        Answer::Accepted(Contact { username, email }) => {
            format!("User response: {username} <{email}>")
        }
        Answer::Declined => "User response: declined".into(),
        Answer::Cancelled => "User response: cancelled".into(),
    }
}

/// Lets the client go, and has its answer when it comes back.
#[tool]
async fn test_reconnection(cx: &Context) -> &'static str {
    cx.release_stream();
    tokio::time::sleep(Duration::from_millis(300)).await;
    "Reconnection test completed successfully."
}

/// Needs the client's model.
#[tool]
async fn test_missing_capability(cx: &Context) -> String {
    cx.sample(&Sample::new("Say anything.")).key("anything").await.text().to_owned()
}

#[askback::main]
async fn main() -> askback::Result<()> {
    let server = Server::new("conformance", "1.0.0")
        .notifier(&Notifier::new())
        .tool(test_simple_text)
        .tool(contents::test_image_content)
        .tool(contents::test_audio_content)
        .tool(contents::test_embedded_resource)
        .tool(contents::test_multiple_content_types)
        .tool(test_error_handling)
        .tool(test_sampling)
        .tool(test_elicitation)
        .tool(forms::test_elicitation_sep1034_defaults)
        .tool(forms::test_elicitation_sep1330_enums)
        .tool(forms::json_schema_2020_12_tool)
        .tool(rounds::test_input_required_result_elicitation)
        .tool(rounds::test_input_required_result_sampling)
        .tool(rounds::test_input_required_result_list_roots)
        .tool(rounds::test_input_required_result_request_state)
        .tool(rounds::test_input_required_result_multiple_inputs)
        .tool(rounds::test_input_required_result_multi_round)
        .tool(rounds::test_input_required_result_tampered_state)
        .tool(rounds::test_input_required_result_capabilities)
        .tool(test_reconnection)
        .tool(test_missing_capability)
        .tool(contents::test_custom_header)
        .tool(reports::test_tool_with_progress)
        .tool(reports::test_tool_with_logging)
        .tool(reports::test_logging_tool)
        .tool(reports::test_streaming_elicitation)
        .tool(reports::test_trigger_tool_change)
        .tool(reports::test_trigger_prompt_change)
        .prompt(prompts::test_simple_prompt)
        .prompt(prompts::test_prompt_with_arguments)
        .prompt(prompts::test_prompt_with_embedded_resource)
        .prompt(prompts::test_prompt_with_image)
        .prompt(prompts::test_input_required_result_prompt)
        .resource(resources::static_text)
        .resource(resources::static_binary)
        .resource(resources::watched)
        .resource_template(resources::template_data);
    askback_examples::serve(server).await
}

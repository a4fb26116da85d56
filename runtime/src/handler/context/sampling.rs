//! Asking the client's model, once or for as long as it uses tools.

use super::Context;
use crate::ask::{Ask, Kind, Sample, Sampled, ToolChoice, ToolResult, ToolUse};

/// How often the model may ask for tools before it has to answer (`modern.md M-SAMP-6`).
const MOST_TOOL_ROUNDS: usize = 8;

impl Context {
    /// Asks the client's model.
    ///
    /// Sampling is deprecated in revision 2026-07-28 (SEP-2577): prefer to call a model of your own.
    ///
    /// ```
    /// use askback::{Sample, prelude::*};
    ///
    /// /// Writes release notes.
    /// #[tool]
    /// async fn notes(cx: &Context, changes: String) -> String {
    ///     let prompt = format!("Release notes for these changes, in one paragraph: {changes}");
    ///     let sampled = cx.sample(&Sample::new(prompt).max_tokens(400)).key("notes").await;
    ///     sampled.text().to_owned()
    /// }
    /// # let _ = notes;
    /// ```
    pub fn sample(&self, request: &Sample) -> Ask<'_, Sampled> {
        Ask::new(&self.call.ledger, request.params().into(), Kind::sample(request.has_tools()))
    }

    /// Asks the client's model and runs the tools that it uses, until it has said what it has to say.
    ///
    /// `run` gets each use once, also where the handler is entered again: what comes of it is carried
    /// like the result of [`once`](Context::once), and so it must not ask. After eight rounds of tools
    /// the model is told to use none, and what it says then is the answer.
    ///
    /// `key` names the conversation: its questions are `key`, `key.1` and so on, in the name space of
    /// all keys. The client must have declared
    /// [`SamplingTools`](crate::Capability::SamplingTools).
    ///
    /// ```
    /// use askback::{Sample, SampleTool, ToolUse, prelude::*};
    ///
    /// /// A pair of currencies.
    /// #[ask]
    /// struct Pair {
    ///     from: String,
    ///     to: String,
    /// }
    ///
    /// # async fn rate_of(_from: &str, _to: &str) -> Option<f64> { Some(0.94) }
    /// async fn rate(used: ToolUse) -> Result<String, String> {
    ///     let Pair { from, to } = used.input()?;
    ///     let rate = rate_of(&from, &to).await.ok_or("no such currency")?;
    ///     Ok(rate.to_string())
    /// }
    ///
    /// /// Answers a question about money.
    /// #[tool]
    /// async fn money(cx: &Context, question: String) -> String {
    ///     let rates = SampleTool::new("rate", "The exchange rate of two currencies.").input::<Pair>();
    ///     let said = cx.sample_with_tools("money", Sample::new(question).tool(rates), rate).await;
    ///     said.text().to_owned()
    /// }
    /// # let _ = money;
    /// ```
    pub async fn sample_with_tools<F, R>(
        &self,
        key: &str,
        mut sample: Sample,
        mut run: impl FnMut(ToolUse) -> F,
    ) -> Sampled
    where
        F: Future<Output = R>,
        R: Into<ToolResult>,
    {
        let mut round = 0;
        loop {
            let name = if round == 0 { key.to_owned() } else { format!("{key}.{round}") };
            let said = self.sample(&sample).key(name.clone()).await;
            if said.tool_uses().is_empty() || round == MOST_TOOL_ROUNDS {
                return said;
            }
            let mut results: Vec<ToolResult> = Vec::with_capacity(said.tool_uses().len());
            for used in said.tool_uses() {
                let step = format!("{name}.{}", results.len());
                let ran = self.once(step, async { run(used.clone()).await.into() }).await;
                results.push(ran);
            }
            sample = sample.said(&said, results);
            round += 1;
            if round == MOST_TOOL_ROUNDS {
                sample = sample.tool_choice(ToolChoice::None);
            }
        }
    }
}

//! Completing an argument, as a client does while its user types.

use serde_json::{Map, Value, json};

use super::Client;
use crate::dispatch::Via;

impl Client {
    /// What an argument may become: `of` is the name of a prompt, or the text of a URI template, and
    /// `known` holds the other arguments that are filled in, `()` for none.
    ///
    /// ```
    /// use askback::{prelude::*, testing::Client};
    /// # tokio::runtime::Runtime::new().unwrap().block_on(async {
    ///
    /// /// The cities that we know.
    /// #[complete]
    /// async fn city() -> [&'static str; 3] {
    ///     ["Bonn", "Berlin", "Lisbon"]
    /// }
    ///
    /// /// Asks for the weather.
    /// #[prompt]
    /// async fn weather(#[arg(complete = city)] city: String) -> String {
    ///     format!("How is the weather in {city}?")
    /// }
    ///
    /// let client = Client::new(Server::new("s", "1").prompt(weather));
    /// assert_eq!(client.complete("weather", "city", "b", ()).await, ["Bonn", "Berlin", "Lisbon"]);
    /// assert_eq!(client.complete("weather", "city", "li", ()).await, ["Lisbon", "Berlin"]);
    /// # });
    /// ```
    ///
    /// # Panics
    ///
    /// If the server refuses.
    pub async fn complete(
        &self,
        of: &str,
        argument: &str,
        value: &str,
        known: impl serde::Serialize,
    ) -> Vec<String> {
        let known = match serde_json::to_value(known) {
            Ok(Value::Null) => json!({}),
            Ok(known) => known,
            Err(error) => panic!("what is known cannot be written as JSON: {error}"),
        };
        let reference = if of.contains("://") {
            json!({"type": "ref/resource", "uri": of})
        } else {
            json!({"type": "ref/prompt", "name": of})
        };
        let members = [
            ("ref", reference),
            ("argument", json!({"name": argument, "value": value})),
            ("context", json!({"arguments": known})),
        ];
        let mut params: Map<String, Value> =
            members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let via = Via { principal: self.principal.as_ref(), ..Via::default() };
        let answer = if self.revision.is_handshake() {
            let (_, frame) = self.request("completion/complete", &params);
            self.app.dispatcher.serve(&frame, &self.open(), via).await
        } else {
            params.insert("_meta".to_owned(), self.meta());
            let (_, frame) = self.request("completion/complete", &params);
            self.app.dispatcher.answer(&frame, via).await.body
        };
        let answer: Value = serde_json::from_slice(&answer).unwrap_or_default();
        match serde_json::from_value(answer["result"]["completion"]["values"].clone()) {
            Ok(values) => values,
            Err(_) => panic!("the server refused: {answer}"),
        }
    }
}

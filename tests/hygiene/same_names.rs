//! Parameters, tools and variables that have the names of generated ones, or of each other.

use renamed::{Confirmed, Context, ask, tool};

/// A text.
#[ask(crate = ::renamed, message = "What?")]
#[derive(Debug)]
pub struct Text {
    /// The text
    pub text: String,
}

/// Its argument has its name.
#[tool(crate = ::renamed)]
pub async fn city(city: String) -> String {
    let weather = city;
    format!("{weather}, {}", weather.len())
}

/// Its variable has the name of a tool.
#[tool(crate = ::renamed)]
pub async fn weather(cx: &Context, city: String) -> String {
    let call = city;
    format!("{call} {}", cx.is_retry())
}

/// Is called what its function becomes.
#[tool(crate = ::renamed)]
pub async fn call(call: String) -> String {
    call
}

/// Is called what the trait's method is.
#[tool(crate = ::renamed)]
pub async fn meta(meta: String) -> String {
    meta
}

/// Has the names of the variables in generated code.
#[tool(crate = ::renamed)]
pub async fn variables(
    cx: String,
    arguments: String,
    source_0: String,
    field_1: String,
    context: &Context,
    #[ask(message = format!("{cx} {arguments} {source_0} {field_1}?"))] answer_5: Text,
    #[ask(message = format!("{cx}?"))] answer_6: Text,
    #[ask(confirm, message = format!("{} and {}?", answer_5.text, answer_6.text))] p: Confirmed,
) -> String {
    let _ = context;
    format!("{cx}{arguments}{source_0}{field_1}{}{}{p:?}", answer_5.text, answer_6.text)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use renamed::{Server, testing::Client};

    use super::*;

    #[renamed::main(crate = ::renamed, flavor = "current_thread")]
    #[test]
    async fn each_name_means_what_is_nearest() {
        let server = Server::new("s", "1").tool(city).tool(weather).tool(call).tool(meta);
        let client = Client::new(server.tool(variables));
        let reply = client.call("city", BTreeMap::from([("city", "here")])).await;
        assert_eq!(reply.text(), "here, 4");
        for tool in ["call", "meta"] {
            let reply = client.call(tool, BTreeMap::from([(tool, "here")])).await;
            assert_eq!(reply.text(), "here", "{tool}");
        }
        let reply = client.call("weather", BTreeMap::from([("city", "here")])).await;
        assert_eq!(reply.text(), "here false");
    }

    #[renamed::main(crate = ::renamed, flavor = "current_thread")]
    #[test]
    async fn variables_of_generated_code_are_not_those_of_the_tool() {
        let client = Client::new(Server::new("s", "1").tool(variables));
        let client = client.answer("answer_5", Text { text: "5".into() });
        let client = client.answer("answer_6", Text { text: "6".into() }).confirm("p");
        let names = [("cx", "1"), ("arguments", "2"), ("source_0", "3"), ("field_1", "4")];
        let reply = client.call("variables", BTreeMap::from(names)).await;
        assert_eq!(reply.text(), "123456Confirmed");
    }
}

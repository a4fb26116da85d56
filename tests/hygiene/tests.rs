//! Calls of the tools whose modules no test could stand in.

use std::collections::BTreeMap;

use renamed::{Server, testing::Client};

use crate::{own_names, services, without_prelude};

#[renamed::main(crate = ::renamed, flavor = "current_thread")]
#[test]
async fn a_tool_among_names_of_the_users_own_asks() {
    let shirt = || own_names::Shirt { size: own_names::Size::Large, count: None };
    let client = Client::new(Server::new("s", "1").tool(own_names::pack));
    let client = client.answer("shirt", shirt()).answer("second", shirt()).answer("third", shirt());
    let reply = client.confirm("sure").call("pack", BTreeMap::from([("place", "here")])).await;
    assert_eq!(reply.text(), "here");
    assert_eq!(reply.asked(), ["shirt", "second", "sure", "third"]);
}

#[renamed::main(crate = ::renamed, flavor = "current_thread")]
#[test]
async fn a_tool_among_types_named_like_primitive_ones_asks() {
    let client = Client::new(Server::new("s", "1").tool(own_names::primitive::repeat));
    let reply = client.confirm("sure").call("repeat", BTreeMap::from([("text", "a")])).await;
    assert_eq!(reply.text(), "a true true");
}

#[renamed::main(crate = ::renamed, flavor = "current_thread")]
#[test]
async fn a_tool_without_a_prelude_asks() {
    let all = || without_prelude::All {
        text: "t".into(),
        number: 1,
        colour: Some(without_prelude::Colour::Blue),
    };
    let tools = Server::new("s", "1").tool(without_prelude::everything);
    let client = Client::new(tools.tool(without_prelude::blocking));
    let client = client.answer("all", all()).decline("more").confirm("sure");
    let reply = client.call("everything", ()).await;
    assert!(reply.text().contains("None Accepted(All { text: \"t\", number: 1"), "{reply:?}");
    assert!(!client.call("blocking", ()).await.is_error());
}

#[renamed::main(crate = ::renamed, flavor = "current_thread")]
#[test]
async fn services_prompts_and_resources_without_a_prelude_ask() {
    let text = BTreeMap::from([("text", "t")]);
    let client = Client::new(services::server()).answer("text", text);
    let client = client.confirm("second").confirm("sure");
    let reply = client.call("all", BTreeMap::from([("arguments", 1), ("service", 2)])).await;
    assert!(reply.text().starts_with("(1, 2, Confirmed"), "{}", reply.text());
    assert_eq!(reply.rounds()[0].questions()[1].message, "\"held\" 3?");
    assert!(!client.call("blocking", ()).await.is_error());
    assert_eq!(client.read_resource("data://all").await.text(), "7");
    assert_eq!(client.read_resource("config://app").await.text(), "config");
    assert_eq!(client.complete("completed", "completer", "x", ()).await, ["x"]);
    assert_eq!(client.complete("say", "held", "he", ()).await, ["\"held\""]);
    assert_eq!(client.read_resource("notes://a").await.text(), "a");
    let poem = client.get_prompt("poem", ()).await;
    assert_eq!(poem.text(), "None Accepted(Text { text: \"t\" }) true");
    assert_eq!(client.call("never", ()).await.error_code(), Some(-32602));
}

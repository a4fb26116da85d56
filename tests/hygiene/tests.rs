//! Calls of the tools whose modules no test could stand in.

use std::collections::BTreeMap;

use renamed::{Server, testing::Client};

use crate::{own_names, without_prelude};

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

//! Names that are keywords.

use renamed::{Answer, Context, ask, choice, tool};

/// A kind.
#[choice(crate = ::renamed)]
#[derive(Clone, Copy, Debug)]
pub enum r#Kind {
    /// Once
    r#Once,
    /// Often
    r#Often,
}

/// A form of keywords.
#[ask(crate = ::renamed, message = "Which?")]
#[derive(Debug)]
pub struct r#Form {
    /// A type
    pub r#type: String,
    /// A kind
    pub r#in: Kind,
}

/// Matches.
#[tool(crate = ::renamed)]
pub async fn r#match(
    r#fn: &Context,
    r#type: String,
    #[ask] r#struct: Answer<Form>,
    #[ask(message = format!("And {type} {:?}?", r#struct))] r#enum: Answer<Form>,
) -> String {
    format!("{} {} {struct:?} {enum:?}", r#fn.is_retry(), r#type)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use renamed::{Server, testing::Client};

    use super::*;

    fn form() -> Form {
        Form { r#type: "t".into(), r#in: Kind::Often }
    }

    #[renamed::main(crate = ::renamed, flavor = "current_thread")]
    #[test]
    async fn names_go_over_the_wire_without_r() {
        let client = Client::new(Server::new("s", "1").tool(r#match));
        let client = client.answer("struct", form()).answer("enum", form());
        let reply = client.call("match", BTreeMap::from([("type", "x")])).await;
        assert_eq!(reply.asked(), ["struct", "enum"]);
        assert!(reply.text().starts_with("true x Accepted(Form { type: \"t\""), "{reply:?}");
    }
}

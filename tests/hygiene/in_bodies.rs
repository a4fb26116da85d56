//! Tools, forms and choices inside function bodies, beside variables of the same names.

use renamed::{Answer, Server, ask, choice, tool};

/// A server whose tools nobody else sees.
pub fn server() -> Server {
    #[choice(crate = ::renamed)]
    #[derive(Debug)]
    enum Size {
        Small,
        Large,
    }

    #[ask(crate = ::renamed, key = "shirt", message = "Which?")]
    #[derive(Debug)]
    struct Shirt {
        size: Size,
    }

    /// Folds.
    #[tool(crate = ::renamed)]
    async fn fold(#[ask] shirt: Answer<Shirt>) -> String {
        /// Is inside a tool.
        #[tool(crate = ::renamed)]
        async fn inside() -> &'static str {
            "inside"
        }

        format!("{shirt:?} {}", inside::call().await)
    }

    let server = Server::new("s", "1").tool(fold);
    let fold = [Size::Small, Size::Large];
    debug_assert_eq!(fold.len(), 2);
    server
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use renamed::testing::Client;

    use super::*;

    #[renamed::main(crate = ::renamed, flavor = "current_thread")]
    #[test]
    async fn a_tool_inside_a_body_asks() {
        let client = Client::new(server()).answer("shirt", BTreeMap::from([("size", "Large")]));
        assert_eq!(client.call("fold", ()).await.text(), "Accepted(Shirt { size: Large }) inside");
    }
}

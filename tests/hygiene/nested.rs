//! Tools in modules of modules, with private types of their own, and brought up by `use`.

use renamed::Server;

mod outer {
    pub(super) mod inner {
        use renamed::{Answer, ask, tool};

        #[ask(crate = ::renamed, message = "What?")]
        struct Private {
            text: String,
        }

        /// Is seen two modules up.
        #[tool(crate = ::renamed)]
        pub(in crate::nested) async fn deep(#[ask] text: Answer<Private>) -> String {
            text.accepted().map(|text| text.text).unwrap_or_default()
        }

        pub(in crate::nested) use deep as renamed_deep;
    }

    pub(super) use inner::deep;
}

/// A server of tools from below.
pub fn server() -> Server {
    use outer::inner::renamed_deep;

    let _ = renamed_deep();
    Server::new("s", "1").tool(outer::deep)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use renamed::testing::Client;

    use super::*;

    #[renamed::main(crate = ::renamed, flavor = "current_thread")]
    #[test]
    async fn a_tool_from_below_asks() {
        let client = Client::new(server()).answer("text", BTreeMap::from([("text", "deep")]));
        assert_eq!(client.call("deep", ()).await.text(), "deep");
    }
}

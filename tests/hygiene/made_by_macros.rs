//! Tools, forms and choices that `macro_rules!` make of every kind of fragment.

use renamed::{Answer, Context, Server};

macro_rules! tools {
    ($($vis:vis $name:ident = $text:literal, $doc:literal;)*) => { $(
        #[doc = $doc]
        #[renamed::tool(crate = ::renamed, name = $text, title = $text)]
        $vis async fn $name() -> &'static str {
            $text
        }
    )* };
}

tools! {
    pub first = "the_first", "Is the first.";
    pub(crate) second = "the_second", "Is the second.";
}

macro_rules! form {
    ($(#[$attribute:meta])* $name:ident { $($field:ident: $ty:ty),* } $message:expr, $key:literal) => {
        $(#[$attribute])*
        #[renamed::ask(crate = ::renamed, key = $key, message = $message)]
        #[derive(Debug)]
        pub struct $name {
            $(#[doc = stringify!($field)] pub $field: $ty,)*
        }
    };
}

form!(/** A name. */ Name { first: String, last: Option<String>, age: u8 } "Your name?", "who");

macro_rules! choice {
    ($name:ident: $($variant:ident = $title:literal),*) => {
        #[doc = stringify!($name)]
        #[renamed::choice(crate = ::renamed)]
        #[derive(Debug)]
        pub enum $name {
            $(#[doc = $title] #[choice(title = $title)] $variant,)*
        }
    };
}

choice!(Size: Small = "Small one", Large = "Large one");

form!(/** A shirt. */ Shirt { size: Size } concat!("Which", "?"), "shirt");

macro_rules! asking {
    (
        $name:ident, $cx:ident: $context:ty, $argument:ident: $ty:ty, $asked:ident: $form:ty,
        $key:literal, $message:expr
    ) => {
        /// Asks.
        #[renamed::tool(crate = ::renamed)]
        pub async fn $name(
            $cx: $context,
            #[arg(name = $key)] $argument: $ty,
            #[ask(key = $key, message = $message)] $asked: $form,
        ) -> String {
            format!("{:?} {:?} {:?}", $cx, $argument, $asked)
        }
    };
}

asking!(asks, cx: &Context, age: Option<u8>, who: Answer<Name>, "person", format!("{age:?}?"));

/// The server of all of them.
pub fn server() -> Server {
    Server::new("s", "1").tool(first).tool(second).tool(asks)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use renamed::testing::Client;

    use super::*;

    #[renamed::main(crate = ::renamed, flavor = "current_thread")]
    #[test]
    async fn texts_from_fragments_go_over_the_wire() {
        let client = Client::new(server());
        assert_eq!(client.call("the_first", ()).await.text(), "the_first");
        assert_eq!(client.call("the_second", ()).await.text(), "the_second");
    }

    #[renamed::main(crate = ::renamed, flavor = "current_thread")]
    #[test]
    async fn questions_from_fragments_are_asked() {
        let ada = Name { first: "Ada".into(), last: None, age: 36 };
        let client = Client::new(server()).answer("person", ada);
        let reply = client.call("asks", BTreeMap::from([("person", 7)])).await;
        assert!(reply.text().contains("Some(7) Accepted(Name { first: \"Ada\""), "{reply:?}");
        assert_eq!(reply.rounds()[0].questions()[0].message, "Some(7)?");
    }
}

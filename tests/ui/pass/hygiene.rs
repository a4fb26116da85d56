//! Generated code depends on no name of the user's module.
#![no_implicit_prelude]
#![deny(warnings)]

extern crate askback as renamed;

mod own {
    use ::renamed::{Answer, Context, ask, choice, tool};

    #[allow(dead_code)]
    pub struct Option;
    #[allow(dead_code)]
    pub struct Result;
    #[allow(dead_code)]
    pub struct Box;
    #[allow(dead_code)]
    pub struct Some;

    #[choice(crate = ::renamed)]
    pub enum Size {
        Small,
        Large,
    }

    #[ask(crate = ::renamed, message = "Which?")]
    pub struct Shirt {
        pub size: Size,
        pub count: ::std::option::Option<u8>,
    }

    #[tool(crate = ::renamed)]
    pub async fn shirt(
        cx: &Context,
        place: ::std::string::String,
        #[ask] one: Answer<Shirt>,
        #[ask(key = "two", message = ::std::format!("And in {place}?"))] two: Answer<Shirt>,
    ) -> ::std::string::String {
        let _ = (cx, one, two);
        place
    }
}

macro_rules! tools {
    ($($name:ident),*) => {
        $(
            #[::renamed::tool(crate = ::renamed)]
            async fn $name() -> &'static str {
                ::std::stringify!($name)
            }
        )*
    };
}

tools!(first, second);

fn main() {
    let server = ::renamed::Server::new("s", "1").tool(own::shirt).tool(first).tool(second);
    ::std::assert!(server.build().is_ok());
}

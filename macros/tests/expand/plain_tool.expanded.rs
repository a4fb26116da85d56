/// Says hello.
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
#[allow(clippy::exhaustive_structs)]
pub struct hello {}
/// Says hello.
#[must_use]
pub fn hello() -> hello {
    hello {}
}
impl hello {
    ///Runs the body of the tool `hello`: for unit tests and for calls from other code.
    #[allow(dead_code, clippy::missing_errors_doc, clippy::missing_panics_doc)]
    #[allow(clippy::must_use_candidate, clippy::needless_pass_by_value)]
    #[allow(clippy::too_many_arguments, clippy::unused_async, private_interfaces)]
    pub async fn call(cx: &Context, who: String) -> String {
        format!("Hello, {who}! {}", cx.is_retry())
    }
}
const _: () = {
    #[automatically_derived]
    impl ::askback::__private::Handler for hello {
        fn meta(&self) -> ::askback::__private::Meta {
            ::askback::__private::Meta::tool("hello")
                .title("Hello")
                .description(::std::borrow::ToOwned::to_owned("Says hello."))
                .argument(
                    ::askback::__private::param::<&Context>(),
                    "cx",
                    ::core::option::Option::None,
                )
                .argument(
                    ::askback::__private::param::<String>(),
                    "who",
                    ::core::option::Option::Some(
                        ::std::borrow::ToOwned::to_owned("Who to greet"),
                    ),
                )
                .returns(::askback::__private::replies::<String>().output())
        }
        fn call<'a>(
            &'a self,
            cx: &'a ::askback::__private::Context,
            arguments: ::askback::__private::Arguments<'a>,
        ) -> ::askback::__private::Run<'a> {
            ::std::boxed::Box::pin(async move {
                let source_0 = ::askback::__private::param::<&Context>();
                let source_1 = ::askback::__private::param::<String>();
                let [field_0, field_1] = arguments
                    .split([("cx", source_0.place()), ("who", source_1.place())])?;
                let cx = source_0.take(cx, field_0, "cx")?;
                let who = source_1.take(cx, field_1, "who")?;
                ::askback::__private::replies::<String>().of(hello::call(cx, who).await)
            })
        }
    }
    #[automatically_derived]
    impl ::askback::__private::Tool for hello {}
};

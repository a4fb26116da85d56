/// Greets someone by name.
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
#[allow(clippy::exhaustive_structs)]
struct greet {}
/// Greets someone by name.
#[must_use]
fn greet() -> greet {
    greet {}
}
impl greet {
    ///Runs the body of the tool `greet`: for unit tests and for calls from other code.
    #[allow(dead_code, clippy::missing_errors_doc, clippy::missing_panics_doc)]
    #[allow(clippy::must_use_candidate, clippy::needless_pass_by_value)]
    #[allow(clippy::too_many_arguments, clippy::unused_async, private_interfaces)]
    async fn call(who: Answer<Name>) -> String {
        who.accepted().map(|who| who.name).unwrap_or_default()
    }
}
const _: () = {
    const __ASKBACK_KEY_0: &'static ::core::primitive::str = ::askback::__private::question::<
        Answer<Name>,
    >()
        .key_or("who");
    const _: () = ::askback::__private::assert_message(
        ::askback::__private::question::<Answer<Name>>().message(),
    );
    #[automatically_derived]
    impl ::askback::__private::Handler for greet {
        fn meta(&self) -> ::askback::__private::Meta {
            ::askback::__private::Meta::tool("greet")
                .description(::std::borrow::ToOwned::to_owned("Greets someone by name."))
                .question(::askback::__private::question::<Answer<Name>>())
                .returns(::askback::__private::replies::<String>().output())
        }
        fn call<'a>(
            &'a self,
            cx: &'a ::askback::__private::Context,
            arguments: ::askback::__private::Arguments<'a>,
        ) -> ::askback::__private::Run<'a> {
            ::std::boxed::Box::pin(async move {
                let [] = arguments.split([])?;
                let who = ::askback::__private::question::<Answer<Name>>()
                    .ask(
                        cx,
                        __ASKBACK_KEY_0,
                        ::askback::__private::message_of(
                            ::askback::__private::question::<Answer<Name>>().message(),
                        ),
                    )
                    .await?;
                ::askback::__private::replies::<String>().of(greet::call(who).await)
            })
        }
    }
    #[automatically_derived]
    impl ::askback::__private::Tool for greet {}
};

/// Deletes a file.
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
#[allow(clippy::exhaustive_structs)]
struct delete {}
/// Deletes a file.
#[must_use]
fn delete() -> delete {
    delete {}
}
impl delete {
    ///Runs the body of the tool `delete`: for unit tests and for calls from other code.
    #[allow(dead_code, clippy::missing_errors_doc, clippy::missing_panics_doc)]
    #[allow(clippy::must_use_candidate, clippy::needless_pass_by_value)]
    #[allow(clippy::too_many_arguments, clippy::unused_async, private_interfaces)]
    async fn call(#[allow(unused_variables)] path: String, _sure: Confirmed) {
        remove(path).await
    }
}
const _: () = {
    #[automatically_derived]
    impl ::askback::__private::Handler for delete {
        fn meta(&self) -> ::askback::__private::Meta {
            ::askback::__private::Meta::tool("delete")
                .description(::std::borrow::ToOwned::to_owned("Deletes a file."))
                .argument(
                    ::askback::__private::param::<String>(),
                    "path",
                    ::core::option::Option::None,
                )
                .question(::askback::__private::confirmation::<Confirmed>())
        }
        fn call<'a>(
            &'a self,
            cx: &'a ::askback::__private::Context,
            arguments: ::askback::__private::Arguments<'a>,
        ) -> ::askback::__private::Run<'a> {
            ::std::boxed::Box::pin(async move {
                let source_0 = ::askback::__private::param::<String>();
                let [field_0] = arguments.split([("path", source_0.place())])?;
                let path = source_0.take(cx, field_0, "path")?;
                let _sure = ::askback::__private::confirmation::<Confirmed>()
                    .ask(
                        cx,
                        "sure",
                        ::core::convert::Into::<
                            ::std::borrow::Cow<'_, ::core::primitive::str>,
                        >::into(format!("Delete {path}?")),
                    )
                    .await?;
                ::askback::__private::replies::<()>().of(delete::call(path, _sure).await)
            })
        }
    }
    #[automatically_derived]
    impl ::askback::__private::Tool for delete {}
};

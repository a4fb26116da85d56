/// Reads a file.
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
#[allow(clippy::exhaustive_structs)]
struct read {}
/// Reads a file.
#[must_use]
fn read() -> read {
    read {}
}
impl read {
    ///Runs the body of the tool `read`: for unit tests and for calls from other code.
    #[allow(dead_code, clippy::missing_errors_doc, clippy::missing_panics_doc)]
    #[allow(clippy::must_use_candidate, clippy::needless_pass_by_value)]
    #[allow(clippy::too_many_arguments, clippy::unused_async, private_interfaces)]
    fn call(path: PathBuf, limit: Option<u32>) -> Result<String, Error> {
        read_up_to(path, limit)
    }
}
const _: () = {
    #[automatically_derived]
    impl ::askback::__private::Handler for read {
        fn meta(&self) -> ::askback::__private::Meta {
            ::askback::__private::Meta::tool("read")
                .description(::std::borrow::ToOwned::to_owned("Reads a file."))
                .argument(
                    ::askback::__private::param::<PathBuf>(),
                    "file",
                    ::core::option::Option::None,
                )
                .argument(
                    ::askback::__private::param::<Option<u32>>(),
                    "limit",
                    ::core::option::Option::None,
                )
                .returns(
                    ::askback::__private::replies::<Result<String, Error>>().output(),
                )
        }
        fn call<'a>(
            &'a self,
            cx: &'a ::askback::__private::Context,
            arguments: ::askback::__private::Arguments<'a>,
        ) -> ::askback::__private::Run<'a> {
            ::std::boxed::Box::pin(async move {
                let source_0 = ::askback::__private::param::<PathBuf>();
                let source_1 = ::askback::__private::param::<Option<u32>>();
                let [field_0, field_1] = arguments
                    .split([("file", source_0.place()), ("limit", source_1.place())])?;
                let path = source_0.take(cx, field_0, "file")?;
                let limit = source_1.take(cx, field_1, "limit")?;
                ::askback::__private::replies::<Result<String, Error>>()
                    .of(
                        ::askback::__private::blocking(move || read::call(path, limit))
                            .await?,
                    )
            })
        }
    }
    #[automatically_derived]
    impl ::askback::__private::Tool for read {}
};

/// A note.
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
#[allow(clippy::exhaustive_structs)]
struct note {}
/// A note.
#[must_use]
fn note() -> note {
    note {}
}
impl note {
    ///Runs the body of the resource template `note`: for unit tests and for calls from other code.
    #[allow(dead_code, clippy::missing_errors_doc, clippy::missing_panics_doc)]
    #[allow(clippy::must_use_candidate, clippy::needless_pass_by_value)]
    #[allow(clippy::too_many_arguments, clippy::unused_async, private_interfaces)]
    async fn call(cx: &Context, id: u32) -> Option<String> {
        read(cx, id)
    }
}
const _: () = {
    #[automatically_derived]
    impl ::askback::__private::Handler for note {
        fn meta(&self) -> ::askback::__private::Meta {
            ::askback::__private::Meta::template("note", "notes://{id}")
                .mime_type("text/plain")
                .description(::std::borrow::ToOwned::to_owned("A note."))
                .argument(
                    ::askback::__private::param::<&Context>(),
                    "cx",
                    ::core::option::Option::None,
                )
                .argument(
                    ::askback::__private::param::<u32>(),
                    "id",
                    ::core::option::Option::None,
                )
        }
        fn call<'a>(
            &'a self,
            cx: &'a ::askback::__private::Context,
            arguments: ::askback::__private::Arguments<'a>,
        ) -> ::askback::__private::Run<'a> {
            ::std::boxed::Box::pin(async move {
                let source_0 = ::askback::__private::param::<&Context>();
                let source_1 = ::askback::__private::param::<u32>();
                let [field_0, field_1] = arguments
                    .split([("cx", source_0.place()), ("id", source_1.place())])?;
                let cx = source_0.take_text(cx, field_0, "cx")?;
                let id = source_1.take_text(cx, field_1, "id")?;
                ::askback::__private::resource_replies::<Option<String>>()
                    .of(note::call(cx, id).await)
            })
        }
    }
    #[automatically_derived]
    impl ::askback::__private::ResourceTemplate for note {}
};

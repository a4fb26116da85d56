/// Books a table.
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
#[allow(clippy::exhaustive_structs)]
struct book {}
/// Books a table.
#[must_use]
fn book() -> book {
    book {}
}
impl book {
    ///Runs the body of the tool `book`: for unit tests and for calls from other code.
    #[allow(dead_code, clippy::missing_errors_doc, clippy::missing_panics_doc)]
    #[allow(clippy::must_use_candidate, clippy::needless_pass_by_value)]
    #[allow(clippy::too_many_arguments, clippy::unused_async, private_interfaces)]
    async fn call(
        #[allow(unused_variables)]
        place: String,
        #[allow(unused_variables)]
        table: Table,
        guest: Option<Name>,
        menu: Menu,
    ) -> String {
        serve(table, guest, menu)
    }
}
const _: () = {
    const __ASKBACK_KEY_2: &'static ::core::primitive::str = ::askback::__private::question::<
        Option<Name>,
    >()
        .key_or("guest");
    const _: () = ::askback::__private::assert_message(
        ::askback::__private::question::<Option<Name>>().message(),
    );
    const _: () = ::askback::__private::assert_distinct(__ASKBACK_KEY_2, &["table"]);
    const _: () = ::askback::__private::assert_distinct(
        "menu",
        &["table", __ASKBACK_KEY_2],
    );
    #[automatically_derived]
    impl ::askback::__private::Handler for book {
        fn meta(&self) -> ::askback::__private::Meta {
            ::askback::__private::Meta::tool("book")
                .description(::std::borrow::ToOwned::to_owned("Books a table."))
                .argument(
                    ::askback::__private::param::<String>(),
                    "place",
                    ::core::option::Option::None,
                )
                .question(::askback::__private::question::<Table>())
                .question(::askback::__private::question::<Option<Name>>())
                .question(::askback::__private::question::<Menu>())
                .returns(::askback::__private::replies::<String>().output())
        }
        fn call<'a>(
            &'a self,
            cx: &'a ::askback::__private::Context,
            arguments: ::askback::__private::Arguments<'a>,
        ) -> ::askback::__private::Run<'a> {
            ::std::boxed::Box::pin(async move {
                let source_0 = ::askback::__private::param::<String>();
                let [field_0] = arguments.split([("place", source_0.place())])?;
                let place = source_0.take(cx, field_0, "place")?;
                let mut answer_1 = ::core::option::Option::None;
                let mut answer_2 = ::core::option::Option::None;
                ::askback::__private::all(
                        &mut [
                            ::core::pin::pin!(
                                async { answer_1 =
                                ::core::option::Option::Some(::askback::__private::question::
                                < Table > ().ask(cx, "table", ::core::convert::Into:: <
                                ::std::borrow::Cow < '_, ::core::primitive::str > >
                                ::into(format!("Which table at {place}?"))). await ?);
                                ::core::result::Result:: < (), ::askback::__private::Refusal
                                > ::Ok(()) }
                            ) as ::askback::__private::Branch<'_>,
                            ::core::pin::pin!(
                                async { answer_2 =
                                ::core::option::Option::Some(::askback::__private::question::
                                < Option < Name > > ().ask(cx, __ASKBACK_KEY_2,
                                ::askback::__private::message_of(::askback::__private::question::
                                < Option < Name > > ().message())). await ?);
                                ::core::result::Result:: < (), ::askback::__private::Refusal
                                > ::Ok(()) }
                            ) as ::askback::__private::Branch<'_>,
                        ],
                    )
                    .await?;
                let table = ::askback::__private::answered(answer_1)?;
                let guest = ::askback::__private::answered(answer_2)?;
                let menu = ::askback::__private::question::<Menu>()
                    .ask(
                        cx,
                        "menu",
                        ::core::convert::Into::<
                            ::std::borrow::Cow<'_, ::core::primitive::str>,
                        >::into(format!("What is for {}?", table.number)),
                    )
                    .await?;
                ::askback::__private::replies::<String>()
                    .of(book::call(place, table, guest, menu).await)
            })
        }
    }
    #[automatically_derived]
    impl ::askback::__private::Tool for book {}
};

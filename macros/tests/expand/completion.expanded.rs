/// Streets of a city.
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
#[allow(clippy::exhaustive_structs)]
struct street {}
/// Streets of a city.
#[must_use]
fn street() -> street {
    street {}
}
impl street {
    ///Runs the body of the completion `street`: for unit tests and for calls from other code.
    #[allow(dead_code, clippy::missing_errors_doc, clippy::missing_panics_doc)]
    #[allow(clippy::must_use_candidate, clippy::needless_pass_by_value)]
    #[allow(clippy::too_many_arguments, clippy::unused_async, private_interfaces)]
    async fn call(value: String, city: Option<String>) -> Vec<String> {
        streets(city, value).await
    }
}
const _: () = {
    #[automatically_derived]
    impl ::askback::__private::Handler for street {
        fn meta(&self) -> ::askback::__private::Meta {
            ::askback::__private::Meta::completer("street")
                .description(::std::borrow::ToOwned::to_owned("Streets of a city."))
                .argument(
                    ::askback::__private::param::<String>(),
                    "value",
                    ::core::option::Option::None,
                )
                .argument(
                    ::askback::__private::param::<Option<String>>(),
                    "city",
                    ::core::option::Option::None,
                )
        }
        fn call<'a>(
            &'a self,
            cx: &'a ::askback::__private::Context,
            arguments: ::askback::__private::Arguments<'a>,
        ) -> ::askback::__private::Run<'a> {
            ::std::boxed::Box::pin(async move {
                let source_0 = ::askback::__private::param::<String>();
                let source_1 = ::askback::__private::param::<Option<String>>();
                let [field_0, field_1] = arguments
                    .split([("value", source_0.place()), ("city", source_1.place())])?;
                let value = source_0.take_text(cx, field_0, "value")?;
                let city = source_1.take_text(cx, field_1, "city")?;
                ::askback::__private::completion_replies::<Vec<String>>()
                    .of(street::call(value, city).await)
            })
        }
    }
    #[automatically_derived]
    impl ::askback::__private::Completer for street {}
};
/// Directions.
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
#[allow(clippy::exhaustive_structs)]
struct directions {}
/// Directions.
#[must_use]
fn directions() -> directions {
    directions {}
}
impl directions {
    ///Runs the body of the prompt `directions`: for unit tests and for calls from other code.
    #[allow(dead_code, clippy::missing_errors_doc, clippy::missing_panics_doc)]
    #[allow(clippy::must_use_candidate, clippy::needless_pass_by_value)]
    #[allow(clippy::too_many_arguments, clippy::unused_async, private_interfaces)]
    async fn call(street: String) -> String {
        street
    }
}
const _: () = {
    #[automatically_derived]
    impl ::askback::__private::Handler for directions {
        fn meta(&self) -> ::askback::__private::Meta {
            ::askback::__private::Meta::prompt("directions")
                .description(::std::borrow::ToOwned::to_owned("Directions."))
                .argument(
                    ::askback::__private::param::<String>(),
                    "street",
                    ::core::option::Option::None,
                )
                .completed_by(::askback::__private::completer(street))
        }
        fn call<'a>(
            &'a self,
            cx: &'a ::askback::__private::Context,
            arguments: ::askback::__private::Arguments<'a>,
        ) -> ::askback::__private::Run<'a> {
            ::std::boxed::Box::pin(async move {
                let source_0 = ::askback::__private::param::<String>();
                let [field_0] = arguments.split([("street", source_0.place())])?;
                let street = source_0.take_text(cx, field_0, "street")?;
                ::askback::__private::prompt_replies::<String>()
                    .of(directions::call(street).await)
            })
        }
    }
    #[automatically_derived]
    impl ::askback::__private::Prompt for directions {}
};
/// Routes a query.
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
#[allow(clippy::exhaustive_structs)]
struct query {}
/// Routes a query.
#[must_use]
fn query() -> query {
    query {}
}
impl query {
    ///Runs the body of the tool `query`: for unit tests and for calls from other code.
    #[allow(dead_code, clippy::missing_errors_doc, clippy::missing_panics_doc)]
    #[allow(clippy::must_use_candidate, clippy::needless_pass_by_value)]
    #[allow(clippy::too_many_arguments, clippy::unused_async, private_interfaces)]
    async fn call(region: String) -> String {
        region
    }
}
const _: () = {
    #[automatically_derived]
    impl ::askback::__private::Handler for query {
        fn meta(&self) -> ::askback::__private::Meta {
            ::askback::__private::Meta::tool("query")
                .description(::std::borrow::ToOwned::to_owned("Routes a query."))
                .argument(
                    ::askback::__private::param::<String>(),
                    "region",
                    ::core::option::Option::None,
                )
                .header("Region")
                .returns(::askback::__private::replies::<String>().output())
        }
        fn call<'a>(
            &'a self,
            cx: &'a ::askback::__private::Context,
            arguments: ::askback::__private::Arguments<'a>,
        ) -> ::askback::__private::Run<'a> {
            ::std::boxed::Box::pin(async move {
                let source_0 = ::askback::__private::param::<String>();
                let [field_0] = arguments.split([("region", source_0.place())])?;
                let region = source_0.take(cx, field_0, "region")?;
                ::askback::__private::replies::<String>().of(query::call(region).await)
            })
        }
    }
    #[automatically_derived]
    impl ::askback::__private::Tool for query {}
};
impl Words {
    /// A word.
    async fn say(&self, word: String) -> String {
        word
    }
    /// The words that there are.
    async fn word(&self) -> Vec<String> {
        self.0.clone()
    }
}
const _: () = {};
const _: () = {};
#[doc(hidden)]
#[automatically_derived]
#[allow(clippy::all, clippy::pedantic, clippy::nursery)]
impl Words {
    async fn __askback_word<'a>(
        self: &'a ::std::sync::Arc<Self>,
        cx: &'a ::askback::__private::Context,
        arguments: ::askback::__private::Arguments<'a>,
    ) -> ::core::result::Result<
        ::askback::__private::Replied,
        ::askback::__private::Refusal,
    > {
        {
            let [] = arguments.split([])?;
            ::askback::__private::completion_replies::<Vec<String>>()
                .of(self.word().await)
        }
    }
    async fn __askback_say<'a>(
        self: &'a ::std::sync::Arc<Self>,
        cx: &'a ::askback::__private::Context,
        arguments: ::askback::__private::Arguments<'a>,
    ) -> ::core::result::Result<
        ::askback::__private::Replied,
        ::askback::__private::Refusal,
    > {
        {
            let source_0 = ::askback::__private::param::<String>();
            let [field_0] = arguments.split([("word", source_0.place())])?;
            let word = source_0.take_text(cx, field_0, "word")?;
            ::askback::__private::prompt_replies::<String>().of(self.say(word).await)
        }
    }
}
#[automatically_derived]
impl ::askback::__private::Handlers for Words {
    fn handlers(
        self: ::std::sync::Arc<Self>,
    ) -> ::std::vec::Vec<::askback::__private::Registered> {
        let mut all = ::std::vec::Vec::new();
        let completer_word = ::askback::__private::shared({
            let service = ::core::clone::Clone::clone(&self);
            ::askback::__private::registered(
                ::askback::__private::Meta::completer("word")
                    .description(
                        ::std::borrow::ToOwned::to_owned("The words that there are."),
                    ),
                move |cx, arguments| {
                    let service = ::core::clone::Clone::clone(&service);
                    ::std::boxed::Box::pin(async move {
                        service.__askback_word(cx, arguments).await
                    })
                },
            )
        });
        all.push({
            let service = ::core::clone::Clone::clone(&self);
            ::askback::__private::registered(
                ::askback::__private::Meta::prompt("say")
                    .description(::std::borrow::ToOwned::to_owned("A word."))
                    .argument(
                        ::askback::__private::param::<String>(),
                        "word",
                        ::core::option::Option::None,
                    )
                    .completed_by(::core::clone::Clone::clone(&completer_word)),
                move |cx, arguments| {
                    let service = ::core::clone::Clone::clone(&service);
                    ::std::boxed::Box::pin(async move {
                        service.__askback_say(cx, arguments).await
                    })
                },
            )
        });
        all
    }
}

#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
#[allow(clippy::exhaustive_structs)]
struct publish {}
#[must_use]
fn publish() -> publish {
    publish {}
}
impl publish {
    ///Runs the body of the tool `publish`: for unit tests and for calls from other code.
    #[allow(dead_code, clippy::missing_errors_doc, clippy::missing_panics_doc)]
    #[allow(clippy::must_use_candidate, clippy::needless_pass_by_value)]
    #[allow(clippy::too_many_arguments, clippy::unused_async, private_interfaces)]
    async fn call(
        #[allow(unused_variables)]
        cx: &Context,
        #[allow(unused_variables)]
        repo: String,
        #[allow(unused_variables)]
        release: Release,
        folders: Vec<Root>,
        #[allow(unused_variables)]
        page: (),
        #[allow(unused_variables)]
        notes: Sampled,
        #[allow(unused_variables)]
        account: Option<Account>,
    ) -> String {
        String::new()
    }
}
const _: () = {
    const __ASKBACK_KEY_2: &'static ::core::primitive::str = ::askback::__private::question::<
        Release,
    >()
        .key_or("release");
    const _: () = ::askback::__private::assert_message(
        ::askback::__private::question::<Release>().message(),
    );
    const _: () = ::askback::__private::assert_distinct("folders", &[__ASKBACK_KEY_2]);
    const _: () = ::askback::__private::assert_distinct(
        "page",
        &[__ASKBACK_KEY_2, "folders"],
    );
    const _: () = ::askback::__private::assert_distinct(
        "notes",
        &[__ASKBACK_KEY_2, "folders", "page"],
    );
    #[automatically_derived]
    impl ::askback::__private::Handler for publish {
        fn meta(&self) -> ::askback::__private::Meta {
            ::askback::__private::Meta::tool("publish")
                .argument(
                    ::askback::__private::param::<&Context>(),
                    "cx",
                    ::core::option::Option::None,
                )
                .argument(
                    ::askback::__private::param::<String>(),
                    "repo",
                    ::core::option::Option::None,
                )
                .question_or_argument(
                    ::askback::__private::question::<Release>(),
                    "release",
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
                let [field_0, field_1, field_2] = arguments
                    .split([
                        ("cx", source_0.place()),
                        ("repo", source_1.place()),
                        ("release", ::askback::__private::Place::Member),
                    ])?;
                let cx = source_0.take(cx, field_0, "cx")?;
                let repo = source_1.take(cx, field_1, "repo")?;
                let mut answer_2 = ::core::option::Option::None;
                let mut answer_3 = ::core::option::Option::None;
                let mut answer_4 = ::core::option::Option::None;
                ::askback::__private::all(
                        &mut [
                            ::core::pin::pin!(
                                async { answer_2 = ::core::option::Option::Some(match
                                ::askback::__private::question:: < Release > ()
                                .given(field_2, "release") ? {
                                ::core::option::Option::Some(given) =>
                                ::core::result::Result::Ok(given),
                                ::core::option::Option::None =>
                                ::askback::__private::question:: < Release > ().ask(cx,
                                __ASKBACK_KEY_2,
                                ::askback::__private::message_of(::askback::__private::question::
                                < Release > ().message())). await, } ?);
                                ::core::result::Result:: < (), ::askback::__private::Refusal
                                > ::Ok(()) }
                            ) as ::askback::__private::Branch<'_>,
                            ::core::pin::pin!(
                                async { answer_3 =
                                ::core::option::Option::Some(::askback::__private::roots:: <
                                Vec < Root > > ().ask(cx, "folders"). await ?);
                                ::core::result::Result:: < (), ::askback::__private::Refusal
                                > ::Ok(()) }
                            ) as ::askback::__private::Branch<'_>,
                            ::core::pin::pin!(
                                async { answer_4 =
                                ::core::option::Option::Some(::askback::__private::page:: <
                                () > ().ask_until(cx, "page", ::core::convert::Into:: <
                                ::std::borrow::Cow < '_, ::core::primitive::str > >
                                ::into("Sign in."), | id | page(& repo, id), done). await
                                ?); ::core::result::Result:: < (),
                                ::askback::__private::Refusal > ::Ok(()) }
                            ) as ::askback::__private::Branch<'_>,
                        ],
                    )
                    .await?;
                let release = ::askback::__private::answered(answer_2)?;
                let folders = ::askback::__private::answered(answer_3)?;
                let page = ::askback::__private::answered(answer_4)?;
                let mut answer_5 = ::core::option::Option::None;
                let mut answer_6 = ::core::option::Option::None;
                ::askback::__private::all(
                        &mut [
                            ::core::pin::pin!(
                                async { answer_5 =
                                ::core::option::Option::Some(::askback::__private::sampled::
                                < Sampled > ().ask(cx, "notes", notes(& release)). await ?);
                                ::core::result::Result:: < (), ::askback::__private::Refusal
                                > ::Ok(()) }
                            ) as ::askback::__private::Branch<'_>,
                            ::core::pin::pin!(
                                async { answer_6 = ::core::option::Option::Some(if release
                                .major { ::askback::__private::resolved_when:: < Option <
                                Account >, _ > ((account(cx, & release)). await) ? } else {
                                ::askback::__private::skipped:: < Option < Account > > ()
                                }); ::core::result::Result:: < (),
                                ::askback::__private::Refusal > ::Ok(()) }
                            ) as ::askback::__private::Branch<'_>,
                        ],
                    )
                    .await?;
                let notes = ::askback::__private::answered(answer_5)?;
                let account = ::askback::__private::answered(answer_6)?;
                ::askback::__private::replies::<String>()
                    .of(
                        publish::call(cx, repo, release, folders, page, notes, account)
                            .await,
                    )
            })
        }
    }
    #[automatically_derived]
    impl ::askback::__private::Tool for publish {}
};

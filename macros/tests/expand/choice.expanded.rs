#[derive(
    ::askback::__private::serde::Deserialize,
    ::askback::__private::serde::Serialize
)]
#[serde(crate = "::askback::__private::serde")]
/// How large.
#[serde(rename_all = "lowercase")]
enum Size {
    /// For a child
    Small,
    Large,
    #[serde(skip)]
    Unknown,
}
const _: () = {
    #[automatically_derived]
    impl ::askback::__private::schemars::JsonSchema for Size {
        fn schema_name() -> ::std::borrow::Cow<'static, ::core::primitive::str> {
            ::std::borrow::Cow::Borrowed("Size")
        }
        fn inline_schema() -> ::core::primitive::bool {
            true
        }
        fn json_schema(
            _: &mut ::askback::__private::schemars::SchemaGenerator,
        ) -> ::askback::__private::schemars::Schema {
            ::askback::__private::choice_schema(
                &[
                    ::askback::__private::variant(
                        &Self::Small,
                        ::core::option::Option::Some("For a child"),
                    ),
                    ::askback::__private::variant(
                        &Self::Large,
                        ::core::option::Option::Some("For a giant"),
                    ),
                ],
            )
        }
    }
    #[automatically_derived]
    impl ::askback::__private::Field for Size {}
    #[automatically_derived]
    impl ::askback::__private::Choice for Size {}
};

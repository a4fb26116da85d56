const _: () = {
    ::askback::__private::field::<String>();
    ::askback::__private::flattened::<Address>();
};
#[allow(unused_imports, reason = "most modules see it already")]
use ::core::convert::Into as _;
#[derive(
    ::askback::__private::serde::Deserialize,
    ::askback::__private::serde::Serialize,
    ::askback::__private::schemars::JsonSchema
)]
#[serde(crate = "::askback::__private::serde")]
#[schemars(crate = "::askback::__private::schemars")]
/// Who to greet.
#[derive(Debug)]
struct Name {
    /// Your name
    name: String,
    #[serde(flatten)]
    address: Address,
    #[serde(skip)]
    seen: Vec<u8>,
}
#[automatically_derived]
impl ::askback::__private::Elicit for Name {
    const KEY: ::core::option::Option<&'static ::core::primitive::str> = ::core::option::Option::Some(
        "who",
    );
    const MESSAGE: ::core::option::Option<&'static ::core::primitive::str> = ::core::option::Option::Some(
        "Your name?",
    );
    fn form() -> ::core::result::Result<
        &'static ::askback::__private::Form,
        &'static ::askback::__private::FormError,
    > {
        static FORM: ::askback::__private::FormCell = ::askback::__private::FormCell::new();
        FORM.of::<Self>()
    }
}

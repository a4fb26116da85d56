impl<S: Store> Notes<S> {
    /// Deletes a note.
    async fn delete(
        &self,
        #[allow(unused_variables)]
        id: u32,
        _sure: Confirmed,
    ) -> String {
        self.remove(id)
    }
    fn text(&self, id: u32) -> String {
        id.to_string()
    }
}
#[doc(hidden)]
#[automatically_derived]
#[allow(clippy::all, clippy::pedantic, clippy::nursery)]
impl<S: Store> Notes<S> {
    async fn __askback_delete<'a>(
        self: &'a ::std::sync::Arc<Self>,
        cx: &'a ::askback::__private::Context,
        arguments: ::askback::__private::Arguments<'a>,
    ) -> ::core::result::Result<
        ::askback::__private::Replied,
        ::askback::__private::Refusal,
    > {
        {
            let source_0 = ::askback::__private::param::<u32>();
            let [field_0] = arguments.split([("id", source_0.place())])?;
            let id = source_0.take(cx, field_0, "id")?;
            let _sure = ::askback::__private::confirmation::<Confirmed>()
                .ask(
                    cx,
                    "sure",
                    ::core::convert::Into::<
                        ::std::borrow::Cow<'_, ::core::primitive::str>,
                    >::into(format!("Delete {}?", self.text(id))),
                )
                .await?;
            ::askback::__private::replies::<String>().of(self.delete(id, _sure).await)
        }
    }
}
#[automatically_derived]
impl<S: Store> ::askback::__private::Handlers for Notes<S> {
    fn handlers(
        self: ::std::sync::Arc<Self>,
    ) -> ::std::vec::Vec<::askback::__private::Registered> {
        let mut all = ::std::vec::Vec::new();
        all.push({
            let service = ::core::clone::Clone::clone(&self);
            ::askback::__private::registered(
                ::askback::__private::Meta::tool("delete")
                    .destructive(true)
                    .description(::std::borrow::ToOwned::to_owned("Deletes a note."))
                    .argument(
                        ::askback::__private::param::<u32>(),
                        "id",
                        ::core::option::Option::None,
                    )
                    .question(::askback::__private::confirmation::<Confirmed>())
                    .returns(::askback::__private::replies::<String>().output()),
                move |cx, arguments| {
                    let service = ::core::clone::Clone::clone(&service);
                    ::std::boxed::Box::pin(async move {
                        service.__askback_delete(cx, arguments).await
                    })
                },
            )
        });
        all
    }
}

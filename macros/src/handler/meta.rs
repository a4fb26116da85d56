//! What a handler says of itself, as an expression.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Path, ReturnType, spanned::Spanned};

use super::{
    expand::{Expansion, completer},
    kind,
    param::{Param, Role},
    question::Kind,
    signature::has_impl_trait,
};
use crate::{docs::Text, paths};

impl Expansion<'_> {
    pub(super) fn meta(&self) -> TokenStream {
        let (p, name, handler) = (&self.p, self.handler.name(), self.handler);
        let uri = handler.uri().map(|uri| &uri.text);
        let new = match handler.kind() {
            kind::Kind::Tool => quote!(tool(#name)),
            kind::Kind::Prompt => quote!(prompt(#name)),
            kind::Kind::Resource => quote!(resource(#name, #uri)),
            kind::Kind::Template => quote!(template(#name, #uri)),
            kind::Kind::Completer => quote!(completer(#name)),
        };
        let said = handler.said().iter();
        let said = said.map(|(method, value)| quote_spanned!(value.span()=> .#method(#value)));
        let description = handler.description().map(|text| text.string(self.root));
        let description = description.map(|text| quote!(.description(#text)));
        let flags = handler.flags().iter().map(|flag| quote!(.#flag()));
        let params = handler.params().iter().map(|param| self.described(param));
        let returns = self.returns();
        quote!(#p::Meta::#new #(#said)* #description #(#flags)* #(#params)* #returns)
    }

    /// The schema of what a tool returns; a type without a name carries no value.
    fn returns(&self) -> Option<TokenStream> {
        let ReturnType::Type(_, ty) = &self.function.item.sig.output else { return None };
        let is_shown = self.handler.kind() == kind::Kind::Tool && !has_impl_trait(ty);
        let replies = self.replies();
        is_shown.then(|| quote!(.returns(#replies.output())))
    }

    /// The type of what is returned with its bound met: the one place that names the bound.
    pub(super) fn replies(&self) -> TokenStream {
        let (p, replies) = (&self.p, self.handler.kind().replies());
        match &self.function.item.sig.output {
            ReturnType::Type(_, ty) if !has_impl_trait(ty) => {
                quote_spanned!(ty.span()=> #p::#replies::<#ty>())
            }
            ReturnType::Type(_, ty) => quote_spanned!(ty.span()=> #p::#replies()),
            ReturnType::Default => quote_spanned!(self.place()=> #p::#replies::<()>()),
        }
    }

    fn described(&self, param: &Param) -> TokenStream {
        match param.role() {
            Role::Question(question) => match (&question.kind, param.argument_name()) {
                (Kind::Form | Kind::Confirmation, None) => {
                    let question = self.question(param, question);
                    quote!(.question(#question))
                }
                (Kind::Form | Kind::Confirmation, Some(name)) => {
                    let question = self.question(param, question);
                    quote!(.question_or_argument(#question, #name))
                }
                _ => TokenStream::new(),
            },
            Role::Argument(argument) => {
                let (source, name) = (self.source(param), &argument.name);
                let description = self.optional(argument.description.as_ref());
                let header = argument.header.as_ref().map(|header| quote!(.header(#header)));
                let completer = argument.completer.as_ref().map(|path| self.completed_by(path));
                quote!(.argument(#source, #name, #description) #header #completer)
            }
        }
    }

    /// A method of the same block, or anything else that completes.
    fn completed_by(&self, path: &Path) -> TokenStream {
        let p = &self.p;
        if let Some(method) = path.get_ident().filter(|name| self.completers.contains(name)) {
            let completer = completer(method);
            return quote!(.completed_by(::core::clone::Clone::clone(&#completer)));
        }
        quote_spanned!(path.span()=> .completed_by(#p::completer(#path)))
    }

    fn optional(&self, text: Option<&Text>) -> TokenStream {
        let option = paths::option();
        match text.map(|text| text.string(self.root)) {
            Some(text) => quote!(#option::Some(#text)),
            None => quote!(#option::None),
        }
    }
}

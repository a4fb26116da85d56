//! The expansion of a handler that is a free function, and what all expansions share.
//!
//! Each step of the generated code is a call into `__private`. A bound on a user's type is
//! mentioned only by `param`, `question` and their like, with the span of the type, so that rustc
//! reports a type that does not fit once and in its place.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::{
    asks,
    model::Handler,
    param::Param,
    parse::Function,
    question::{Key, Kind, Question},
    shell::{call, shell},
    signature::is_reference,
};
use crate::{mentions, names::plain, paths, paths::Root};

pub(super) fn handler(handler: &Handler, function: &Function, root: &Root) -> TokenStream {
    let expansion = Expansion::new(handler, function, root);
    let used = mentioned(handler);
    let noun = handler.kind().noun().trim_start_matches("a ");
    let (shell, call) = (shell(function), call(noun, function, |name| used.contains(&plain(name))));
    let (constants, meta, run) = (expansion.constants(), expansion.meta(), expansion.run());
    let (p, ident) = (&expansion.p, &function.item.sig.ident);
    let conditions = &function.attributes.conditions;
    let marker = handler.kind().marker(p);
    quote! {
        #shell
        #call
        #(#conditions)*
        const _: () = {
            #constants
            #[automatically_derived]
            impl #p::Handler for #ident {
                fn meta(&self) -> #p::Meta { #meta }
                #run
            }
            #[automatically_derived]
            impl #marker for #ident {}
        };
    }
}

/// The names that questions mention.
pub(super) fn mentioned(handler: &Handler) -> HashSet<String> {
    let questions = handler.params().iter().filter_map(Param::question);
    questions.flat_map(Question::expressions).flat_map(mentions::any).collect()
}

/// What is known while a handler is expanded.
pub(super) struct Expansion<'e> {
    pub(super) handler: &'e Handler,
    pub(super) function: &'e Function,
    pub(super) root: &'e Root,
    pub(super) p: TokenStream,
    /// The methods beside it that complete.
    pub(super) completers: Vec<Ident>,
}

impl<'e> Expansion<'e> {
    pub(super) fn new(handler: &'e Handler, function: &'e Function, root: &'e Root) -> Self {
        Self { handler, function, root, p: root.private(), completers: Vec::new() }
    }

    fn run(&self) -> TokenStream {
        let p = &self.p;
        let [cx, arguments] = [local("cx"), local("arguments")];
        let ident = &self.function.item.sig.ident;
        let params = self.handler.params().iter().map(Param::ident);
        let body = self.body(&cx, &arguments, &quote!(#ident::call(#(#params),*)));
        let future = quote_spanned!(self.place()=> ::std::boxed::Box::pin(async move #body));
        quote! {
            fn call<'a>(
                &'a self,
                #cx: &'a #p::Context,
                #arguments: #p::Arguments<'a>,
            ) -> #p::Run<'a> { #future }
        }
    }

    /// Items, not inline `const` blocks: only items are evaluated by `cargo check`.
    pub(super) fn constants(&self) -> TokenStream {
        let text = paths::static_str();
        let questions: Vec<_> = self.questions().collect();
        let mut constants = TokenStream::new();
        for (number, (position, param, question)) in questions.iter().enumerate() {
            let typed = self.question(param, question);
            if let Some(Key::OfForm(or)) = &question.key {
                let key = key_constant(*position);
                constants.extend(quote!(const #key: #text = #typed.key_or(#or);));
            }
            if question.message.is_none() && matches!(question.kind, Kind::Form) {
                let p = self.root.private_at(param.ty().span());
                constants.extend(quote_spanned! {param.ty().span()=>
                    const _: () = #p::assert_message(#typed.message());
                });
            }
            constants.extend(self.distinct(*position, param, question, &questions[..number]));
        }
        constants.extend(self.strays());
        constants.extend(self.nameless());
        constants
    }

    /// Parameters without a name must read no argument of that name.
    fn nameless(&self) -> TokenStream {
        let params = self.handler.params().iter().filter(|param| param.is_taken_apart());
        params
            .map(|param| {
                let (p, source) = (self.root.private_at(param.ty().span()), self.source(param));
                quote_spanned!(param.ty().span()=> const _: () = #p::assert_no_member(&#source);)
            })
            .collect()
    }

    /// Parameters that a URI cannot give a value to must be something of the call.
    fn strays(&self) -> TokenStream {
        let Some(uri) = self.handler.uri() else { return TokenStream::new() };
        let arguments = self.handler.params().iter().filter_map(|param| {
            let name = param.argument()?.name.value();
            (!uri.names(&name) && !is_reference(param.ty())).then_some(param)
        });
        arguments
            .map(|param| {
                let (p, source) = (self.root.private_at(param.ty().span()), self.source(param));
                quote_spanned!(param.ty().span()=> const _: () = #p::assert_no_argument(&#source);)
            })
            .collect()
    }

    /// The check that a key differs from those above it, unless the macro has made it.
    fn distinct(
        &self,
        position: usize,
        param: &Param,
        question: &Question,
        above: &[(usize, &Param, &Question)],
    ) -> Option<TokenStream> {
        let is_known = |question: &Question| question.literal_key().is_some();
        let others: Vec<_> =
            above.iter().filter(|(_, _, question)| question.key.is_some()).collect();
        let all_known = is_known(question) && others.iter().all(|(_, _, above)| is_known(above));
        if others.is_empty() || all_known || question.key.is_none() {
            return None;
        }
        let p = self.root.private_at(param.ty().span());
        let own = key(position, question);
        let others = others.iter().map(|(position, _, question)| key(*position, question));
        Some(quote_spanned! {param.ty().span()=>
            const _: () = #p::assert_distinct(#own, &[#(#others),*]);
        })
    }

    /// The keys that only the types know, for code that is no item.
    pub(super) fn local_keys(&self) -> TokenStream {
        let text = paths::static_str();
        let keys = self.questions().filter_map(|(position, param, question)| {
            let Some(Key::OfForm(or)) = &question.key else { return None };
            let (typed, key) = (self.question(param, question), key_constant(position));
            Some(quote! {
                #[allow(non_snake_case, reason = "elsewhere it is a constant")]
                let #key: #text = #typed.key_or(#or);
            })
        });
        keys.collect()
    }

    /// The name of the function: where a run that is not `Send` or not `'static` is reported.
    pub(super) fn place(&self) -> Span {
        Span::mixed_site().located_at(self.function.item.sig.ident.span())
    }

    pub(super) fn source(&self, param: &Param) -> TokenStream {
        let (p, ty) = (&self.p, param.ty());
        quote_spanned!(ty.span()=> #p::param::<#ty>())
    }

    pub(super) fn question(&self, param: &Param, question: &Question) -> TokenStream {
        asks::typed(self.root, param, question)
    }

    pub(super) fn questions(&self) -> impl Iterator<Item = (usize, &Param, &Question)> {
        let params = self.handler.params().iter().enumerate();
        params.filter_map(|(position, param)| Some((position, param, param.question()?)))
    }
}

/// The key of the question at the position, as an expression.
pub(super) fn key(position: usize, question: &Question) -> TokenStream {
    match &question.key {
        None => TokenStream::new(),
        Some(Key::Literal(key)) => quote!(#key),
        Some(Key::OfForm(_)) => {
            let key = key_constant(position);
            quote!(#key)
        }
    }
}

/// Items have no hygiene: the name must be one that no user has.
pub(super) fn key_constant(position: usize) -> Ident {
    format_ident!("__ASKBACK_KEY_{position}")
}

/// The variable of a method that completes.
pub(super) fn completer(method: &Ident) -> Ident {
    local(&format!("completer_{}", plain(method)))
}

/// A variable of ours, which the user's expressions cannot see.
pub(super) fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

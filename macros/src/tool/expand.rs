//! The expansion of a tool: what it says of itself, and how a call runs.
//!
//! Each step of the generated code is a call into `__private`. A bound on a user's type is
//! mentioned only by `param`, `question`, `confirmation` and `replies`, with the span of the type, so
//! that rustc reports a type that does not fit once and in its place.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{ReturnType, spanned::Spanned};

use super::{
    asks::{self, Place},
    model::Tool,
    param::{Param, Role},
    parse::Function,
    question::{Key, Kind, Question},
    shell::{call, shell},
    signature::has_impl_trait,
};
use crate::{
    docs::Text,
    mentions,
    names::plain,
    paths::{self, Root},
};

pub(super) fn tool(tool: &Tool, function: &Function, root: &Root) -> TokenStream {
    let expansion = Expansion { tool, function, root, p: root.private() };
    let used = mentioned(tool);
    let (shell, call) = (shell(function), call(function, |name| used.contains(&plain(name))));
    let (constants, meta, run) = (expansion.constants(), expansion.meta(), expansion.run());
    let flags = expansion.flags();
    let (p, ident) = (&expansion.p, &function.item.sig.ident);
    let conditions = &function.attributes.conditions;
    quote! {
        #shell
        #call
        #(#conditions)*
        const _: () = {
            #constants
            #[automatically_derived]
            impl #p::Tool for #ident { #meta #flags #run }
        };
    }
}

/// The names that questions mention.
fn mentioned(tool: &Tool) -> HashSet<String> {
    let questions = tool.params().iter().filter_map(Param::question);
    questions.flat_map(Question::expressions).flat_map(mentions::any).collect()
}

struct Expansion<'e> {
    tool: &'e Tool,
    function: &'e Function,
    root: &'e Root,
    p: TokenStream,
}

impl Expansion<'_> {
    fn meta(&self) -> TokenStream {
        let (p, name) = (&self.p, self.tool.name());
        let title = self.tool.title().map(|title| quote!(.title(#title)));
        let description = self.tool.description().map(|text| text.string(self.root));
        let description = description.map(|text| quote!(.description(#text)));
        let params = self.tool.params().iter().map(|param| self.described(param));
        let returns = self.returns();
        quote! {
            fn meta(&self) -> #p::ToolMeta {
                #p::ToolMeta::new(#name) #title #description #(#params)* #returns
            }
        }
    }

    /// The schema of what is returned; a type without a name carries no value.
    fn returns(&self) -> Option<TokenStream> {
        let ReturnType::Type(_, ty) = &self.function.item.sig.output else { return None };
        let replies = self.replies();
        (!has_impl_trait(ty)).then(|| quote!(.returns(#replies.output())))
    }

    /// What differs from other tools by a yes.
    fn flags(&self) -> TokenStream {
        let flags = [
            (self.tool.is_single_use(), quote!(is_single_use)),
            (self.tool.takes_unproven(), quote!(takes_unproven)),
        ];
        let set = flags.into_iter().filter_map(|(is_set, name)| is_set.then_some(name));
        let bool = quote!(::core::primitive::bool);
        set.map(|name| quote!(fn #name(&self) -> #bool { true })).collect()
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
                quote!(.argument(#source, #name, #description))
            }
        }
    }

    fn optional(&self, text: Option<&Text>) -> TokenStream {
        let option = paths::option();
        match text.map(|text| text.string(self.root)) {
            Some(text) => quote!(#option::Some(#text)),
            None => quote!(#option::None),
        }
    }

    /// Items, not inline `const` blocks: only items are evaluated by `cargo check`.
    fn constants(&self) -> TokenStream {
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
        constants
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

    fn run(&self) -> TokenStream {
        let p = &self.p;
        let [cx, arguments] = [local("cx"), local("arguments")];
        let decoded = self.decoded(&cx, &arguments);
        let rounds = self.tool.rounds().iter().map(|round| self.round(&cx, round));
        let reply = self.reply();
        let body = quote!({ #decoded #(#rounds)* #reply });
        let future = quote_spanned!(self.place()=> ::std::boxed::Box::pin(async move #body));
        quote! {
            fn call<'a>(
                &'a self,
                #cx: &'a #p::Context,
                #arguments: #p::Arguments<'a>,
            ) -> #p::ToolFuture<'a> { #future }
        }
    }

    /// All arguments are read before anything is asked: a wrong one never costs an answer.
    fn decoded(&self, cx: &Ident, arguments: &Ident) -> TokenStream {
        let mut steps: [Vec<TokenStream>; 4] = Default::default();
        let [sources, names, fields, values] = &mut steps;
        for (position, param) in self.tool.params().iter().enumerate() {
            let Some(name) = param.argument_name() else { continue };
            let field = field(position);
            if param.argument().is_none() {
                let p = &self.p;
                names.push(quote!((#name, #p::Place::Member)));
                fields.push(quote!(#field));
                continue;
            }
            let (typed, ident) = (self.source(param), param.ident());
            let source = local(&format!("source_{position}"));
            sources.push(quote!(let #source = #typed;));
            names.push(quote!((#name, #source.place())));
            fields.push(quote!(#field));
            values.push(quote!(let #ident = #source.take(#cx, #field, #name)?;));
        }
        quote! {
            #(#sources)*
            let [#(#fields),*] = #arguments.split([#(#names),*])?;
            #(#values)*
        }
    }

    fn round(&self, cx: &Ident, round: &[usize]) -> TokenStream {
        let asked: Vec<_> = self.questions().filter(|(at, ..)| round.contains(at)).collect();
        if let [(position, param, question)] = &*asked {
            let (ident, value) = (param.ident(), self.value(cx, *position, param, question));
            return quote!(let #ident = #value;);
        }
        let p = &self.p;
        let slots = asked.iter().map(|(position, ..)| slot(*position));
        let branches = asked.iter().map(|(position, param, question)| {
            self.branch(&slot(*position), &self.value(cx, *position, param, question))
        });
        let answers = asked.iter().map(|(position, param, _)| {
            let (slot, ident) = (slot(*position), param.ident());
            quote!(let #ident = #p::answered(#slot)?;)
        });
        let none = paths::option();
        quote! {
            #(let mut #slots = #none::None;)*
            #p::all(&mut [#(#branches),*]).await?;
            #(#answers)*
        }
    }

    fn branch(&self, slot: &Ident, value: &TokenStream) -> TokenStream {
        let (p, option, result) = (&self.p, paths::option(), paths::result());
        quote! {
            ::core::pin::pin!(async {
                #slot = #option::Some(#value);
                #result::<(), #p::Refusal>::Ok(())
            }) as #p::Branch<'_>
        }
    }

    fn value(&self, cx: &Ident, at: usize, param: &Param, question: &Question) -> TokenStream {
        let key = question.key.as_ref().map(|_| key(at, question));
        let field = question.is_argument.then(|| field(at));
        asks::value(self.root, param, question, &Place { cx, key, field })
    }

    fn reply(&self) -> TokenStream {
        let (p, signature) = (&self.p, &self.function.item.sig);
        let (ident, params) = (&signature.ident, self.tool.params().iter().map(Param::ident));
        let value = quote!(#ident::call(#(#params),*));
        let value = match signature.asyncness {
            Some(_) => quote!(#value.await),
            None => quote_spanned!(self.place()=> #p::blocking(move || #value).await?),
        };
        let replies = self.replies();
        quote!(#replies.of(#value))
    }

    fn replies(&self) -> TokenStream {
        let p = &self.p;
        match &self.function.item.sig.output {
            ReturnType::Type(_, ty) if !has_impl_trait(ty) => {
                quote_spanned!(ty.span()=> #p::replies::<#ty>())
            }
            ReturnType::Type(_, ty) => quote_spanned!(ty.span()=> #p::replies()),
            ReturnType::Default => quote!(#p::replies::<()>()),
        }
    }

    /// The name of the function: where a run that is not `Send` or not `'static` is reported.
    fn place(&self) -> Span {
        Span::mixed_site().located_at(self.function.item.sig.ident.span())
    }

    fn source(&self, param: &Param) -> TokenStream {
        let (p, ty) = (&self.p, param.ty());
        quote_spanned!(ty.span()=> #p::param::<#ty>())
    }

    fn question(&self, param: &Param, question: &Question) -> TokenStream {
        asks::typed(self.root, param, question)
    }

    fn questions(&self) -> impl Iterator<Item = (usize, &Param, &Question)> {
        let params = self.tool.params().iter().enumerate();
        params.filter_map(|(position, param)| Some((position, param, param.question()?)))
    }
}

/// The key of the question at the position, as an expression.
fn key(position: usize, question: &Question) -> TokenStream {
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
fn key_constant(position: usize) -> Ident {
    format_ident!("__ASKBACK_KEY_{position}")
}

/// The raw member of `arguments` that the parameter at the position reads.
fn field(position: usize) -> Ident {
    local(&format!("field_{position}"))
}

fn slot(position: usize) -> Ident {
    local(&format!("answer_{position}"))
}

/// A variable of ours, which the user's expressions cannot see.
fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

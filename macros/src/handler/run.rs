//! How a call of a handler runs: arguments are read, questions asked round by round, and the body
//! called.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use super::{
    asks::{self, Place},
    expand::{Expansion, key, local},
    param::Param,
    question::Question,
};
use crate::paths;

impl Expansion<'_> {
    /// The block of an `async` function; `called` is the call of the user's body.
    pub(super) fn body(&self, cx: &Ident, arguments: &Ident, called: &TokenStream) -> TokenStream {
        let decoded = self.decoded(cx, arguments);
        let rounds = self.handler.rounds().iter().map(|round| self.round(cx, round));
        let (p, replies) = (&self.p, self.replies());
        let value = match self.function.item.sig.asyncness {
            Some(_) => quote!(#called.await),
            None => quote_spanned!(self.place()=> #p::blocking(move || #called).await?),
        };
        quote!({ #decoded #(#rounds)* #replies.of(#value) })
    }

    /// All arguments are read before anything is asked: a wrong one never costs an answer.
    fn decoded(&self, cx: &Ident, arguments: &Ident) -> TokenStream {
        let take = self.handler.kind().take();
        let mut steps: [Vec<TokenStream>; 4] = Default::default();
        let [sources, names, fields, values] = &mut steps;
        for (position, param) in self.handler.params().iter().enumerate() {
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
            values.push(quote!(let #ident = #source.#take(#cx, #field, #name)?;));
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
}

/// The raw member of `arguments` that the parameter at the position reads.
fn field(position: usize) -> Ident {
    local(&format!("field_{position}"))
}

fn slot(position: usize) -> Ident {
    local(&format!("answer_{position}"))
}

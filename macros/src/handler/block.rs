//! `#[handlers]`: the methods of an `impl` block become handlers that share one service.
//!
//! A method is called as it stands; beside it stands a hidden one that reads its parameters and asks its
//! questions, where `self`, `Self` and the block's generics mean what they mean to the user.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Attribute, FnArg, ImplItem, ImplItemFn, ItemFn, ItemImpl, Meta, Pat, Type, parse_quote};

use super::{
    Kind,
    expand::{Expansion, completer, local, mentioned},
    model::Handler,
    param::Param,
    parse::{self, Function},
};
use crate::{attributes, errors::Errors, names::plain, options, paths::Root};

pub(crate) fn expand(tokens: TokenStream, item: &TokenStream) -> TokenStream {
    let errors = Errors::new();
    let [root] = options::read("`#[handlers]`", tokens, ["crate"], &errors);
    let root = Root::new(root.and_then(|root| root.path(&errors)));
    let Ok(mut block) = syn::parse2::<ItemImpl>(item.clone()) else {
        let text = "`#[handlers]` stands on an `impl` block: `impl Service { … }`";
        errors.push(options::call_site(), text);
        let error = errors.finish::<()>(None).err().map(syn::Error::into_compile_error);
        return quote!(#error #item);
    };
    if let Some((path, _)) = &block.trait_ {
        errors.push(path, "`#[handlers]` stands on an inherent `impl` block, without a trait");
    }
    let methods: Vec<Method> =
        block.items.iter_mut().filter_map(|item| Method::take(item, &errors)).collect();
    if methods.is_empty() {
        errors.push(
            &block.self_ty,
            "no method of this block is a handler: put `#[tool]`, `#[prompt]`, `#[resource]` or \
             `#[resource_template]` on one",
        );
    }
    match errors.finish(Some(())) {
        Ok(()) => {
            let rest = handlers(&block, &methods, &root);
            quote!(#block #rest)
        }
        Err(error) => {
            let (error, stand_in) = (error.into_compile_error(), stand_in(&block, &root));
            quote!(#error #block #stand_in)
        }
    }
}

/// A method that is a handler; without a model where it has mistakes.
struct Method {
    function: Function,
    handler: Option<Handler>,
}

impl Method {
    /// Takes our attributes off a method, if it has one that makes it a handler.
    fn take(item: &mut ImplItem, errors: &Errors) -> Option<Self> {
        let ImplItem::Fn(method) = item else { return None };
        let (kind, attribute) = taken(&mut method.attrs, errors)?;
        let options = match attribute.meta {
            Meta::List(list) => list.tokens,
            _ => TokenStream::new(),
        };
        let (own, options) = parse::options(kind, options, errors);
        if own.is_renamed() {
            let text = "`crate` stands on the block: `#[handlers(crate = …)]`";
            errors.push(&method.sig.ident, text);
        }
        let function = Function::new(as_function(method));
        let handler = Handler::new(options, &function, true, errors);
        strip(method, &handler.as_ref().map(mentioned).unwrap_or_default());
        Some(Self { function, handler })
    }
}

fn taken(attributes: &mut Vec<Attribute>, errors: &Errors) -> Option<(Kind, Attribute)> {
    let names = Kind::ALL.map(Kind::attribute);
    let mut found = attributes::take(attributes, &names).into_iter();
    let attribute = found.next()?;
    if let Some(second) = found.next() {
        errors.push(second, "a method is one kind of handler: remove one of the attributes");
    }
    let name = attributes::name(&attribute);
    let kind = Kind::ALL.into_iter().find(|kind| kind.attribute() == name)?;
    Some((kind, attribute))
}

/// The method for those parts that look at a function alone.
fn as_function(method: &ImplItemFn) -> ItemFn {
    let ImplItemFn { attrs, vis, modifiers, sig, block } = method.clone();
    ItemFn { attrs, vis, modifiers, sig, block: Box::new(block) }
}

/// Takes our attributes off the parameters. One that a question uses is used, even if the body does
/// without it.
fn strip(method: &mut ImplItemFn, used: &HashSet<String>) {
    for input in &mut method.sig.inputs {
        let FnArg::Typed(typed) = input else { continue };
        attributes::take(&mut typed.attrs, &["doc", "ask", "arg"]);
        if let Pat::Ident(pattern) = &*typed.pat
            && used.contains(&plain(&pattern.ident))
        {
            typed.attrs.push(parse_quote!(#[allow(unused_variables)]));
        }
    }
}

/// The hidden methods, and the list of handlers.
///
/// Clippy is not asked about the hidden ones: nobody has written them, and nobody reads them.
fn handlers(block: &ItemImpl, methods: &[Method], root: &Root) -> TokenStream {
    let p = root.private();
    let (generics, where_clause) = (&block.generics, &block.generics.where_clause);
    let (head, ty) = (&generics.params, &block.self_ty);
    let mut expansions: Vec<Expansion<'_>> = methods
        .iter()
        .filter_map(|method| Some(Expansion::new(method.handler.as_ref()?, &method.function, root)))
        .collect();
    let completes = |expansion: &Expansion<'_>| expansion.handler.kind() == Kind::Completer;
    let completers: Vec<Ident> = expansions
        .iter()
        .filter(|expansion| completes(expansion))
        .map(|expansion| expansion.function.item.sig.ident.clone())
        .collect();
    expansions.iter_mut().for_each(|expansion| expansion.completers.clone_from(&completers));
    // Others take them by name.
    expansions.sort_by_key(|expansion| !completes(expansion));
    let hidden = expansions.iter().map(hidden);
    let registered = expansions.iter().map(registered);
    // An item sees neither the generics of the block nor its `Self`.
    let is_plain = generics.params.is_empty();
    let checks = expansions.iter().filter(|_| is_plain).map(checks);
    let all = local("all");
    quote! {
        #(#checks)*

        #[doc(hidden)]
        #[automatically_derived]
        #[allow(clippy::all, clippy::pedantic, clippy::nursery)]
        impl<#head> #ty #where_clause { #(#hidden)* }

        #[automatically_derived]
        impl<#head> #p::Handlers for #ty #where_clause {
            fn handlers(self: ::std::sync::Arc<Self>) -> ::std::vec::Vec<#p::Registered> {
                let mut #all = ::std::vec::Vec::new();
                #(#registered)*
                #all
            }
        }
    }
}

/// What can be checked before anything runs.
fn checks(expansion: &Expansion<'_>) -> TokenStream {
    let params = expansion.handler.params();
    if params.iter().any(|param| mentions_self(param.ty())) {
        return TokenStream::new();
    }
    let (constants, conditions) =
        (expansion.constants(), &expansion.function.attributes.conditions);
    quote! {
        #(#conditions)*
        const _: () = {
            #constants
        };
    }
}

fn mentions_self(ty: &Type) -> bool {
    fn any(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => ident == "Self",
            TokenTree::Group(group) => any(group.stream()),
            _ => false,
        })
    }
    any(ty.to_token_stream())
}

/// What stands in for the handlers of a block with errors, so that `.handlers(…)` gives no more.
fn stand_in(block: &ItemImpl, root: &Root) -> TokenStream {
    let (p, ty, head) = (root.private(), &block.self_ty, &block.generics.params);
    let where_clause = &block.generics.where_clause;
    quote! {
        impl<#head> #p::Handlers for #ty #where_clause {
            fn handlers(self: ::std::sync::Arc<Self>) -> ::std::vec::Vec<#p::Registered> {
                ::core::unimplemented!()
            }
        }
    }
}

/// The method that does what the attributes say, and calls the user's.
fn hidden(expansion: &Expansion<'_>) -> TokenStream {
    let (p, signature) = (&expansion.p, &expansion.function.item.sig);
    let [cx, arguments, service] = [local("cx"), local("arguments"), local("service")];
    let (name, ident) = (hidden_name(&signature.ident), &signature.ident);
    let params = expansion.handler.params().iter().map(Param::ident);
    let called = match (signature.receiver(), signature.asyncness) {
        (None, _) => quote!(Self::#ident(#(#params),*)),
        (Some(_), Some(_)) => quote!(self.#ident(#(#params),*)),
        // It runs on a thread of its own, and takes the service along.
        (Some(_), None) => quote!(#service.#ident(#(#params),*)),
    };
    let keys = expansion.local_keys();
    let body = expansion.body(&cx, &arguments, &called);
    let keep = signature
        .receiver()
        .filter(|_| signature.asyncness.is_none())
        .map(|_| quote!(let #service = ::core::clone::Clone::clone(self);));
    let conditions = &expansion.function.attributes.conditions;
    quote! {
        #(#conditions)*
        async fn #name<'a>(
            self: &'a ::std::sync::Arc<Self>,
            #cx: &'a #p::Context,
            #arguments: #p::Arguments<'a>,
        ) -> ::core::result::Result<#p::Replied, #p::Refusal> {
            #keys
            #keep
            #body
        }
    }
}

/// The statement that adds the handler to the list.
fn registered(expansion: &Expansion<'_>) -> TokenStream {
    let (p, meta) = (&expansion.p, expansion.meta());
    let name = hidden_name(&expansion.function.item.sig.ident);
    let conditions = &expansion.function.attributes.conditions;
    let [all, service, cx, arguments] = ["all", "service", "cx", "arguments"].map(local);
    let future = quote_spanned!(expansion.place()=> ::std::boxed::Box::pin(async move {
        #service.#name(#cx, #arguments).await
    }));
    let handler = quote!({
        let #service = ::core::clone::Clone::clone(&self);
        #p::registered(#meta, move |#cx, #arguments| {
            let #service = ::core::clone::Clone::clone(&#service);
            #future
        })
    });
    if expansion.handler.kind() == Kind::Completer {
        let completer = completer(&expansion.function.item.sig.ident);
        return quote!(#(#conditions)* let #completer = #p::shared(#handler););
    }
    quote!(#(#conditions)* #all.push(#handler);)
}

fn hidden_name(ident: &Ident) -> Ident {
    format_ident!("__askback_{}", ident, span = ident.span())
}

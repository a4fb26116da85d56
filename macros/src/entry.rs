//! `#[askback::main]`: tokio's attribute, found through this crate so that the user needs no
//! dependency on tokio.
//!
//! Tokio's own options are passed on unread.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ItemFn, Meta, Path, Token, parse::Parser, punctuated::Punctuated};

use crate::{errors::Errors, paths::Root};

pub(crate) fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    let errors = Errors::new();
    let options = Options::parse(options, &errors);
    let function = errors.take(syn::parse2(item.clone()));
    let function = function.inspect(|function| check(function, &errors));
    match errors.finish(function) {
        Ok(function) => attribute(&options, &function),
        Err(error) => {
            let error = error.into_compile_error();
            let item = synchronous(item);
            quote!(#error #item)
        }
    }
}

struct Options {
    root: Root,
    /// Tokio's.
    others: Vec<Meta>,
}

impl Options {
    fn parse(tokens: TokenStream, errors: &Errors) -> Self {
        let all = Punctuated::<Meta, Token![,]>::parse_terminated.parse2(tokens);
        let all = errors.take(all).unwrap_or_default();
        let (ours, others): (Vec<Meta>, Vec<Meta>) =
            all.into_iter().partition(|option| option.path().is_ident("crate"));
        if let [_, second, ..] = &*ours {
            errors.push(second, "`crate` is given twice");
        }
        let root = Root::new(ours.first().and_then(|option| renamed(option, errors)));
        Self { root, others }
    }
}

fn renamed(option: &Meta, errors: &Errors) -> Option<Path> {
    match option.require_name_value() {
        Ok(pair) => match &pair.value {
            Expr::Path(path) => return Some(path.path.clone()),
            other => errors.push(other, "`crate` takes a path: `crate = my::askback`"),
        },
        Err(_) => errors.push(option, "`crate` takes a path: `crate = my::askback`"),
    }
    None
}

fn check(function: &ItemFn, errors: &Errors) {
    if function.sig.asyncness.is_none() {
        errors.push(
            function.sig.fn_token,
            "`#[askback::main]` stands on an `async fn`: write `async fn main()`",
        );
    }
    if let Some(input) = function.sig.inputs.first() {
        errors.push(
            input,
            "`main` takes no parameters: read the command line with `std::env::args()`",
        );
    }
}

fn attribute(options: &Options, function: &ItemFn) -> TokenStream {
    let Options { root, others } = options;
    let (p, tokio) = (root.private(), root.private_crate("tokio"));
    quote! {
        #[#p::tokio::main(crate = #tokio #(, #others)*)]
        #function
    }
}

/// A `main` that rustc accepts, so that it complains neither of `async` nor of parameters. It never runs:
/// the error beside it ends the build.
fn synchronous(item: TokenStream) -> TokenStream {
    let Ok(mut function) = syn::parse2::<ItemFn>(item.clone()) else { return item };
    let is_async = function.sig.asyncness.take().is_some();
    if !is_async && function.sig.inputs.is_empty() {
        return quote!(#function);
    }
    function.sig.inputs.clear();
    let signature = &function.sig;
    quote!(#signature { ::core::unimplemented!("the error beside it ends the build") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokio_is_named_through_askback_and_its_options_are_passed_on() {
        let expanded = expand(
            quote!(flavor = "current_thread", crate = mcp),
            quote!(
                async fn main() {}
            ),
        );
        let expected = quote! {
            #[mcp::__private::tokio::main(
                crate = "mcp::__private::tokio", flavor = "current_thread"
            )]
            async fn main() {}
        };
        assert_eq!(expanded.to_string(), expected.to_string());
    }

    #[test]
    fn a_main_that_is_not_async_is_told_so_and_still_emitted() {
        let text = expand(
            TokenStream::new(),
            quote!(
                fn main() {}
            ),
        )
        .to_string();
        assert!(text.contains("write `async fn main()`"), "{text}");
        assert!(text.ends_with("fn main () { }"), "{text}");
    }

    #[test]
    fn a_main_with_errors_is_no_longer_async() {
        let text = expand(
            quote!(crate = 1),
            quote!(
                async fn main() {}
            ),
        )
        .to_string();
        assert!(text.contains("`crate` takes a path"), "{text}");
        assert!(!text.contains("async"), "{text}");
    }
}

//! What a handler's signature may be.
//!
//! It looks at shapes only: whether a type can be a parameter is for the trait `Param` to say.

use syn::{
    Pat, PatIdent, Receiver, ReceiverKind, Safety, Signature, Type, TypeImplTrait, TypeReference,
    visit::{self, Visit},
};

use super::{kind::Kind, parse::RawParam};
use crate::errors::Errors;

/// Refuses what surrounds the parameters.
pub(super) fn check(kind: Kind, signature: &Signature, is_method: bool, errors: &Errors) {
    let noun = kind.noun();
    if let Some(receiver) = signature.receiver() {
        if is_method {
            return check_receiver(noun, receiver, signature, errors);
        }
        errors.push(
            receiver,
            format_args!(
                "{noun} is a free function: write it without `self`, or put `#[handlers]` on the `impl` \
                 block"
            ),
        );
    }
    check_generics(noun, signature, errors);
    check_qualifiers(noun, signature, errors);
}

/// A service is shared by all calls that run.
fn check_receiver(noun: &str, receiver: &Receiver, signature: &Signature, errors: &Errors) {
    if !matches!(receiver.kind, ReceiverKind::Reference(_, _, None)) {
        errors.push(
            receiver,
            format_args!("{noun} takes `&self`: all calls share one service, and run side by side"),
        );
    }
    check_generics(noun, signature, errors);
    check_qualifiers(noun, signature, errors);
}

fn check_generics(noun: &str, signature: &Signature, errors: &Errors) {
    let generics = &signature.generics;
    if generics.lifetimes().next().is_some() {
        errors.push(
            &generics.params,
            format_args!(
                "{noun} has no lifetime parameters: arguments are owned, and `&Context` needs none"
            ),
        );
    } else if !generics.params.is_empty() {
        errors.push(&generics.params, format_args!("{noun} is not generic: write out the types"));
    }
    if let Some(clause) = &generics.where_clause {
        errors.push(clause, format_args!("{noun} has no `where` clause: write out the types"));
    }
}

fn check_qualifiers(noun: &str, signature: &Signature, errors: &Errors) {
    let allowed = format!("{noun} is an `async fn` or a plain `fn`");
    if let Some(constness) = &signature.constness {
        errors.push(constness, format_args!("{allowed}, without `const`"));
    }
    if let Safety::Unsafe(unsafety) = &signature.safety {
        errors.push(unsafety, format_args!("{allowed}, without `unsafe`"));
    }
    if let Some(abi) = &signature.abi {
        errors.push(abi, format_args!("{allowed}, without `extern`"));
    }
    if let Some(variadic) = &signature.variadic {
        errors.push(
            variadic,
            format_args!("{noun} takes a fixed number of parameters: write each with its type"),
        );
    }
}

/// Whether something else than a name stands in front of the type.
pub(super) fn is_pattern(param: &RawParam) -> bool {
    !matches!(&param.pattern, Pat::Ident(PatIdent { by_ref: None, subpat: None, .. }))
}

/// The name of a question; `mut` is for the body alone.
pub(super) fn name(param: &RawParam, errors: &Errors) -> Option<syn::Ident> {
    match &param.pattern {
        Pat::Ident(PatIdent { by_ref: None, subpat: None, ident, .. }) => Some(ident.clone()),
        other => {
            errors.push(
                other,
                "a question is a plain name: write `name: Type` and take it apart in the body",
            );
            None
        }
    }
}

/// Refuses types for which the compiler's own words would not help.
pub(super) fn check_type(ty: &Type, errors: &Errors) {
    match bare(ty) {
        Type::Reference(reference) => check_reference(reference, errors),
        _ => ImplTraits(errors).visit_type(ty),
    }
}

/// Refuses what is lent for the call where the body runs on a thread of its own.
pub(super) fn check_lent(ty: &Type, errors: &Errors) {
    let Type::Reference(TypeReference { elem, .. }) = bare(ty) else { return };
    // Borrowed arguments have been refused before.
    if matches!(bare(elem), Type::Path(path) if !path.path.is_ident("str")) {
        errors.push(
            ty,
            "a plain `fn` runs on a thread where it may block, and takes no `&Context`: \
             write `async fn`",
        );
    }
}

/// Whether the type is a reference, which no argument is.
pub(super) fn is_reference(ty: &Type) -> bool {
    matches!(bare(ty), Type::Reference(_))
}

fn check_reference(reference: &TypeReference, errors: &Errors) {
    let owned = match bare(&reference.elem) {
        _ if reference.mutability.is_some() => "the type without `&mut`, or `&Context`",
        Type::Path(path) if path.path.is_ident("str") => "`String`",
        Type::Slice(_) => "`Vec<…>`",
        Type::ImplTrait(_) => return ImplTraits(errors).visit_type(&reference.elem),
        _ => return,
    };
    errors.push(reference, format_args!("arguments are owned: write {owned}"));
}

/// The type without the invisible groups of `macro_rules!` and without parentheses.
fn bare(ty: &Type) -> &Type {
    let mut ty = ty;
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            other => return other,
        };
    }
}

struct ImplTraits<'e>(&'e Errors);

impl<'ast> Visit<'ast> for ImplTraits<'_> {
    fn visit_type_impl_trait(&mut self, ty: &'ast TypeImplTrait) {
        self.0.push(ty, "write out the type, such as `String`: `impl Trait` has no schema");
        visit::visit_type_impl_trait(self, ty);
    }
}

/// Whether the type names a trait that its function chooses the type for.
pub(super) fn has_impl_trait(ty: &Type) -> bool {
    struct Found(bool);

    impl<'ast> Visit<'ast> for Found {
        fn visit_type_impl_trait(&mut self, _: &'ast TypeImplTrait) {
            self.0 = true;
        }
    }

    let mut found = Found(false);
    found.visit_type(ty);
    found.0
}
